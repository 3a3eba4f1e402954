//! A line for a person: words with their weight, cleaned of everything that could steer a terminal.

use std::fmt::Write as _;
use std::path::Path;

use anstyle::{AnsiColor, Style};

/// A line made of spans; each is cleaned when it is added, so that fetched text cannot carry an escape.
#[derive(Clone, Debug, Default)]
pub(crate) struct Line(String);

impl Line {
    /// Starts an empty line.
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Adds plain text.
    pub(crate) fn plain(self, text: impl AsRef<str>) -> Self {
        self.styled(Style::new(), text.as_ref())
    }

    /// Adds what the line is about.
    pub(crate) fn strong(self, text: impl AsRef<str>) -> Self {
        self.styled(Style::new().bold(), text.as_ref())
    }

    /// Adds what may be skipped when reading.
    pub(crate) fn faint(self, text: impl AsRef<str>) -> Self {
        self.styled(Style::new().dimmed(), text.as_ref())
    }

    /// Adds a word for what went well.
    pub(crate) fn good(self, text: impl AsRef<str>) -> Self {
        self.colored(AnsiColor::Green, text.as_ref())
    }

    /// Adds a word for what went wrong.
    pub(crate) fn bad(self, text: impl AsRef<str>) -> Self {
        self.colored(AnsiColor::Red, text.as_ref())
    }

    /// Adds a word that asks for attention.
    pub(crate) fn alert(self, text: impl AsRef<str>) -> Self {
        self.colored(AnsiColor::Yellow, text.as_ref())
    }

    /// Adds what a person may type.
    pub(crate) fn accent(self, text: impl AsRef<str>) -> Self {
        self.colored(AnsiColor::Cyan, text.as_ref())
    }

    /// Gives the text with its escapes; the stream strips them where they are not wanted.
    pub(crate) fn as_styled(&self) -> &str {
        &self.0
    }

    fn colored(self, color: AnsiColor, text: &str) -> Self {
        self.styled(color.on_default().bold(), text)
    }

    fn styled(mut self, style: Style, text: &str) -> Self {
        let text = clean(text);
        // Writing to a string does not fail.
        let _ = write!(self.0, "{style}{text}{style:#}");
        self
    }
}

impl<T: AsRef<str>> From<T> for Line {
    fn from(text: T) -> Self {
        Self::new().plain(text)
    }
}

/// Makes text harmless on a terminal: controls and characters that turn the writing direction become `\u{…}`.
///
/// Line ends and tabs stay; a carriage return goes, because it would let a line overwrite itself.
pub(crate) fn clean(text: &str) -> String {
    let mut cleaned = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' | '\t' => cleaned.push(character),
            '\r' => {}
            _ if is_steering(character) => cleaned.extend(character.escape_unicode()),
            _ => cleaned.push(character),
        }
    }
    cleaned
}

/// Says whether a character steers a terminal or the direction of writing.
pub(crate) fn is_steering(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}')
}

/// Writes a path into JSON, which holds text: what is no Unicode in it is shown as `�`.
pub(crate) fn path_text<S: serde::Serializer>(
    path: &Path,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_and_direction_marks_become_visible() {
        assert_eq!(clean("a\u{1b}[31mb"), "a\\u{1b}[31mb");
        assert_eq!(clean("a\u{202e}b\u{9b}c"), "a\\u{202e}b\\u{9b}c");
        assert_eq!(clean("two\r\nlines\there"), "two\nlines\there");
    }

    #[test]
    fn a_line_carries_only_its_own_styles() {
        let line = Line::new().strong("x\u{1b}]0;title\u{7}").plain(" y");
        assert_eq!(
            line.as_styled(),
            "\u{1b}[1mx\\u{1b}]0;title\\u{7}\u{1b}[0m y"
        );
    }
}
