//! Secrets that a page gives away: told by what they are and where they stand, never by their value.
//!
//! A credential that whoever sees the page, its console or another server can use is a defect. Personal data is not:
//! a page that shows a person's own e-mail address does its work, and only the evidence has to leave it out. What
//! carries credentials rightly is not looked at: headers, cookies, and the body that is sent or answered at a sign-in.

use std::collections::HashSet;

use serde_json::Value;

mod address;
mod kind;

use self::kind::{
    Kind, SHORTEST_PASSWORD, SHORTEST_TOKEN, is_password_name, is_random, kind_of, strong,
    token_name,
};
use super::secret::{is_secret_name, secrets};
use crate::outcome::Request;

/// What is known to be secret in this run, beside what looks like it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Leaks {
    known: HashSet<Known>,
    /// The origins of the plan: what goes there is not given away by going there.
    origins: Vec<String>,
}

/// A value that a run saw where it belongs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Known {
    value: String,
    kind: Kind,
}

/// A secret that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Leaked {
    /// What it is, in words: `a JSON web token`.
    pub(crate) kind: &'static str,
    /// Nobody shows it there on purpose.
    pub(crate) is_sure: bool,
    /// The secret, to tell it from others; it is not written anywhere.
    pub(crate) value: String,
}

impl Known {
    /// Tells it by its form, where that says more than where it was seen.
    fn leaked(&self, is_sure: bool) -> Leaked {
        let form = match self.kind {
            Kind::Token | Kind::AnsweredToken => strong(&self.value),
            _ => None,
        };
        form.unwrap_or(self.kind).leaked(&self.value, is_sure)
    }
}

/// Where a text stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Said {
    /// In the page, as words.
    Words,
    /// In the page, as code or as a quotation.
    Code,
    /// In the console.
    Console,
}

/// The least length of a value that is known by itself and not by a name beside it.
const SHORTEST_KNOWN: usize = 16;
/// No longer text is searched.
const MOST_BYTES: usize = 1 << 18;

impl Leaks {
    /// Takes the plan's secrets by their names, and the origins that are its own. A secret whose name does not say that
    /// it is one (`TASKS_USER`) is written on pages rightly.
    pub(crate) fn new<'a>(
        typed: impl IntoIterator<Item = (&'a str, &'a str)>,
        origins: Vec<String>,
    ) -> Self {
        let typed = typed.into_iter().filter(|(name, value)| {
            let is_word = value.chars().all(char::is_lowercase) && value.len() < SHORTEST_TOKEN;
            is_secret_name(name) && value.chars().count() >= SHORTEST_PASSWORD && !is_word
        });
        let known = typed.map(|(name, value)| Known {
            value: value.to_owned(),
            kind: match is_password_name(name) {
                true => Kind::TypedPassword,
                false => Kind::TypedSecret,
            },
        });
        Self {
            known: known.collect(),
            origins,
        }
    }

    /// Learns what a request and its answer carry rightly: it may stand nowhere else.
    pub(crate) fn learn(&mut self, request: &Request) {
        for (name, value) in &request.request_headers {
            if name.eq_ignore_ascii_case("authorization") {
                let value = value.split_whitespace().last().unwrap_or_default();
                self.know(value, Kind::Token);
            }
        }
        for (name, value) in &request.response_headers {
            if name.eq_ignore_ascii_case("set-cookie") {
                value.lines().for_each(|cookie| self.know_cookie(cookie));
            }
        }
        let body = request.response_body.as_deref().unwrap_or_default();
        if matches!(request.kind.as_str(), "Fetch" | "XHR")
            && body.len() <= MOST_BYTES
            && let Ok(body) = serde_json::from_str::<Value>(body)
        {
            self.know_answer(&body);
        }
    }

    /// A cookie that scripts cannot read is not to be read elsewhere.
    fn know_cookie(&mut self, cookie: &str) {
        let (pair, attributes) = cookie.split_once(';').unwrap_or((cookie, ""));
        if attributes.to_ascii_lowercase().contains("httponly")
            && let Some((_, value)) = pair.split_once('=')
        {
            self.know(value.trim().trim_matches('"'), Kind::SessionCookie);
        }
    }

    fn know_answer(&mut self, body: &Value) {
        let mut left = vec![body];
        while let Some(value) = left.pop() {
            match value {
                Value::Array(items) => left.extend(items),
                Value::Object(fields) => {
                    for (name, field) in fields {
                        match field {
                            Value::String(text) if token_name(name) => {
                                self.know(text, Kind::AnsweredToken);
                            }
                            other => left.push(other),
                        }
                    }
                }
                Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
            }
        }
    }

    fn know(&mut self, value: &str, kind: Kind) {
        const MOST: usize = 500;
        if value.len() >= SHORTEST_KNOWN && is_random(value) && self.known.len() < MOST {
            let value = value.to_owned();
            self.known.insert(Known { value, kind });
        }
    }

    /// Finds what a text of the page or of its console gives away.
    pub(crate) fn in_text(&self, text: &str, said: Said) -> Vec<Leaked> {
        let text = &text[..text.floor_char_boundary(MOST_BYTES)];
        let mut found: Vec<Leaked> = Vec::new();
        for known in self.known.iter().filter(|known| holds(text, &known.value)) {
            if said == Said::Console || known.kind != Kind::AnsweredToken {
                found.push(known.leaked(true));
            }
        }
        for secret in secrets(text) {
            let value = &text[secret.range.clone()];
            let before = &text[..secret.range.start];
            let Some(kind) = kind_of(secret.kind, value, before) else {
                continue;
            };
            let is_known = found.iter().any(|leaked| value.contains(&leaked.value));
            // Where keys are explained they are written as code; a page that makes a token shows it once, as code too.
            let is_code = said == Said::Code || before.ends_with('`');
            let is_sure = match said {
                Said::Console => kind != Kind::Card,
                Said::Words | Said::Code => !is_code && kind != Kind::Password,
            };
            let is_told = kind != Kind::Card || said == Said::Console;
            // A page that explains how something is written names no real value in code.
            let is_explained = is_code && matches!(kind, Kind::Token | Kind::Password);
            if is_told && !is_known && !is_explained {
                found.push(kind.leaked(value, is_sure));
            }
        }
        found
    }

    /// Finds what an answer gives away: only what the plan typed, as servers give out tokens rightly.
    pub(crate) fn in_answer(&self, body: &str) -> Vec<Leaked> {
        let body = &body[..body.floor_char_boundary(MOST_BYTES)];
        let typed = self.known.iter();
        let typed = typed.filter(|known| known.kind.is_typed() && holds(body, &known.value));
        // A page where keys are kept shows them to who keeps them there.
        let leaked = |known: &Known| {
            let is_sure = known.kind == Kind::TypedPassword;
            known.leaked(is_sure)
        };
        typed.map(leaked).collect()
    }
}

/// Says whether a text holds a value, not as a part of a longer word.
fn holds(text: &str, value: &str) -> bool {
    text.match_indices(value).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + value.len()..].chars().next();
        let is_free = |side: Option<char>| side.is_none_or(|c| !c.is_alphanumeric());
        is_free(before) && is_free(after)
    })
}

#[cfg(test)]
mod tests;
