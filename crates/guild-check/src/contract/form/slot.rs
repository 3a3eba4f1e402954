//! The slots of a form, and how much of a text each takes.

use super::call;
use crate::contract::date::{Date, DateError};

/// The slots as they are written.
pub(super) const NAMES: &[&str] = &[
    "words", "word", "number", "digits", "date", "date iso", "method", "path", "call",
];

const METHODS: &[&str] = &[
    "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "QUERY",
];

/// The longest text that is looked at for a date.
const LONGEST_DATE: usize = 48;

/// What may stand at a place of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    /// Anything that is not blank.
    Words,
    /// Anything without a blank.
    Word,
    /// A number, from and to.
    Number(u64, u64),
    /// So many digits.
    Digits(usize),
    /// A date.
    Date(DateForm),
    /// A method of HTTP.
    Method,
    /// The path of an endpoint.
    Path,
    /// A function with its parameters, and what its language writes around them.
    Call,
}

/// Which forms of a date are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DateForm {
    Any,
    Iso,
}

impl Slot {
    /// Reads what stands between the brackets.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (name, rest) = text.split_once(' ').unwrap_or((text, ""));
        match (name, rest.trim()) {
            ("words", "") => Some(Self::Words),
            ("word", "") => Some(Self::Word),
            ("number", "") => Some(Self::Number(0, u64::MAX)),
            ("number", range) => number_range(range),
            ("digits", count) => Some(Self::Digits(count.parse().ok().filter(|&count| count > 0)?)),
            ("date", "") => Some(Self::Date(DateForm::Any)),
            ("date", "iso") => Some(Self::Date(DateForm::Iso)),
            ("method", "") => Some(Self::Method),
            ("path", "") => Some(Self::Path),
            ("call", "") => Some(Self::Call),
            _ => None,
        }
    }

    /// Gives how many bytes at the start of a text fit, as many as can.
    pub(super) fn length(self, text: &str) -> Option<usize> {
        match self {
            Self::Words => Some(text.trim_end().len()).filter(|&length| length > 0),
            Self::Word => Some(word(text).len()).filter(|&length| length > 0),
            Self::Number(from, to) => {
                let digits = digits(text);
                let number: u64 = digits.parse().ok()?;
                (from..=to).contains(&number).then_some(digits.len())
            }
            Self::Digits(count) => Some(digits(text).len()).filter(|&length| length == count),
            Self::Date(form) => date(text, form).map(|(length, _)| length),
            Self::Method => {
                let word = word(text);
                METHODS.contains(&word).then_some(word.len())
            }
            Self::Path => {
                let word = word(text);
                is_path(word).then_some(word.len())
            }
            Self::Call => call::length(text),
        }
    }
}

/// Finds the longest date at the start of a text.
pub(super) fn date(text: &str, form: DateForm) -> Option<(usize, Result<Date, DateError>)> {
    let longest = text.floor_char_boundary(LONGEST_DATE);
    let ends = (1..=longest).rev().filter(|&end| {
        let is_word = |at: usize| text.as_bytes()[at].is_ascii_alphanumeric();
        is_word(end - 1) && (end == text.len() || !is_word(end))
    });
    for end in ends {
        let date = match form {
            DateForm::Any => Date::parse(&text[..end]),
            DateForm::Iso => Date::parse_iso(&text[..end]),
        };
        match date {
            Ok(_) | Err(DateError::Day) => return Some((end, date)),
            Err(DateError::Form) => {}
        }
    }
    None
}

fn number_range(range: &str) -> Option<Slot> {
    let (from, to) = range.split_once("..")?;
    let (from, to) = (from.trim().parse().ok()?, to.trim().parse().ok()?);
    (from <= to).then_some(Slot::Number(from, to))
}

fn word(text: &str) -> &str {
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    &text[..end]
}

fn digits(text: &str) -> &str {
    let end = text.find(|character: char| !character.is_ascii_digit());
    &text[..end.unwrap_or(text.len())]
}

fn is_path(word: &str) -> bool {
    let mut is_open = false;
    for character in word.chars() {
        match (character, is_open) {
            ('{', false) => is_open = true,
            ('}', true) => is_open = false,
            ('{', true) | ('}', false) => return false,
            _ => {}
        }
    }
    word.starts_with('/') && !is_open
}
