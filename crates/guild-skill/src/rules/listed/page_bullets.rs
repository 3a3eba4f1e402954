//! A bullet says something, and leaves its glyph to the page.

use guild_check::Findings;
use guild_check::markdown::Block;

use crate::rules::sections::section;
use crate::skill::Skill;

/// What an author may have put before an item, which the page shows by itself.
const GLYPHS: &[char] = &['✓', '✔', '✅', '✗', '✘', '✕', '✖', '❌', '☑'];

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    let Some(page) = &skill.page_md else {
        return;
    };
    for (name, key) in [
        ("When to use", "check-glyphs"),
        ("When not to use", "cross-glyphs"),
        ("Example prompts", ""),
    ] {
        let section = section(page, name);
        let blocks = section.map_or(&[][..], |section| section.blocks);
        let items = blocks.iter().filter_map(Block::as_list);
        for item in items.flat_map(|list| &list.items) {
            let place = page.source.at(item.span);
            if item.text.trim().is_empty() {
                findings.error(place, "an item is empty").help("remove it");
            } else if !key.is_empty() && item.text.starts_with(GLYPHS) {
                findings
                    .error(place, "an item starts with a glyph")
                    .help(format!(
                        "remove it, and write `{key}: true` into the front matter"
                    ));
            }
        }
    }
}
