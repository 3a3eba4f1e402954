//! The security boundary while a flow runs: what the page says is looked through before the next act.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::{Duration, Instant};

use serde::Deserialize;

use super::given_away::GivenAway;
use super::{Judge, PageText};
use crate::chromium::Trouble;
use crate::outcome::Instruction;
use crate::window::{Window, value};

/// How long a page may take to give its texts.
const LOOK: Duration = Duration::from_secs(5);

/// What was looked through already, so that it is not looked through again.
#[derive(Default)]
pub(super) struct Watchful {
    known: HashSet<u64>,
    /// The change after which the texts of each frame were given last.
    changes: HashMap<String, String>,
    console: usize,
    answers: HashSet<usize>,
    /// What the steps typed: these are words of the plan, also where a field shows them.
    typed: Vec<String>,
}

/// The texts of a frame as it gives them.
#[derive(Deserialize)]
struct Texts {
    /// None if it cannot tell when they change.
    change: Option<String>,
    texts: Vec<Text>,
    /// The values of fields.
    fields: Vec<Text>,
}

/// A text as the page gives it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Text {
    kind: String,
    place: String,
    text: String,
    is_hidden: bool,
}

impl Watchful {
    /// Looks through what is new in the page, in the console and in the answers of servers, as it is after a step.
    pub(super) fn look(
        &mut self,
        window: &Window<'_>,
        judge: &dyn Judge,
        given_away: &mut GivenAway,
        step: u32,
    ) -> Vec<Instruction> {
        let (mut texts, mut told) = self.page(window);
        self.keep_new(&mut texts);
        given_away.in_page(window, &texts, step);
        self.told(window, &mut told);
        self.keep_new(&mut told);
        texts.append(&mut told);
        if texts.is_empty() {
            return Vec::new();
        }
        judge.instructions(&texts)
    }

    /// Looks through a text that the page gave when it was asked for it.
    pub(super) fn look_at(&mut self, text: PageText, judge: &dyn Judge) -> Vec<Instruction> {
        let mut texts = vec![text];
        self.keep_new(&mut texts);
        match texts.is_empty() {
            true => Vec::new(),
            false => judge.instructions(&texts),
        }
    }

    /// Takes what a step types.
    pub(super) fn types(&mut self, text: &str) {
        self.typed.push(text.to_owned());
    }

    fn keep_new(&mut self, texts: &mut Vec<PageText>) {
        texts.retain(|text| {
            let mut hasher = DefaultHasher::new();
            (&text.place, &text.text).hash(&mut hasher);
            self.known.insert(hasher.finish())
        });
    }

    /// Gives the texts of each frame that has changed since the last time, and what stands in the fields of all: a user
    /// may have typed that, so it is not given away.
    fn page(&mut self, window: &Window<'_>) -> (Vec<PageText>, Vec<PageText>) {
        let until = Instant::now() + LOOK;
        let (mut texts, mut fields) = (Vec::new(), Vec::new());
        for place in window.places(Instant::now()).unwrap_or_default() {
            let last = self.changes.get(&place.frame).cloned();
            let found: Result<Texts, Trouble> =
                window.call(&place, "texts", vec![value(last)], until);
            let Ok(found) = found else { continue };
            match found.change {
                Some(change) => self.changes.insert(place.frame.clone(), change),
                None => self.changes.remove(&place.frame),
            };
            let of_page = |text| of_page(text, &place.url);
            texts.extend(found.texts.into_iter().map(of_page));
            fields.extend(found.fields.into_iter().map(of_page));
        }
        for field in &mut fields {
            for typed in &self.typed {
                field.text = field.text.replace(typed, "");
            }
        }
        (texts, fields)
    }

    /// Adds what the console and the servers said since the last time.
    fn told(&mut self, window: &Window<'_>, texts: &mut Vec<PageText>) {
        window.watch().look(|seen| {
            for entry in seen.console.entries.iter().skip(self.console) {
                texts.push(PageText {
                    place: "the console".to_owned(),
                    url: entry.url.clone(),
                    text: entry.text.clone(),
                    is_hidden: true,
                });
            }
            self.console = seen.console.entries.len();
            for (index, exchange) in seen.exchanges.all.iter().enumerate() {
                let request = &exchange.request;
                // The page itself is looked through as it stands.
                if !exchange.is_done || request.kind == "Document" || !self.answers.insert(index) {
                    continue;
                }
                if let Some(body) = &request.response_body {
                    texts.push(PageText {
                        place: format!("the answer of {} {}", request.method, request.url),
                        url: request.url.clone(),
                        text: body.clone(),
                        is_hidden: true,
                    });
                }
            }
        });
    }
}

fn of_page(text: Text, url: &str) -> PageText {
    PageText {
        place: match text.kind.as_str() {
            "COMMENT" => format!("a comment in <{}>", text.place),
            "ATTRIBUTE" => format!("an attribute of <{}>", text.place),
            "FIELD" => format!("the value of <{}>", text.place),
            "STYLE" => format!("what a style writes at {}", text.place),
            _ if text.is_hidden => format!("hidden text in <{}>", text.place),
            _ => format!("the text of <{}>", text.place),
        },
        url: url.to_owned(),
        text: text.text,
        is_hidden: text.is_hidden,
    }
}
