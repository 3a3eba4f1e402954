//! Whether a text asks for something or talks about it.
//!
//! A skill on security quotes attacks, lists them in tables and shows them in code as what not to do. Such text is
//! still found, as a guess: an author of malice can write `for example` too.

use guild_check::orders::is_quoted;
pub(super) use guild_check::orders::warns;

use super::lines::{Line, line_at};
use crate::skill::File;

/// Tells whether what stands at a place is talked about rather than asked for.
pub(super) fn is_talked_about(file: &File, line: Line<'_>, at: usize) -> bool {
    let start = line.span.start as usize;
    let before = line.lower.get(..at.saturating_sub(start)).unwrap_or("");
    warns(before) || is_quoted(line.lower, before) || surroundings_warn(file, line)
}

/// Tells whether the line before, the line before its code block, or the headings above warn.
pub(super) fn surroundings_warn(file: &File, line: Line<'_>) -> bool {
    let start = line.span.start as usize;
    if let Some(previous) = line_before(file, start)
        && warns(previous.lower)
    {
        return true;
    }
    if !file.is_markdown() {
        return false;
    }
    let outline = file.outline();
    if let Some(block) = outline.code_around(line.span)
        && let Some(introduction) = line_before(file, block.start as usize)
        && warns(introduction.lower)
    {
        return true;
    }
    outline.headings_over(line.span.start).any(warns)
}

/// Gives the last line that is not empty before a place.
fn line_before(file: &File, at: usize) -> Option<Line<'_>> {
    let before = file.lower()[..at].trim_end();
    let line = (!before.is_empty()).then(|| line_at(file, before.len()))?;
    Some(line)
}
