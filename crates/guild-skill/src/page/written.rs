//! The record as the author wrote it in PAGE.md (DESIGN.md 3).

use guild_check::Source;
use guild_check::markdown::{Block, Markdown};

use super::text;
use super::{PageRecord, RecentChange};
use crate::age::Date;
use crate::front_matter::{FrontMatter, LIMITS};

/// Reads PAGE.md; what it lacks is empty, and its title falls back on that of SKILL.md.
pub(super) fn record(source: &Source, derived: PageRecord) -> PageRecord {
    let front_matter = FrontMatter::read(source, LIMITS);
    let markdown = Markdown::parse(source);
    let flag = |key: &str| {
        let value = front_matter.text(key);
        value.is_some_and(|scalar| scalar.text == "true")
    };
    let mut record = PageRecord {
        pack_label: front_matter
            .text("pack")
            .map_or(derived.pack_label, |scalar| scalar.text.trim().to_owned()),
        title: derived.title,
        has_check_glyphs: flag("check-glyphs"),
        has_cross_glyphs: flag("cross-glyphs"),
        description: derived.description,
        skill_md: derived.skill_md,
        is_derived: false,
        ..PageRecord::default()
    };
    for section in markdown.sections() {
        if section.heading.level == 1 {
            record.title.clone_from(&section.heading.text);
            let summary = text::first_paragraph(source, section.own_blocks);
            record.summary = summary.unwrap_or_default();
            continue;
        }
        match section.heading.key.as_str() {
            "what it does" => record.what_it_does = text::paragraphs(source, section.own_blocks),
            "when to use" => record.when_to_use = text::items(source, &section),
            "when not to use" => record.when_not_to_use = text::items(source, &section),
            "example prompts" => record.example_prompts = text::items(source, &section),
            "recent changes" => record.recent_changes = changes(source, section.own_blocks),
            _ => {}
        }
    }
    record
}

/// Reads the entries `Nov 20, 2026: text`, and puts the newest first; an entry of another form is left out.
fn changes(source: &Source, blocks: &[Block]) -> Vec<RecentChange> {
    let lists = blocks.iter().filter_map(Block::as_list);
    let items = lists.flat_map(|list| &list.items);
    let mut changes: Vec<RecentChange> = items
        .filter_map(|item| change(&text::item_text(source, item)))
        .collect();
    changes.sort_by_key(|change| std::cmp::Reverse(change.date));
    changes
}

/// Reads one entry of Recent changes: a date, a colon and what changed.
pub(crate) fn change(text: &str) -> Option<RecentChange> {
    let (date, text) = text.split_once(':')?;
    Some(RecentChange {
        date: Date::parse(date).ok()?,
        text: text.trim().to_owned(),
    })
}
