//! The text of one file under check, and places in it.

use std::fmt;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

/// The text of one file, shared by everything that points into it.
///
/// The text is kept as it was read (with its byte order mark and its line ends), so that an offset is an offset
/// into the file.
#[derive(Clone)]
pub struct Source(Arc<SourceText>);

struct SourceText {
    path: String,
    text: String,
    /// Byte offset of the start of each line; the first is 0.
    line_starts: OnceLock<Vec<u32>>,
    /// How many characters start before each block of [`BLOCK`] bytes; counted when the first column is asked for.
    characters: OnceLock<Vec<u32>>,
}

/// Counting from the last block keeps a column cheap on a line of a million characters.
const BLOCK: usize = 512;

/// A range of bytes in one source.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

/// A span in a given source: where a finding points.
#[derive(Clone)]
pub struct Place {
    /// The file.
    pub source: Source,
    /// The range in it.
    pub span: Span,
}

/// A line and a column, both from 1; the column counts characters (Unicode scalar values).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
}

impl Source {
    /// Takes a file's text under the path that reports show, with `/` between its parts.
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> Self {
        Self(Arc::new(SourceText {
            path: path.into(),
            text: text.into(),
            line_starts: OnceLock::new(),
            characters: OnceLock::new(),
        }))
    }

    /// Lines are looked for when the first place is asked for: most files have nothing to point at.
    fn line_starts(&self) -> &[u32] {
        self.0.line_starts.get_or_init(|| line_starts(self.text()))
    }

    /// Gives the path that reports show.
    pub fn path(&self) -> &str {
        &self.0.path
    }

    /// Gives the whole text, byte order mark included.
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// Gives the text of a span; a span that is not of this source gives an empty text.
    pub fn slice(&self, span: Span) -> &str {
        self.text().get(span.range()).unwrap_or("")
    }

    /// Points at a span of this source.
    pub fn at(&self, span: Span) -> Place {
        Place {
            source: self.clone(),
            span,
        }
    }

    /// Points at the first character, for what is missing from a file as a whole.
    pub fn top(&self) -> Place {
        self.at(Span::default())
    }

    /// Counts the lines; a text that ends in a line end has no empty last line.
    pub fn line_count(&self) -> usize {
        let text = self.text();
        let ends = match count(text, b'\r') {
            0 => count(text, b'\n'),
            returns => returns + count(text, b'\n') - text.matches("\r\n").count(),
        };
        ends + usize::from(!text.is_empty() && !text.ends_with(['\n', '\r']))
    }

    /// Gives the span of a line without its end; `line` counts from 1. A line that is not there gives an empty span at the end.
    pub fn line(&self, line: u32) -> Span {
        let starts = self.line_starts();
        let end_of_text = offset(self.text().len());
        let index = line.saturating_sub(1) as usize;
        let Some(&start) = starts.get(index) else {
            return Span {
                start: end_of_text,
                end: end_of_text,
            };
        };
        let end = starts.get(index + 1).copied().unwrap_or(end_of_text);
        let text = self
            .slice(Span { start, end })
            .trim_end_matches(['\n', '\r']);
        Span {
            start,
            end: start + offset(text.len()),
        }
    }

    /// Gives the span of the line around a byte offset without its end; no other line is looked at.
    pub fn line_around(&self, at: u32) -> Span {
        const ENDS: [char; 2] = ['\n', '\r'];
        let Some((before, after)) = self.text().split_at_checked(at as usize) else {
            return Span { start: at, end: at };
        };
        let start = before.rfind(ENDS).map_or(0, |end| end + 1);
        let length = after.find(ENDS).unwrap_or(after.len());
        Span::new(start..before.len() + length)
    }

    /// Finds the line of a byte offset; it counts from 1.
    pub fn line_of(&self, at: u32) -> u32 {
        let line = self.line_starts().partition_point(|&start| start <= at);
        offset(line.max(1))
    }

    /// Finds line and column of a byte offset; one past the end is the end.
    pub fn position(&self, at: u32) -> Position {
        let line = self.line_of(at);
        let start = self.line_starts()[line as usize - 1] as usize;
        let mut end = (at as usize).min(self.text().len());
        while !self.text().is_char_boundary(end) {
            end -= 1;
        }
        let mut column = self.characters_before(end) - self.characters_before(start.min(end));
        // A byte order mark takes no column: no editor shows it.
        if start == 0 && end > 0 && self.text().starts_with('\u{feff}') {
            column -= 1;
        }
        Position {
            line,
            column: offset(column + 1),
        }
    }

    /// Counts the characters that start before a byte.
    fn characters_before(&self, at: usize) -> usize {
        let blocks = self.0.characters.get_or_init(|| count_blocks(self.text()));
        let block = at / BLOCK;
        let rest = &self.text().as_bytes()[block * BLOCK..at];
        blocks[block] as usize + starts(rest)
    }
}

impl Span {
    /// Makes a span of a range of bytes.
    pub fn new(range: Range<usize>) -> Self {
        Self {
            start: offset(range.start),
            end: offset(range.end),
        }
    }

    /// Gives the range for slicing.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Says whether there is nothing in it.
    pub fn is_empty(self) -> bool {
        self.start >= self.end
    }

    /// Gives the smallest span that holds both.
    pub fn to(self, other: Self) -> Self {
        Self {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }
}

impl Place {
    /// Gives where the place starts.
    pub fn start(&self) -> Position {
        self.source.position(self.span.start)
    }

    /// Gives where the place ends: the position after its last character.
    pub fn end(&self) -> Position {
        self.source.position(self.span.end.max(self.span.start))
    }
}

impl fmt::Debug for Source {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "Source({}, {} bytes)",
            self.path(),
            self.text().len()
        )
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let start = self.start();
        write!(
            formatter,
            "{}:{}:{}",
            self.source.path(),
            start.line,
            start.column
        )
    }
}

fn count_blocks(text: &str) -> Vec<u32> {
    let mut count = 0;
    let mut blocks = vec![0];
    for block in text.as_bytes().chunks_exact(BLOCK) {
        count += starts(block);
        blocks.push(offset(count));
    }
    blocks
}

/// Counts the bytes that start a character.
fn starts(bytes: &[u8]) -> usize {
    let is_start = |byte: &&u8| (**byte & 0xc0) != 0x80;
    bytes.iter().filter(is_start).count()
}

/// Counts a byte. No chunk holds more than a byte can count, so that many are counted together.
fn count(text: &str, byte: u8) -> usize {
    let chunks = text.as_bytes().chunks(u8::MAX.into());
    let count = |chunk: &[u8]| {
        chunk
            .iter()
            .fold(0, |count, &found| count + u8::from(found == byte))
    };
    chunks.map(|chunk| usize::from(count(chunk))).sum()
}

fn line_starts(text: &str) -> Vec<u32> {
    let mut starts = vec![0];
    if !text.contains('\r') {
        starts.extend(text.match_indices('\n').map(|(at, _)| offset(at + 1)));
        return starts;
    }
    let bytes = text.as_bytes();
    for (index, &byte) in bytes.iter().enumerate() {
        let is_lone_return = byte == b'\r' && bytes.get(index + 1) != Some(&b'\n');
        if byte == b'\n' || is_lone_return {
            starts.push(offset(index + 1));
        }
    }
    starts
}

/// Offsets are kept in 32 bits: nothing over 4 GiB is ever read as text.
fn offset(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_not_bytes() {
        let source = Source::new("a.md", "äöü x\nsecond");
        let at = u32::try_from(source.text().find('x').unwrap()).unwrap();
        assert_eq!(source.position(at), Position { line: 1, column: 5 });
    }

    #[test]
    fn every_line_end_counts_once() {
        let source = Source::new("a.md", "one\r\ntwo\rthree\nfour");
        assert_eq!(source.line_count(), 4);
        assert_eq!(source.slice(source.line(2)), "two");
        assert_eq!(source.slice(source.line(1)), "one");
        // Between a return and its feed nothing stands.
        for at in (0..=18).filter(|&at| at != 4) {
            let line = source.line(source.line_of(at));
            assert_eq!(source.line_around(at), line, "{at}");
        }
        assert_eq!(source.position(9).line, 3);
    }

    #[test]
    fn a_byte_order_mark_takes_no_column() {
        let source = Source::new("a.md", "\u{feff}# Title");
        assert_eq!(source.position(3), Position { line: 1, column: 1 });
    }
}
