//! Finding the lines that hold one of a few words, without reading every line.

use guild_check::Span;

use crate::skill::{File, Signal};

/// How far a line is read on either side of a word: nobody writes longer ones, and a file can be one line.
const REACH: usize = 1_000;

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
    let mut lines: Vec<Line<'_>> = Vec::new();
    for hit in file.hits().iter().filter(|hit| hit.signal == signal) {
        if lines
            .last()
            .is_some_and(|last| hit.at < last.span.end as usize)
        {
            continue;
        }
        lines.push(line_at(file, hit.at));
    }
    lines
}

/// Gives the line around a place.
pub(super) fn line_at(file: &File, at: usize) -> Line<'_> {
    line_at_byte(file.lower(), at)
}

fn line_at_byte(lower: &str, at: usize) -> Line<'_> {
    let (start, end) = (start_of_line(lower, at), end_of_line(lower, at));
    let line = lower[start..end].trim_end();
    let indent = line.len() - line.trim_start().len();
    Line {
        lower: &line[indent..],
        span: Span::new(start + indent..start + line.len()),
    }
}

fn start_of_line(text: &str, at: usize) -> usize {
    let first = text.floor_char_boundary(at.saturating_sub(REACH));
    let mut end = at;
    loop {
        let Some(index) = text[first..end].rfind('\n') else {
            return first;
        };
        end = first + index;
        if !text[first..end].trim_end_matches('\r').ends_with('\\') {
            return end + 1;
        }
    }
}

fn end_of_line(text: &str, at: usize) -> usize {
    let last = text.ceil_char_boundary(at + REACH);
    let mut end = at;
    loop {
        let Some(index) = text[end..last].find('\n') else {
            return last;
        };
        let is_continued = text[at..end + index].trim_end_matches('\r').ends_with('\\');
        end += index;
        if !is_continued {
            return end;
        }
        end += 1;
    }
}
