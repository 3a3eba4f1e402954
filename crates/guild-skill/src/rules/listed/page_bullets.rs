//! When to use and When not to use are bullets.

use guild_check::Findings;
use guild_check::markdown::Block;

use crate::rules::sections::{kind, section};
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
    ] {
        let Some(section) = section(page, name) else {
            continue;
        };
        if section.blocks.is_empty() {
            findings
                .error(
                    page.source.at(section.heading.span),
                    format!("`{name}` is empty"),
                )
                .help("list situations, one to a line with `- `");
        }
        for block in section.blocks {
            let Block::List(list) = block else {
                let message = format!(
                    "`{name}` is a list of bullets, and here stands {}",
                    kind(block)
                );
                findings
                    .error(page.source.at(block.span()), message)
                    .help("write each situation as a line with `- `");
                continue;
            };
            for item in &list.items {
                let place = page.source.at(item.span);
                if item.text.trim().is_empty() {
                    findings.error(place, "an item is empty").help("remove it");
                } else if item.text.starts_with(GLYPHS) {
                    findings
                        .error(place, "an item starts with a glyph")
                        .help(format!(
                            "remove it, and write `{key}: true` into the front matter"
                        ));
                }
            }
        }
    }
}
