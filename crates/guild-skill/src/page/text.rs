//! Blocks of Markdown back into the text of a field.

use guild_check::Source;
use guild_check::markdown::{Block, List, ListItem, Paragraph, Section};

/// Gives a paragraph as written, on one line.
pub(crate) fn paragraph(source: &Source, paragraph: &Paragraph) -> String {
    one_line(source.slice(paragraph.span))
}

/// Gives the first paragraph of a section.
pub(crate) fn first_paragraph(source: &Source, blocks: &[Block]) -> Option<String> {
    let found = blocks.iter().find_map(Block::as_paragraph)?;
    Some(paragraph(source, found))
}

/// Gives all paragraphs of a section, an empty line between them.
pub(crate) fn paragraphs(source: &Source, blocks: &[Block]) -> Option<String> {
    let all: Vec<String> = blocks
        .iter()
        .filter_map(Block::as_paragraph)
        .map(|found| paragraph(source, found))
        .collect();
    (!all.is_empty()).then(|| all.join("\n\n"))
}

/// Gives the items of all lists that stand in a section itself.
pub(crate) fn items(source: &Source, section: &Section<'_>) -> Vec<String> {
    let lists = section.own_blocks.iter().filter_map(Block::as_list);
    lists
        .flat_map(|list: &List| &list.items)
        .map(|item| item_text(source, item))
        .filter(|text| !text.is_empty())
        .collect()
}

/// Gives the words of an item as written, without its mark and without what is nested in it.
pub(crate) fn item_text(source: &Source, item: &ListItem) -> String {
    let own = item.blocks.iter().filter_map(Block::as_paragraph);
    let texts: Vec<String> = own.map(|found| paragraph(source, found)).collect();
    texts.join(" ")
}

fn one_line(text: &str) -> String {
    let lines = text
        .lines()
        .map(|line| line.trim().trim_start_matches("> "));
    lines.collect::<Vec<_>>().join(" ").trim().to_owned()
}
