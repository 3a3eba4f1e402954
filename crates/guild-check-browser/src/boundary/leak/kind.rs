//! What a secret is, by its form and by the name beside it; none for what is public or an example.

use std::collections::HashSet;

use super::Leaked;
use crate::boundary::secret::secrets;

/// Shorter values are found in too much that is none of them.
pub(super) const SHORTEST_TOKEN: usize = 12;
pub(super) const SHORTEST_PASSWORD: usize = 6;
/// A key that is cut shorter is one that a text speaks of.
const SHORTEST_PRIVATE_KEY: usize = 80;

/// What a secret is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    PrivateKey,
    WebToken,
    Key,
    Token,
    /// By its name alone.
    Password,
    /// What the plan types from its secrets.
    TypedSecret,
    TypedPassword,
    SessionCookie,
    /// What a server gave a script in an answer: a page may show it once, on purpose.
    AnsweredToken,
    Card,
}

impl Kind {
    fn words(self) -> &'static str {
        match self {
            Self::PrivateKey => "a private key",
            Self::WebToken => "a JSON web token",
            Self::Key => "an API key",
            Self::Token => "a token",
            Self::Password => "a password",
            Self::TypedSecret => "a secret that the plan types",
            Self::TypedPassword => "the password that the plan types",
            Self::SessionCookie => "the value of a cookie that is HttpOnly",
            Self::AnsweredToken => "a token that a server answered with",
            Self::Card => "a card number",
        }
    }

    pub(super) fn is_typed(self) -> bool {
        matches!(self, Self::TypedSecret | Self::TypedPassword)
    }

    pub(super) fn leaked(self, value: &str, is_sure: bool) -> Leaked {
        Leaked {
            kind: self.words(),
            is_sure,
            value: value.to_owned(),
        }
    }
}

/// Says what a secret by its form is; none for what is public by its kind, or is an example.
pub(super) fn kind_of(form: &str, value: &str, before: &str) -> Option<Kind> {
    if is_placeholder(value) {
        return None;
    }
    match form {
        "private key" => (value.len() >= SHORTEST_PRIVATE_KEY).then_some(Kind::PrivateKey),
        // A map's public token is one that follows `pk.`.
        "JSON web token" => (!before.ends_with("pk.")).then_some(Kind::WebToken),
        "key" => (!is_public(value) && is_random(value)).then_some(Kind::Key),
        "card number" => Some(Kind::Card),
        "credential" => {
            let within = secrets(value)
                .into_iter()
                .find(|one| one.kind != "credential");
            if let Some(one) = within {
                let before = &value[..one.range.start];
                return kind_of(one.kind, &value[one.range.clone()], before);
            }
            named(value, before)
        }
        _ => None,
    }
}

/// Says what a value is by its form alone.
pub(super) fn strong(value: &str) -> Option<Kind> {
    secrets(value).into_iter().find_map(|secret| {
        let before = &value[..secret.range.start];
        kind_of(secret.kind, &value[secret.range.clone()], before)
    })
}

/// Says what a value is by the name that stands before it.
fn named(value: &str, before: &str) -> Option<Kind> {
    if before.ends_with("://") {
        return Some(Kind::Password);
    }
    let before = before.trim_end_matches(['"', '\'', '\\', ':', '=', ' ']);
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    let name = before
        .rsplit(|c: char| !is_part(c))
        .next()
        .unwrap_or_default();
    let lower = name.to_ascii_lowercase();
    if is_password_name(name) {
        let is_one = value.len() >= SHORTEST_PASSWORD
            && value.contains(|c: char| !c.is_alphabetic())
            && value.contains(char::is_alphabetic);
        return is_one.then_some(Kind::Password);
    }
    // The name can be of several words: `next page token: …`.
    let words: String = before.chars().rev().take(24).collect();
    let is_other = is_of_pages(&words.chars().rev().collect::<String>());
    let is_token = token_name(name) || matches!(lower.as_str(), "bearer" | "basic");
    let is_one = value.len() >= SHORTEST_TOKEN && is_random(value);
    (is_token && is_one && !is_other).then_some(Kind::Token)
}

pub(super) fn is_password_name(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    ["pass", "pwd"].iter().any(|word| lower.contains(word))
}

/// Says whether a field of this name holds what signs somebody in.
pub(super) fn token_name(name: &str) -> bool {
    const NAMES: [&str; 9] = [
        "token",
        "secret",
        "apikey",
        "accesskey",
        "privatekey",
        "sessionid",
        "sessionkey",
        "jwt",
        "password",
    ];
    let lower = name.to_ascii_lowercase().replace(['_', '-'], "");
    NAMES.iter().any(|one| lower.ends_with(one)) && !is_of_pages(&lower)
}

/// Tokens against forged requests, and those that lead to a next page, are in pages rightly.
fn is_of_pages(name: &str) -> bool {
    const WORDS: [&str; 7] = [
        "csrf",
        "xsrf",
        "page",
        "continuation",
        "next",
        "public",
        "cursor",
    ];
    let lower = name.to_ascii_lowercase();
    WORDS.iter().any(|word| lower.contains(word))
}

/// Keys that are made to stand in pages.
fn is_public(value: &str) -> bool {
    ["AIza", "pk_", "AC"]
        .iter()
        .any(|start| value.starts_with(start))
}

/// Letters and digits without an order that a person would write: no word, date, version or number.
pub(super) fn is_random(value: &str) -> bool {
    let count = |fits: fn(&char) -> bool| value.chars().filter(fits).count();
    let digits = count(char::is_ascii_digit);
    let letters = count(char::is_ascii_alphabetic);
    let distinct: HashSet<char> = value.chars().collect();
    let is_date = value.len() > 9
        && value.is_char_boundary(5)
        && value[..4].bytes().all(|byte| byte.is_ascii_digit())
        && value[4..].starts_with('-');
    let is_plain = value
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || "._~+/=-:%".contains(c));
    is_plain && digits >= 2 && letters >= 2 && distinct.len() >= 7 && !is_date
}

/// Says whether a value only shows where one stands.
pub(super) fn is_placeholder(value: &str) -> bool {
    const WORDS: [&str; 12] = [
        "example",
        "your",
        "xxxx",
        "placeholder",
        "dummy",
        "changeme",
        "redacted",
        "sample",
        "....",
        "****",
        "insert",
        "<",
    ];
    let lower = value.to_ascii_lowercase();
    lower.contains('…') || WORDS.iter().any(|word| lower.contains(word))
}
