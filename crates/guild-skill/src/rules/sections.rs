//! The sections of PAGE.md, as several rules see them.

use guild_check::markdown::{Block, Section, heading_key};

use crate::skill::PageMd;

/// The second-level headings of PAGE.md in their order; the last may be missing.
pub(super) const SECTIONS: [&str; 5] = [
    "What it does",
    "When to use",
    "When not to use",
    "Example prompts",
    "Recent changes",
];

/// The sections that every page has.
pub(super) const REQUIRED: &[&str] = SECTIONS.split_at(4).0;

/// Finds where a heading stands in the order of sections.
pub(super) fn index(heading: &str) -> Option<usize> {
    let key = heading_key(heading);
    SECTIONS.iter().position(|name| heading_key(name) == key)
}

/// Finds a section of the page.
pub(super) fn section<'a>(page: &'a PageMd, name: &str) -> Option<Section<'a>> {
    let section = page.markdown.section(name)?;
    (section.heading.level == 2).then_some(section)
}

/// Tells what a block is, for a person.
pub(super) fn kind(block: &Block) -> &'static str {
    match block {
        Block::Heading(_) => "a heading",
        Block::Paragraph(_) => "a paragraph",
        Block::List(list) if list.is_ordered => "a numbered list",
        Block::List(_) => "a list",
        Block::Code(_) => "a code block",
        Block::Table(_) => "a table",
        Block::Html(_) => "HTML",
        Block::Quote(_) => "a quotation",
        Block::Break(_) => "a line across",
    }
}
