//! Finding the lines that hold one of a few words, without reading every line.

use std::collections::BTreeSet;

use guild_check::Span;

use crate::skill::File;

/// The most findings that one rule files for one file: a file that repeats itself is not worth more.
pub(super) const MOST_FINDINGS: usize = 20;

/// A line as a shell reads it: lines that end in a backslash are one with the next.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    /// The text in lower case.
    pub lower: &'a str,
    /// Where it stands.
    pub span: Span,
}

/// Lists the lines of a file that hold one of the words, which are in lower case.
pub(super) fn lines_with<'a>(file: &'a File, words: &[&str]) -> Vec<Line<'a>> {
    let lower = file.lower();
    let mut starts = BTreeSet::new();
    for word in words {
        for (at, _) in lower.match_indices(word) {
            starts.insert(start_of_line(lower, at));
        }
    }
    let lines = starts.into_iter().take(MOST_FINDINGS);
    lines.map(|start| line_from(lower, start)).collect()
}

/// Gives the line around a place.
pub(super) fn line_at(file: &File, at: usize) -> Line<'_> {
    let lower = file.lower();
    line_from(lower, start_of_line(lower, at))
}

fn start_of_line(text: &str, at: usize) -> usize {
    let mut start = at;
    loop {
        start = text[..start].rfind('\n').map_or(0, |index| index + 1);
        if start == 0 || !text[..start].trim_end_matches(['\n', '\r']).ends_with('\\') {
            return start;
        }
        start -= 1;
    }
}

fn line_from(text: &str, start: usize) -> Line<'_> {
    let mut end = start;
    loop {
        end = text[end..]
            .find('\n')
            .map_or(text.len(), |index| end + index);
        let is_continued = text[start..end].trim_end_matches('\r').ends_with('\\');
        if !is_continued || end == text.len() {
            break;
        }
        end += 1;
    }
    let lower = text[start..end].trim_end();
    let indent = lower.len() - lower.trim_start().len();
    Line {
        lower: &lower[indent..],
        span: Span::new(start + indent..start + lower.len()),
    }
}
