//! Characters that a reader does not see or that change how the others are shown.

use std::borrow::Cow;
use std::fmt::Write;

/// Says whether a character is a control, a zero-width or a direction character, or another without a shape.
///
/// Tab and the line ends are not hidden; neither is the emoji variation selector.
pub fn is_hidden(character: char) -> bool {
    match character {
        '\t' | '\n' | '\r' => false,
        _ if character.is_control() => true,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{feff}' => true,
        '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' => true,
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => true,
        '\u{3164}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' => true,
        '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}' => true,
        _ => false,
    }
}

/// Shows each hidden character as `\u{…}`, and each line end as a blank, so that the text is safe to print on one line.
pub fn escaped(text: &str) -> Cow<'_, str> {
    let is_plain = |character| !is_hidden(character) && !matches!(character, '\t' | '\n' | '\r');
    if text.chars().all(is_plain) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        match character {
            '\t' | '\n' | '\r' => safe.push(' '),
            _ => push_escaped(&mut safe, character),
        }
    }
    Cow::Owned(safe)
}

/// Adds a character, escaped if it is hidden.
pub(crate) fn push_escaped(text: &mut String, character: char) {
    if is_hidden(character) {
        // Writing to a string cannot fail.
        let _ = write!(text, "\\u{{{:x}}}", u32::from(character));
    } else {
        text.push(character);
    }
}
