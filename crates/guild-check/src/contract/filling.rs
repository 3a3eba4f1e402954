//! Whether a part says anything.

use super::model::ReasonedNone;
use crate::markdown::{Block, Html, heading_key};

/// What stands in a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filling {
    /// Nothing that a reader sees.
    Nothing,
    /// Words that say nothing, such as `TBD`.
    EmptyWords,
    /// That there is nothing, with the reason, where the contract accepts that.
    ReasonedNone,
    /// Something.
    Filled,
}

/// Looks at the blocks of a part; `empty_words` are the keys of what counts as nothing.
pub(super) fn of(blocks: &[Block], empty_words: &[String], none: ReasonedNone) -> Filling {
    let mut seen = blocks.iter().filter(|block| is_seen(block));
    let (Some(first), second) = (seen.next(), seen.next()) else {
        return Filling::Nothing;
    };
    let Some(text) = only_text(first) else {
        return Filling::Filled;
    };
    let starts = starts_empty(text, empty_words);
    match (starts, none) {
        (Empty::Wholly, _) if second.is_none() => Filling::EmptyWords,
        (Empty::AtFirst, ReasonedNone::Accepted) => Filling::ReasonedNone,
        (Empty::AtFirst, ReasonedNone::Refused) if second.is_none() => Filling::EmptyWords,
        (Empty::Wholly | Empty::AtFirst | Empty::Not, _) => Filling::Filled,
    }
}

/// Says whether HTML is nothing but a comment.
pub(super) fn is_hidden(html: &Html) -> bool {
    let text = html.text.trim();
    text.starts_with("<!--") && text.find("-->").is_none_or(|at| at + 3 == text.len())
}

enum Empty {
    Not,
    /// `None: the call reads nothing.`
    AtFirst,
    Wholly,
}

fn starts_empty(text: &str, empty_words: &[String]) -> Empty {
    let key = heading_key(text);
    for word in empty_words {
        let Some(rest) = key.strip_prefix(word.as_str()) else {
            continue;
        };
        if rest.is_empty() {
            return Empty::Wholly;
        }
        let rest = rest.trim_start_matches(' ');
        let marks = [
            ":", ",", ";", ".", "—", "–", "- ", "(", "because ", "as ", "since ",
        ];
        if marks.iter().any(|mark| rest.starts_with(mark)) {
            return Empty::AtFirst;
        }
    }
    Empty::Not
}

fn is_seen(block: &Block) -> bool {
    match block {
        Block::Html(html) => !is_hidden(html),
        Block::Paragraph(paragraph) => !paragraph.text.is_empty() || !paragraph.span.is_empty(),
        Block::List(list) => !list.items.iter().all(|item| item.blocks.is_empty()),
        Block::Quote(quote) => quote.blocks.iter().any(is_seen),
        Block::Heading(_) | Block::Break(_) => false,
        Block::Code(_) | Block::Table(_) => true,
    }
}

/// Gives the words of a block that holds nothing but a few.
fn only_text(block: &Block) -> Option<&str> {
    match block {
        Block::Paragraph(paragraph) => Some(&paragraph.text),
        Block::List(list) => match &list.items[..] {
            [only] => Some(&only.text),
            _ => None,
        },
        Block::Quote(quote) => match &quote.blocks[..] {
            [Block::Paragraph(paragraph)] => Some(&paragraph.text),
            _ => None,
        },
        Block::Heading(_) | Block::Code(_) | Block::Table(_) | Block::Html(_) | Block::Break(_) => {
            None
        }
    }
}
