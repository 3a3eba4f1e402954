//! One request and what came back.

use std::time::Duration;

use guild_check::Source;

use crate::sample::VariationKind;
use crate::tree::{Tree, TreeLimits, View};

/// A request, why it was sent, and what came back.
#[derive(Debug)]
pub struct Exchange {
    /// Why it was sent.
    pub intent: Intent,
    /// What is special about it, for people, as the end of "given …".
    pub given: String,
    /// The request.
    pub sent: Sent,
    /// What came back.
    pub got: Got,
    /// A command that sends it again, with credentials as variables.
    pub again: String,
}

/// Why a request is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intent {
    /// To see whether something is there.
    Search,
    /// It is allowed by all that the contract says.
    Valid,
    /// It is allowed, as far as can be told.
    Likely,
    /// It breaks what the contract says of its body.
    WrongBody(VariationKind),
    /// It breaks what the contract says of its query, a header or a cookie.
    WrongInput(VariationKind),
    /// Its body is not JSON.
    Malformed,
    /// It is about what there is not.
    Missing,
    /// It does not prove who calls.
    Unproved,
    /// Nothing is served there.
    UnknownRoute,
    /// The path takes other methods.
    WrongMethod,
    /// It asks for a page of a list.
    Page {
        /// Which, from 1.
        page: u64,
        /// How many items it is to have.
        size: u64,
    },
    /// It asks for the page behind the last.
    PageBeyond {
        /// Which.
        page: u64,
        /// How many items it is to have.
        size: u64,
    },
    /// It reads what is to be changed.
    BeforeChange,
    /// It changes one field.
    Change,
    /// It reads what was changed.
    AfterChange,
    /// It reads what was made a moment ago.
    AfterMaking,
    /// It takes away what the run made.
    Removal,
    /// It reads what was taken away.
    AfterRemoval,
}

/// A request, with the places of credentials in it and not their values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sent {
    /// The method.
    pub method: String,
    /// The path and the query, encoded.
    pub target: String,
    /// The headers, but for those of credentials.
    pub headers: Vec<Header>,
    /// The credentials.
    pub secrets: Vec<Secret>,
    /// The body.
    pub body: Option<String>,
}

/// A header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// Its name, in small letters where it came from the server.
    pub name: String,
    /// Its value.
    pub value: String,
}

/// Where a credential goes. The variable that holds it is named; an empty one stands for a value that proves nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Secret {
    /// Into a header, behind some words.
    Header {
        /// The header.
        name: String,
        /// What stands before the value, such as `Bearer `.
        prefix: &'static str,
        /// The variable.
        variable: String,
    },
    /// Into `Authorization`, as the name and the password of RFC 7617.
    Basic {
        /// The variable.
        variable: String,
    },
    /// Into the query.
    Query {
        /// The parameter.
        name: String,
        /// The variable.
        variable: String,
    },
    /// Into a cookie.
    Cookie {
        /// The cookie.
        name: String,
        /// The variable.
        variable: String,
    },
}

/// What came back.
#[derive(Debug)]
pub enum Got {
    /// An answer.
    Answer(Answered),
    /// None, or none that can be read.
    Nothing(Broken),
}

/// An answer.
#[derive(Debug)]
pub struct Answered {
    /// The status.
    pub status: u16,
    /// The headers, with names in small letters.
    pub headers: Vec<Header>,
    /// The body, as far as it was read; what is no UTF-8 stands as `�`.
    pub body: String,
    /// Whether all of the body was read.
    pub is_whole: bool,
    /// The body, if it is JSON; within a list, so that a lone text is one too.
    tree: Option<Tree>,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Broken {
    /// Nothing listens.
    NotListening(String),
    /// The time ran out.
    TooSlow(Duration),
    /// The connection ended, or what came is no HTTP.
    Unreadable(String),
    /// The body does not end.
    TooLong(u64),
}

/// An answer may nest this deep and hold so many values; more is no answer that a client reads.
const LIMITS: TreeLimits = TreeLimits {
    bytes: 64 << 20,
    depth: 100,
    values: 2_000_000,
};

impl Answered {
    /// Takes an answer, and reads its body if it is JSON.
    pub fn new(status: u16, headers: Vec<Header>, body: String, is_whole: bool) -> Self {
        let mut answer = Self {
            status,
            headers,
            body,
            is_whole,
            tree: None,
        };
        let is_json = answer.is_json() && is_whole;
        // The other reader is strict, and the tree has places.
        if is_json && serde_json::from_str::<serde_json::Value>(&answer.body).is_ok() {
            let source = Source::new("answer.json", format!("[{}]", answer.body));
            answer.tree = Some(Tree::parse(&source, LIMITS)).filter(|tree| tree.faults.is_empty());
        }
        answer
    }

    /// Gives the body, if it is JSON.
    pub fn json(&self) -> Option<View<'_>> {
        self.tree.as_ref()?.root()?.items().next()
    }

    /// Gives the way to a value in the body, such as `items[0].title`; empty for the body itself.
    pub fn way(&self, at: View<'_>) -> String {
        let pointer = self
            .tree
            .as_ref()
            .map(|tree| tree.pointer(at.id))
            .unwrap_or_default();
        let mut way = String::new();
        for step in pointer.split('/').skip(2) {
            if step.bytes().all(|byte| byte.is_ascii_digit()) {
                way.push_str(&format!("[{step}]"));
            } else {
                let dot = if way.is_empty() { "" } else { "." };
                way.push_str(&format!(
                    "{dot}{}",
                    step.replace("~1", "/").replace("~0", "~")
                ));
            }
        }
        way
    }

    /// Gives a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        let header = headers.find(|header| header.name.eq_ignore_ascii_case(name))?;
        Some(&header.value)
    }

    /// Gives the media type without its parameters, in small letters.
    pub fn media_type(&self) -> Option<String> {
        let kind = self.header("content-type")?.split(';').next()?.trim();
        Some(kind.to_ascii_lowercase())
    }

    /// Tells whether the answer says that its body is JSON.
    pub fn is_json(&self) -> bool {
        let kind = self.media_type();
        kind.is_some_and(|kind| kind == "application/json" || kind.ends_with("+json"))
    }

    /// Tells whether the call worked.
    pub fn is_success(&self) -> bool {
        (200..400).contains(&self.status)
    }

    /// Tells whether the server only says that there were too many requests.
    pub fn is_turned_away(&self) -> bool {
        self.status == 429
    }
}

impl std::fmt::Display for Broken {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NotListening(reason) => write!(formatter, "nothing listens: {reason}"),
            Self::TooSlow(time) => {
                write!(formatter, "nothing came within {} s", time.as_secs_f64())
            }
            Self::Unreadable(reason) => write!(formatter, "what came is no HTTP answer: {reason}"),
            Self::TooLong(bytes) => write!(formatter, "its JSON goes on after {} KiB", bytes >> 10),
        }
    }
}

impl Exchange {
    /// Gives the answer, if there is one.
    pub fn answer(&self) -> Option<&Answered> {
        match &self.got {
            Got::Answer(answer) => Some(answer),
            Got::Nothing(_) => None,
        }
    }
}

impl Intent {
    /// Gives the kind of request that a report counts it under.
    pub(super) fn kind(self) -> &'static str {
        match self {
            Self::Search | Self::Valid | Self::Likely => "valid",
            Self::WrongBody(_) | Self::WrongInput(_) => "invalid",
            Self::Malformed => "malformed",
            Self::Missing => "of nothing",
            Self::Unproved => "without credentials",
            Self::UnknownRoute | Self::WrongMethod => "astray",
            Self::Page { .. } | Self::PageBeyond { .. } => "for pages",
            Self::BeforeChange | Self::Change | Self::AfterChange => "around a change",
            Self::AfterMaking | Self::Removal | Self::AfterRemoval => "around a life",
        }
    }

    /// Tells whether the contract allows the request.
    pub fn is_allowed(self) -> bool {
        match self {
            Self::Valid | Self::Page { .. } | Self::Change | Self::BeforeChange => true,
            Self::Search | Self::Likely | Self::PageBeyond { .. } | Self::AfterChange => false,
            Self::AfterMaking | Self::Removal | Self::AfterRemoval => false,
            Self::WrongBody(_) | Self::WrongInput(_) | Self::Malformed | Self::Missing => false,
            Self::Unproved | Self::UnknownRoute | Self::WrongMethod => false,
        }
    }
}
