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
    let first = source.line(1);
    if !is_fence(source.slice(first).trim_start_matches('\u{feff}')) {
        return None;
    }
    let start = after_mark(source);
    let text_start = line_start(source, 2);
    let lines = u32::try_from(source.line_count()).unwrap_or(u32::MAX);
    for line in 2..=lines {
        let span = source.line(line);
        if is_fence(source.slice(span)) {
            return Some(FrontMatterSpan {
                text: Span {
                    start: text_start,
                    end: span.start,
                },
                whole: Span {
                    start,
                    end: span.end,
                },
                is_closed: true,
            });
        }
    }
    let end = end_of(source);
    Some(FrontMatterSpan {
        text: Span {
            start: text_start,
            end,
        },
        whole: Span { start, end },
        is_closed: false,
    })
}

/// Gives what is left for the blocks.
pub(super) fn body(source: &Source, front_matter: Option<&FrontMatterSpan>) -> Span {
    let start = match front_matter {
        Some(found) if found.is_closed => {
            let closing = source.line_of(found.whole.end);
            line_start(source, closing + 1)
        }
        Some(_) | None => after_mark(source),
    };
    Span {
        start,
        end: end_of(source),
    }
}

fn is_fence(line: &str) -> bool {
    line.trim_end_matches([' ', '\t']) == "---"
}

fn after_mark(source: &Source) -> u32 {
    if source.text().starts_with('\u{feff}') {
        3
    } else {
        0
    }
}

/// A line that is not there starts at the end of the text.
fn line_start(source: &Source, line: u32) -> u32 {
    source.line(line).start
}

fn end_of(source: &Source) -> u32 {
    Span::new(0..source.text().len()).end
}
