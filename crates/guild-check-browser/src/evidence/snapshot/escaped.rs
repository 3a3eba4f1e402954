//! Texts as they are written into a document, so that they end nothing and begin nothing.

/// A text that does not end a comment.
pub(super) fn comment(text: &str) -> String {
    content(text).replace("--", "- -")
}

/// Rules of a style sheet, without what would end the element or begin another one; `width < 40rem` stays.
pub(super) fn rules(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let begins = |next: &char| next.is_ascii_alphabetic() || "/!?".contains(*next);
        match letter {
            '<' if letters.peek().is_some_and(begins) => safe.push_str("\\3c "),
            letter => safe.push(letter),
        }
    }
    safe
}

/// A text between elements.
pub(super) fn content(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// A value of an attribute, in quotes.
pub(super) fn quoted(text: &str) -> String {
    content(text).replace('"', "&quot;")
}
