//! Places as editors count them: lines from 0, columns in UTF-16 units.

use guild_check::{Source, Span};
use lsp_types::{Position, Range};

/// Gives where a byte is.
pub(super) fn of_offset(source: &Source, at: u32) -> Position {
    let line = source.position(at).line;
    let start = source.line(line).start as usize;
    let text = source.text();
    let end = text.floor_char_boundary((at as usize).min(text.len()));
    let before = text.get(start..end).unwrap_or("");
    let units = before.encode_utf16().count();
    Position::new(line - 1, u32::try_from(units).unwrap_or(u32::MAX))
}

/// Gives the range of a span.
pub(super) fn of_span(source: &Source, span: Span) -> Range {
    Range::new(
        of_offset(source, span.start),
        of_offset(source, span.end.max(span.start)),
    )
}

/// Gives the byte at a place; behind the end of a line is its end, and behind the last line the end of the text.
pub(super) fn to_offset(source: &Source, position: Position) -> usize {
    let line = source.line(position.line.saturating_add(1));
    let text = source.slice(line);
    let mut units = 0;
    for (at, letter) in text.char_indices() {
        if units >= position.character as usize {
            return line.start as usize + at;
        }
        units += letter.len_utf16();
    }
    line.start as usize + text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_utf16_units() {
        let source = Source::new("a.md", "a\r\n😀ä|\rend");
        let at = source.text().find('|').unwrap();
        let position = of_offset(&source, u32::try_from(at).unwrap());
        assert_eq!(position, Position::new(1, 3));
        assert_eq!(to_offset(&source, position), at);
        // The middle of a pair is the letter after it.
        assert_eq!(to_offset(&source, Position::new(1, 1)), 3 + 4);
    }

    #[test]
    fn what_lies_behind_the_end_is_the_end() {
        let source = Source::new("a.md", "one\ntwo\n");
        assert_eq!(to_offset(&source, Position::new(0, 99)), 3);
        assert_eq!(to_offset(&source, Position::new(2, 0)), 8);
        assert_eq!(to_offset(&source, Position::new(u32::MAX, u32::MAX)), 8);
        assert_eq!(of_offset(&source, u32::MAX), Position::new(2, 0));
    }
}
