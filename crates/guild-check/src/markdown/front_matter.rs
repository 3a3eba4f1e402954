//! Where the front matter of a file is.

use crate::{Source, Span};

/// The front matter of a file: the lines between a first line `---` and the next line `---`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrontMatterSpan {
    /// The text between the two lines. If nothing closes it, the rest of the file.
    pub text: Span,
    /// The text with both lines.
    pub whole: Span,
    /// Whether a second line `---` ends it. If not, the file counts as body from its first line on.
    pub is_closed: bool,
}

/// Finds the front matter, if the file starts with some.
pub(super) fn find(source: &Source) -> Option<FrontMatterSpan> {
    let text = source.text();
    let first = end_of_line(text, 0);
    if !is_fence(text[..first].trim_start_matches('\u{feff}')) {
        return None;
    }
    let (start, text_start) = (after_mark(text), next_line(text, first));
    let mut line = text_start;
    while line < text.len() {
        let end = end_of_line(text, line);
        if is_fence(&text[line..end]) {
            return Some(FrontMatterSpan {
                text: Span::new(text_start..line),
                whole: Span::new(start..end),
                is_closed: true,
            });
        }
        line = next_line(text, end);
    }
    Some(FrontMatterSpan {
        text: Span::new(text_start..text.len()),
        whole: Span::new(start..text.len()),
        is_closed: false,
    })
}

/// Gives what is left for the blocks.
pub(super) fn body(source: &Source, front_matter: Option<&FrontMatterSpan>) -> Span {
    let text = source.text();
    let start = match front_matter {
        Some(found) if found.is_closed => next_line(text, found.whole.end as usize),
        Some(_) | None => after_mark(text),
    };
    Span::new(start..text.len())
}

fn is_fence(line: &str) -> bool {
    line.trim_end_matches([' ', '\t']) == "---"
}

fn after_mark(text: &str) -> usize {
    text.len() - text.strip_prefix('\u{feff}').unwrap_or(text).len()
}

/// Finds the end of the line that a byte stands in. The front matter is short: no table of all lines is made for it.
fn end_of_line(text: &str, from: usize) -> usize {
    let length = text[from..].find(['\n', '\r']);
    length.map_or(text.len(), |length| from + length)
}

/// Finds the line after the one that ends at a byte; one that is not there starts at the end of the text.
fn next_line(text: &str, end: usize) -> usize {
    let rest = &text[end..];
    let rest = rest
        .strip_prefix("\r\n")
        .or_else(|| rest.strip_prefix(['\n', '\r']))
        .unwrap_or(rest);
    text.len() - rest.len()
}
