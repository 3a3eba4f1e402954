//! The piece of a source that is shown under a finding.

use std::ops::Range;

use crate::hidden::push_escaped;
use crate::{Place, Span};

/// How many lines of a longer span are shown.
const LINES: u32 = 4;

/// How many bytes of a line are shown before and after where the finding starts.
const BEFORE: usize = 48;
const AFTER: usize = 112;

/// Text that is safe to print, and the range in it that is marked.
#[derive(Debug)]
pub(super) struct Excerpt {
    /// The lines, with hidden characters escaped and long lines cut.
    pub(super) text: String,
    /// What the finding points at.
    pub(super) mark: Range<usize>,
    /// The lines that are shown.
    pub(super) lines: Range<u32>,
}

/// Takes the lines of a place; a file without text has none.
pub(super) fn excerpt(place: &Place) -> Option<Excerpt> {
    let source = &place.source;
    if source.text().is_empty() {
        return None;
    }
    let first = place.start().line;
    let last = last_line(place).clamp(first, first + LINES - 1);
    let mut text = String::new();
    let mut mark: Option<Range<usize>> = None;
    for line in first..=last {
        if line > first {
            text.push('\n');
        }
        let part = marked_line(place, source.line(line), &mut text);
        mark = Some(mark.map_or(part.clone(), |before| before.start..part.end));
    }
    mark.map(|mark| Excerpt {
        text,
        mark,
        lines: first..last + 1,
    })
}

/// A span that ends with its line end does not reach into the next line.
fn last_line(place: &Place) -> u32 {
    let text = place
        .source
        .slice(place.span)
        .trim_end_matches(['\n', '\r']);
    let end = place.span.start as usize + text.len();
    place.source.position(Span::new(end..end).end).line
}

/// Adds a line to the text and says which part of it is marked.
fn marked_line(place: &Place, line: Span, text: &mut String) -> Range<usize> {
    let content = place.source.slice(line);
    let base = line.start as usize;
    let from = (place.span.start as usize).clamp(base, base + content.len()) - base;
    let to = (place.span.end as usize).clamp(base + from, base + content.len()) - base;
    let window = window(content, from);
    if window.start > 0 {
        text.push('…');
    }
    let mut mark = text.len()..text.len();
    for (index, character) in content[window.clone()].char_indices() {
        let at = window.start + index;
        if at <= from {
            mark.start = text.len();
        }
        // A byte order mark is there in many files and is nobody's doing.
        if !(character == '\u{feff}' && base + at == 0) {
            push_escaped(text, character);
        }
        if at < to {
            mark.end = text.len();
        }
    }
    if from >= window.end {
        mark.start = text.len();
    }
    if window.end < content.len() {
        text.push('…');
    }
    mark.start..mark.end.max(mark.start)
}

/// Chooses what is shown of a line.
fn window(content: &str, from: usize) -> Range<usize> {
    if content.len() <= BEFORE + AFTER {
        return 0..content.len();
    }
    let start = content.floor_char_boundary(from.saturating_sub(BEFORE));
    let end = content.floor_char_boundary((start + BEFORE + AFTER).min(content.len()));
    start..end
}
