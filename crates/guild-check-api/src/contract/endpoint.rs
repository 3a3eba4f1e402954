//! What can be called: method, path, what goes in and what comes out.

use super::{Security, ShapeId, Spot, Text, Written};

/// An operation.
#[derive(Clone, Debug)]
pub struct Endpoint {
    /// Where it stands: its method.
    pub spot: Spot,
    /// Who calls it.
    pub origin: Origin,
    /// The endpoint whose call brings it about, by its index in the contract; for a callback.
    pub caller: Option<usize>,
    /// The method.
    pub method: Method,
    /// The path with its parameters in braces; the name, for a webhook; the expression, for a callback.
    pub path: Text,
    /// Its name in the contract.
    pub operation_id: Option<Text>,
    /// One line on it.
    pub summary: Option<Text>,
    /// What it does.
    pub description: Option<Written>,
    /// The groups it belongs to.
    pub tags: Vec<Text>,
    /// What goes in beside the body, that of the path included.
    pub parameters: Vec<Parameter>,
    /// What goes in as the body.
    pub body: Option<Body>,
    /// What comes out, by status.
    pub answers: Vec<Answer>,
    /// What the caller needs; none if the contract does not say.
    pub security: Option<Security>,
    /// Whether it is to go.
    pub is_deprecated: bool,
    /// Whether it is tried out (`x-stability`, `x-beta` and the like).
    pub is_beta: bool,
    /// How far it is kept, in the contract's own word (`x-stability-level` and the like).
    pub stability: Option<Text>,
    /// When it goes (`x-sunset`).
    pub sunset: Option<Text>,
    /// Where the servers of this operation alone are.
    pub servers: Vec<Text>,
}

/// Who calls an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The client, by a path.
    Path,
    /// The server, at a time of its own.
    Webhook,
    /// The server, because of a call.
    Callback,
}

/// A method of HTTP, in capitals.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Method {
    /// GET
    Get,
    /// PUT
    Put,
    /// POST
    Post,
    /// DELETE
    Delete,
    /// OPTIONS
    Options,
    /// HEAD
    Head,
    /// PATCH
    Patch,
    /// TRACE
    Trace,
    /// QUERY
    Query,
    /// One that OpenAPI 3.2 lists under `additionalOperations`.
    Other(Box<str>),
}

/// A parameter beside the body, or a header of an answer.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Where it stands.
    pub spot: Spot,
    /// What it is called.
    pub name: Text,
    /// Where it goes.
    pub location: Location,
    /// Whether it must be given.
    pub is_required: bool,
    /// Whether it is to go.
    pub is_deprecated: bool,
    /// When it goes (`x-sunset`).
    pub sunset: Option<Text>,
    /// What it may be.
    pub shape: Option<ShapeId>,
    /// What it says of itself.
    pub description: Option<Written>,
    /// How it is written (`style`).
    pub style: Option<Text>,
    /// Whether each value of a list stands on its own (`explode`).
    pub explode: Option<bool>,
    /// The forms it may have, if it is written as a media type.
    pub media: Vec<Media>,
    /// Examples of it.
    pub examples: Vec<Written>,
}

/// Where a parameter goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Location {
    /// In the path.
    Path,
    /// After the question mark.
    Query,
    /// All that is after the question mark (OpenAPI 3.2).
    QueryString,
    /// In a header.
    Header,
    /// In a cookie.
    Cookie,
}

/// What goes in as the body.
#[derive(Clone, Debug)]
pub struct Body {
    /// Where it stands.
    pub spot: Spot,
    /// Whether it must be given.
    pub is_required: bool,
    /// What it says of itself.
    pub description: Option<Written>,
    /// The forms it may have.
    pub media: Vec<Media>,
}

/// One form of a body.
#[derive(Clone, Debug)]
pub struct Media {
    /// The media type, such as `application/json`.
    pub name: Text,
    /// What it may be; of a stream, what each item may be.
    pub shape: Option<ShapeId>,
    /// Examples of it.
    pub examples: Vec<Written>,
}

/// What comes out under a status.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Where the status stands in the operation.
    pub spot: Spot,
    /// Where the answer is defined: elsewhere, if several operations share it.
    pub definition: Spot,
    /// The status.
    pub status: Status,
    /// What it says of itself.
    pub description: Option<Written>,
    /// The headers.
    pub headers: Vec<Parameter>,
    /// The forms the body may have; none for no body.
    pub media: Vec<Media>,
}

/// The status of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Status {
    /// One status.
    One(u16),
    /// All of a hundred, such as `4XX`.
    Class(u8),
    /// All others.
    Default,
}

impl Endpoint {
    /// Lists the answers of calls that worked.
    pub fn successes(&self) -> impl Iterator<Item = &Answer> {
        self.answers
            .iter()
            .filter(|answer| answer.status.is_success())
    }

    /// Lists the answers of calls that failed; `default` is one if another answer is a success.
    pub fn errors(&self) -> impl Iterator<Item = &Answer> {
        self.answers.iter().filter(|answer| self.is_error(answer))
    }

    /// Tells whether an answer is to a call that failed.
    pub fn is_error(&self, answer: &Answer) -> bool {
        match answer.status {
            Status::One(status) => status >= 400,
            Status::Class(class) => class >= 4,
            Status::Default => self.successes().next().is_some(),
        }
    }

    /// Gives what a message calls it: method and path.
    pub fn title(&self) -> String {
        format!("{} {}", self.method.word(), self.path.text)
    }
}

impl Answer {
    /// Gives the JSON form.
    pub fn json(&self) -> Option<&Media> {
        json(&self.media)
    }
}

impl Body {
    /// Gives the JSON form.
    pub fn json(&self) -> Option<&Media> {
        json(&self.media)
    }

    /// Gives the form whose fields are named: JSON, or a form.
    pub fn named(&self) -> Option<&Media> {
        let is_form = |media: &&Media| media.name.text.contains("form");
        self.json().or_else(|| self.media.iter().find(is_form))
    }
}

impl Media {
    /// Tells whether it is JSON.
    pub fn is_json(&self) -> bool {
        let name = self
            .name
            .text
            .split(';')
            .next()
            .unwrap_or("")
            .trim()
            .to_ascii_lowercase();
        name == "application/json"
            || name.ends_with("+json")
            || name == "*/*"
            || name == "application/*"
    }
}

impl Status {
    /// Tells whether it stands for a call that worked.
    pub fn is_success(self) -> bool {
        match self {
            Self::One(status) => (200..400).contains(&status),
            Self::Class(class) => class == 2 || class == 3,
            Self::Default => false,
        }
    }

    /// Reads `200`, `4XX` and `default`.
    pub fn parse(text: &str) -> Option<Self> {
        if text == "default" {
            return Some(Self::Default);
        }
        if let Some(class) = text.strip_suffix("XX").or_else(|| text.strip_suffix("xx")) {
            let class = class.parse().ok()?;
            return (1..=5).contains(&class).then_some(Self::Class(class));
        }
        let status = text.parse().ok()?;
        (text.len() == 3 && (100..600).contains(&status)).then_some(Self::One(status))
    }
}

impl Method {
    /// Reads the key of an operation; none if it is no method.
    pub fn of_key(key: &str) -> Option<Self> {
        Some(match key {
            "get" => Self::Get,
            "put" => Self::Put,
            "post" => Self::Post,
            "delete" => Self::Delete,
            "options" => Self::Options,
            "head" => Self::Head,
            "patch" => Self::Patch,
            "trace" => Self::Trace,
            "query" => Self::Query,
            _ => return None,
        })
    }

    /// Gives the word that goes over the wire.
    pub fn word(&self) -> &str {
        match self {
            Self::Get => "GET",
            Self::Put => "PUT",
            Self::Post => "POST",
            Self::Delete => "DELETE",
            Self::Options => "OPTIONS",
            Self::Head => "HEAD",
            Self::Patch => "PATCH",
            Self::Trace => "TRACE",
            Self::Query => "QUERY",
            Self::Other(word) => word,
        }
    }
}

fn json(media: &[Media]) -> Option<&Media> {
    media.iter().find(|media| media.is_json())
}
