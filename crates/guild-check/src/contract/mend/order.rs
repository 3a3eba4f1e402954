//! Putting headings that stand beside each other in the order of the contract, each with all that stands below it.

use std::ops::Range;
use std::sync::Arc;

use crate::Span;
use crate::contract::work::{Group, Work};
use crate::fix::{Edit, Fix, Piece, line_end};
use crate::markdown::Block;

/// Puts the headings of a group in order; what the contract does not know goes with the heading before it.
///
/// The blank lines and rules between two sections stay where they are.
pub(in crate::contract) fn order(work: &Work, group: &Group) -> Option<Arc<Fix>> {
    let contents = contents(work, group)?;
    let order = new_order(group);
    let (first, last) = (contents.first()?, contents.last()?);
    if order.windows(2).all(|pair| pair[0] < pair[1]) {
        return None;
    }
    let mut pieces = Vec::new();
    for (at, &index) in order.iter().enumerate() {
        pieces.push(Piece::Taken(contents[index]));
        if let Some(next) = contents.get(at + 1) {
            let gap = Span {
                start: contents[at].end,
                end: next.start,
            };
            pieces.push(wide(work, gap));
        }
    }
    let edit = Edit {
        span: first.to(*last),
        pieces,
    };
    let noun = match group.parent {
        Some(_) => "subsections",
        None => "sections",
    };
    Some(Fix::new(
        format!("put the {noun} in the order of the contract"),
        vec![edit],
    ))
}

/// Gives the headings in their new order, by their index in the group.
fn new_order(group: &Group) -> Vec<usize> {
    let mut keyed: Vec<(Option<usize>, usize)> = Vec::with_capacity(group.members.len());
    let mut current = None;
    for (index, member) in group.members.iter().enumerate() {
        if !member.is_repeat {
            current = member.spec.or(current);
        }
        keyed.push((current, index));
    }
    keyed.sort();
    keyed.into_iter().map(|(_, index)| index).collect()
}

/// Gives each heading with what stands below it; nothing if something else stands between them.
fn contents(work: &Work, group: &Group) -> Option<Vec<Span>> {
    let blocks = &work.document.blocks;
    let headings = group.members.iter().map(|member| member.heading);
    let headings: Vec<usize> = headings.collect();
    let (first, last) = (*headings.first()?, *headings.last()?);
    let is_above = |block: &Block, least: u8| {
        let heading = block.as_heading();
        heading.is_some_and(|heading| heading.level <= least)
    };
    if blocks[first..last]
        .iter()
        .any(|block| is_above(block, group.level - 1))
    {
        return None;
    }
    let rest = blocks[last + 1..work.end]
        .iter()
        .position(|block| is_above(block, group.level));
    let end = rest.map_or(work.end, |rest| last + 1 + rest);
    let ends = headings[1..].iter().copied().chain([end]);
    let ranges = headings.iter().copied().zip(ends);
    Some(
        ranges
            .map(|(start, end)| content(work, start..end))
            .collect(),
    )
}

/// Gives a heading and its blocks, without the blank lines and rules that part it from the next.
fn content(work: &Work, range: Range<usize>) -> Span {
    let blocks = &work.document.blocks;
    let start = line_start(work, blocks[range.start].span().start);
    let end = match blocks.get(range.end) {
        Some(next) => line_start(work, next.span().start),
        None => work.document.body.end,
    };
    let is_rule = |block: &&Block| matches!(block, Block::Break(_));
    let last = blocks[range].iter().rfind(|block| !is_rule(block));
    let tail = last.map_or(start, |last| last.span().end);
    let rest = work.document.source.slice(Span { start: tail, end });
    // A definition of links is no block; it goes with the section.
    let is_bare = rest
        .chars()
        .all(|letter| letter.is_whitespace() || "-*_".contains(letter));
    let whole = Span {
        start,
        end: if is_bare { tail } else { end },
    };
    let text = work.document.source.slice(whole).trim_end();
    Span::new(start as usize..start as usize + text.len())
}

/// Gives where the line starts that a block starts on; a byte order mark stays at the start of the file.
fn line_start(work: &Work, at: u32) -> u32 {
    let source = &work.document.source;
    let start = source.line(source.position(at).line).start;
    if start == 0 && source.text().starts_with('\u{feff}') {
        3
    } else {
        start
    }
}

/// Gives what stands between two sections, with a blank line on each side: whatever comes together now keeps apart.
fn wide(work: &Work, gap: Span) -> Piece {
    let source = &work.document.source;
    let text = source.slice(gap);
    let end = line_end(source);
    let between = text.trim();
    let blank = format!("{end}{end}");
    if between.is_empty() {
        return match text.matches(end).count() {
            0 | 1 => Piece::Written(blank),
            _ => Piece::Taken(gap),
        };
    }
    if text.starts_with(&blank) && text.ends_with(&blank) {
        return Piece::Taken(gap);
    }
    Piece::Written(format!("{blank}{between}{blank}"))
}
