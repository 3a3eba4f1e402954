//! Finding the lines that hold one of a few words, without reading every line.

use guild_check::{Findings, Source, Span};

use crate::skill::{File, Signal};

/// The most findings that one rule files for one file: a file that repeats itself is not worth more.
pub(super) const MOST_FINDINGS: usize = 20;

/// Tells whether the rule that is running has filed all it may for a file.
pub(super) fn is_full(source: &Source, findings: &Findings) -> bool {
    let filed = findings.as_slice().iter().rev();
    let same = filed.take_while(|finding| finding.place.source.path() == source.path());
    same.take(MOST_FINDINGS).count() == MOST_FINDINGS
}

/// A line as a shell reads it: lines that end in a backslash are one with the next.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    /// The text in lower case.
    pub lower: &'a str,
    /// Where it stands.
    pub span: Span,
}

/// Lists the lines of a file that hold a word of a group.
pub(super) fn lines_with(file: &File, signal: Signal) -> Vec<Line<'_>> {
    let lower = file.lower();
    let mut lines: Vec<Line<'_>> = Vec::new();
    for hit in file.hits().iter().filter(|hit| hit.signal == signal) {
        if lines
            .last()
            .is_some_and(|last| hit.at < last.span.end as usize)
        {
            continue;
        }
        lines.push(line_at_byte(lower, hit.at));
    }
    lines
}

fn line_at_byte(lower: &str, at: usize) -> Line<'_> {
    line_from(lower, start_of_line(lower, at))
}

/// Gives the line around a place.
pub(super) fn line_at(file: &File, at: usize) -> Line<'_> {
    line_at_byte(file.lower(), at)
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
