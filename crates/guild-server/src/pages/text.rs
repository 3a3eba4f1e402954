//! Text by strangers, made safe to look at.
//!
//! What a reader cannot see an assistant still reads: control characters, characters without width, and those that turn
//! the direction of a line. They are shown by their number instead.

use std::fmt;
use std::fmt::Write as _;

use askama::filters::HtmlSafe;

/// HTML that was made here: escaped, or cleaned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Html(String);

impl Html {
    /// Takes what was made safe.
    pub(super) fn of_safe(html: String) -> Self {
        Self(html)
    }

    /// Adds HTML of ours behind it.
    pub(super) fn followed_by(mut self, html: &'static str) -> Self {
        self.0.push_str(html);
        self
    }

    /// Gives the HTML.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Html {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl HtmlSafe for Html {}

/// Shows hidden characters by their number, in plain text.
pub(crate) fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut before = None;
    for character in text.chars() {
        if is_hidden(character, before) {
            // Writing to a string does not fail.
            let _ = write!(shown, "[{}]", number(character));
        } else {
            shown.push(character);
        }
        before = Some(character);
    }
    shown
}

/// Shows hidden characters by their number, marked, in HTML.
pub(crate) fn marked(text: &str) -> Html {
    let mut html = String::with_capacity(text.len() + text.len() / 8);
    let mut before = None;
    for character in text.chars() {
        match character {
            _ if is_hidden(character, before) => {
                let number = number(character);
                let _ = write!(html, "<span class=\"unseen\">{number}</span>");
            }
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push_str("&#39;"),
            character => html.push(character),
        }
        before = Some(character);
    }
    Html(html)
}

/// Takes the elements out of a line of HTML, for the description of the page.
pub(super) fn plain(html: &Html) -> String {
    let mut is_element = false;
    let kept = html.as_str().chars().filter(|&character| {
        let was_element = is_element || character == '<';
        is_element = was_element && character != '>';
        !was_element
    });
    let text: String = kept.collect();
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&")
}

/// Counts the hidden characters.
pub(crate) fn count_hidden(text: &str) -> usize {
    let mut before = None;
    let is_hidden = |&character: &char| is_hidden(character, before.replace(character));
    text.chars().filter(is_hidden).count()
}

fn number(character: char) -> String {
    format!("U+{:04X}", u32::from(character))
}

/// Whether a reader does not see a character where it stands.
fn is_hidden(character: char, before: Option<char>) -> bool {
    match character {
        '\n' | '\t' => false,
        // The mark that opens a file, and what joins the parts of an emoji or of a letter, have their place.
        '\u{feff}' => before.is_some(),
        '\u{200d}' | '\u{fe0f}' => !before.is_some_and(can_be_joined),
        '\u{200c}' => !before.is_some_and(|before| before >= '\u{0590}' && before.is_alphabetic()),
        character => character.is_control() || is_invisible(character),
    }
}

fn can_be_joined(before: char) -> bool {
    matches!(before, '\u{00a9}' | '\u{00ae}' | '\u{fe0f}' | '\u{203c}'..='\u{3299}' | '\u{1f000}'..='\u{1faff}' | '#' | '*' | '0'..='9')
        || (before >= '\u{0590}' && before.is_alphabetic())
}

fn is_invisible(character: char) -> bool {
    matches!(character,
        '\u{00ad}' | '\u{034f}' | '\u{061c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0e}' | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_shown_by_its_number() {
        assert_eq!(visible("a\u{202e}b\u{200b}"), "a[U+202E]b[U+200B]");
        assert_eq!(visible("a\0\u{e0041}"), "a[U+0000][U+E0041]");
        assert_eq!(
            marked("<b>\u{2066}").as_str(),
            "&lt;b&gt;<span class=\"unseen\">U+2066</span>"
        );
        assert_eq!(count_hidden("a\u{202e}b\u{200b}"), 2);
    }

    #[test]
    fn ordinary_writing_is_left_as_it_is() {
        for text in [
            "a\tb\nc",
            "äöü ✓ ✗",
            "👩‍👩‍👧 ❤️ 1️⃣",
            "نمی‌خواهم",
            "\u{feff}# Title",
        ] {
            assert_eq!(visible(text), text);
            assert_eq!(count_hidden(text), 0);
        }
    }
}
