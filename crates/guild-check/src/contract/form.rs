//! The small language in which a contract states the form of a line: words, and slots in angle brackets.
//!
//! `ADR <digits 4>: <words>` fits `ADR 0012: Keep the queue`. There is no repetition and no choice: what has several
//! forms lists them. Text is compared without regard to case, and a blank stands for any number of them.

mod call;
mod slot;

use std::fmt;
use std::ops::Range;

use super::date::{Date, DateError};
use slot::Slot;

/// No line that a form is about is longer.
const LONGEST: usize = 4096;

/// A form, such as `Last updated: <date>`.
#[derive(Clone, Debug)]
pub struct Form {
    text: String,
    pieces: Vec<Piece>,
}

#[derive(Clone, Debug)]
enum Piece {
    Blank,
    /// In lower case.
    Text(String),
    Slot(Slot),
}

/// Why a text is not a form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormError {
    /// It is empty.
    #[error("a form has at least one word or slot")]
    Empty,
    /// A slot that nothing closes.
    #[error("`<` opens a slot that nothing closes")]
    Open,
    /// A slot that does not exist.
    #[error("`<{slot}>` is no slot")]
    UnknownSlot {
        /// What stands between the brackets.
        slot: String,
    },
}

/// How a text fits a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fit {
    /// What stands where the form has a date.
    pub dates: Vec<(Range<usize>, Result<Date, DateError>)>,
}

impl Form {
    /// Reads a form; `<<` is a bracket that opens nothing.
    ///
    /// # Errors
    ///
    /// When a slot is not closed or does not exist.
    pub fn parse(text: &str) -> Result<Self, FormError> {
        let mut pieces = Vec::new();
        let mut rest = text.trim();
        while let Some(first) = rest.chars().next() {
            if let Some(after) = rest
                .strip_prefix('<')
                .filter(|after| !after.starts_with('<'))
            {
                let (slot, after) = after.split_once('>').ok_or(FormError::Open)?;
                let slot = slot.trim();
                let read = Slot::parse(slot).ok_or_else(|| FormError::UnknownSlot {
                    slot: slot.to_owned(),
                })?;
                pieces.push(Piece::Slot(read));
                rest = after;
            } else if first.is_whitespace() {
                pieces.push(Piece::Blank);
                rest = rest.trim_start();
            } else {
                push_text(&mut pieces, first);
                let width = if first == '<' { 2 } else { first.len_utf8() };
                rest = &rest[width..];
            }
        }
        if pieces.is_empty() {
            return Err(FormError::Empty);
        }
        Ok(Self {
            text: text.trim().to_owned(),
            pieces,
        })
    }

    /// Gives the form as it was written.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Gives the form as a sentence tells of it: `` `throws` ``, `a number from 100 to 599`.
    pub fn told(&self) -> String {
        match self.pieces.as_slice() {
            [Piece::Slot(Slot::Number(0, u64::MAX))] => "a number".to_owned(),
            [Piece::Slot(Slot::Number(from, to))] => format!("a number from {from} to {to}"),
            _ => format!("`{}`", self.text),
        }
    }

    /// Gives the names of all slots, for who mistyped one.
    pub fn slots() -> &'static [&'static str] {
        slot::NAMES
    }

    /// Says whether the form has a date in it.
    pub fn has_date(&self) -> bool {
        let is_date = |piece: &Piece| matches!(piece, Piece::Slot(Slot::Date(_)));
        self.pieces.iter().any(is_date)
    }

    /// Holds a text against the form; one that differs gives nothing.
    pub fn fit(&self, text: &str) -> Option<Fit> {
        if text.len() > LONGEST {
            return None;
        }
        let mut fit = Fit { dates: Vec::new() };
        let mut ends = vec![0];
        for piece in &self.pieces {
            ends = step(piece, text, &ends, &mut fit);
            if ends.is_empty() {
                return None;
            }
        }
        ends.contains(&text.len()).then_some(fit)
    }

    /// Gives how many bytes of a text the words before the first slot take, if it starts with them.
    pub fn lead(&self, text: &str) -> Option<usize> {
        let words = self
            .pieces
            .iter()
            .take_while(|piece| !matches!(piece, Piece::Slot(_)));
        // `Last updated:` and nothing after it still starts as the form does.
        let mut end = 0;
        for piece in words {
            end = match piece {
                Piece::Text(wanted) => end + lead_of(&text[end..], wanted)?,
                Piece::Blank | Piece::Slot(_) => end + blanks(&text[end..]),
            };
        }
        Some(end)
    }
}

impl fmt::Display for Form {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(&self.text)
    }
}

impl PartialEq for Form {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Form {}

/// Gives every place where a piece may end that starts at one of some places.
fn step(piece: &Piece, text: &str, starts: &[usize], fit: &mut Fit) -> Vec<usize> {
    if matches!(piece, Piece::Slot(Slot::Words)) {
        return words_ends(text, starts);
    }
    let end = |&start: &usize| {
        let rest = &text[start..];
        let length = match piece {
            Piece::Blank => Some(blanks(rest)).filter(|&length| length > 0),
            Piece::Text(wanted) => lead_of(rest, wanted),
            Piece::Slot(Slot::Date(form)) => {
                let (length, date) = slot::date(rest, *form)?;
                fit.dates.push((start..start + length, date));
                Some(length)
            }
            Piece::Slot(slot) => slot.length(rest),
        };
        Some(start + length?)
    };
    let mut ends: Vec<usize> = starts.iter().filter_map(end).collect();
    ends.sort_unstable();
    ends.dedup();
    ends
}

/// Words start and end with something to read, and may hold anything between.
fn words_ends(text: &str, starts: &[usize]) -> Vec<usize> {
    let is_word = |&&start: &&usize| {
        let next = text[start..].chars().next();
        next.is_some_and(|next| !next.is_whitespace())
    };
    let Some(&start) = starts.iter().filter(is_word).min() else {
        return Vec::new();
    };
    text[start..]
        .char_indices()
        .filter(|(_, character)| !character.is_whitespace())
        .map(|(at, character)| start + at + character.len_utf8())
        .collect()
}

/// Gives how many bytes of a text are the wanted letters, which are in lower case.
fn lead_of(text: &str, wanted: &str) -> Option<usize> {
    let mut wanted = wanted.chars().peekable();
    for (at, character) in text.char_indices() {
        if wanted.peek().is_none() {
            return Some(at);
        }
        for lower in character.to_lowercase() {
            if wanted.next() != Some(lower) {
                return None;
            }
        }
    }
    wanted.peek().is_none().then_some(text.len())
}

fn blanks(text: &str) -> usize {
    text.len() - text.trim_start().len()
}

fn push_text(pieces: &mut Vec<Piece>, character: char) {
    let lower = character.to_lowercase();
    match pieces.last_mut() {
        Some(Piece::Text(text)) => text.extend(lower),
        Some(Piece::Blank | Piece::Slot(_)) | None => pieces.push(Piece::Text(lower.collect())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fits(form: &str, text: &str) -> bool {
        Form::parse(form).unwrap().fit(text).is_some()
    }

    #[test]
    fn words_compare_without_case_and_blanks_stretch() {
        assert!(fits(
            "Last  updated: <date>",
            "last updated:   Nov 20, 2026"
        ));
        assert!(!fits("Last updated: <date>", "last updated: soon"));
        assert!(fits(
            "ADR <digits 4>: <words>",
            "ADR 0012: Keep the queue: now"
        ));
        assert!(!fits("ADR <digits 4>: <words>", "ADR 12: Keep the queue"));
        assert!(!fits("ADR <digits 4>: <words>", "ADR 0012: "));
        assert!(fits("a << b", "A < b"));
    }

    #[test]
    fn words_stop_where_the_rest_of_the_form_fits() {
        assert!(fits(
            "<words> (seen in <words>)",
            "Load (peak) > 5 (seen in panel (Age))"
        ));
        assert!(!fits("<words> (seen in <words>)", "Load > 5"));
    }

    #[test]
    fn endpoints_fit_a_method_and_a_path() {
        for title in ["GET /", "POST /api/tasks/{id}", "DELETE /v1/users/:id/keys"] {
            assert!(fits("<method> <path>", title), "{title}");
        }
        for title in [
            "get /api",
            "POST api/tasks",
            "POST /api/tasks now",
            "POST",
            "/api",
        ] {
            assert!(!fits("<method> <path>", title), "{title}");
        }
    }

    #[test]
    fn a_date_is_found_and_judged() {
        let form = Form::parse("Last updated: <date>").unwrap();
        let fit = form.fit("Last updated: 2026-02-30").unwrap();
        assert_eq!(fit.dates, [(14..24, Err(DateError::Day))]);
        assert!(form.has_date());
        assert_eq!(form.lead("LAST updated: x"), Some(14));
        assert_eq!(form.lead("Last updated:"), Some(13));
        assert_eq!(form.lead("Updated"), None);
        assert!(!fits("<date iso>", "Nov 20, 2026"));
    }

    #[test]
    fn numbers_have_bounds() {
        assert!(fits("<number 100..599>", "404"));
        assert!(!fits("<number 100..599>", "600"));
        assert!(!fits("<number>", "4x"));
        assert!(!fits("<number>", "99999999999999999999999"));
    }

    #[test]
    fn what_is_no_form_is_told() {
        assert_eq!(Form::parse(" "), Err(FormError::Empty));
        assert_eq!(Form::parse("a <b"), Err(FormError::Open));
        let slot = "dat".to_owned();
        assert_eq!(Form::parse("<dat>"), Err(FormError::UnknownSlot { slot }));
        assert!(Form::parse("<number 5..1>").is_err());
        assert!(Form::parse("<digits 0>").is_err());
    }
}
