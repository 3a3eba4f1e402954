//! Why something was taken away, in the words of who did it.

use std::fmt;
use std::str::FromStr;

/// The longest reason, in characters.
const LENGTH: usize = 500;

/// A reason: one line for people, shown wherever the thing is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason(String);

/// The text is no reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReasonError {
    /// It says nothing.
    #[error("a reason is due: people are told it")]
    Empty,
    /// It is too long.
    #[error("a reason may have {LENGTH} characters")]
    TooLong,
    /// It holds a character that is not seen.
    #[error("a reason is one line, without control or invisible characters")]
    Hidden,
}

impl Reason {
    /// Gives the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Reason {
    type Err = ReasonError;

    fn from_str(text: &str) -> Result<Self, ReasonError> {
        if text.chars().count() > LENGTH {
            return Err(ReasonError::TooLong);
        }
        let text = text.trim();
        if text.is_empty() {
            return Err(ReasonError::Empty);
        }
        if text.chars().any(is_hidden) {
            return Err(ReasonError::Hidden);
        }
        Ok(Self(text.to_owned()))
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// Whether a character changes how a line reads without being seen: controls, and what turns the direction of writing.
pub(crate) fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_one_line_that_says_something() {
        let read = |text: &str| text.parse::<Reason>();
        assert_eq!(read(" It breaks. ").unwrap().as_str(), "It breaks.");
        assert_eq!(read(" \n "), Err(ReasonError::Empty));
        assert_eq!(read("a\nb"), Err(ReasonError::Hidden));
        assert_eq!(read("a\u{202e}b"), Err(ReasonError::Hidden));
        assert_eq!(read("a\0b"), Err(ReasonError::Hidden));
        assert_eq!(read(&"ä".repeat(501)), Err(ReasonError::TooLong));
        assert_eq!(
            read(&format!("a{}", " ".repeat(500))),
            Err(ReasonError::TooLong)
        );
        assert!(read(&"ä".repeat(500)).is_ok());
    }
}
