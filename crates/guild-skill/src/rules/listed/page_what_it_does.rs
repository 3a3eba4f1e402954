//! What it does is told in a paragraph.

use guild_check::Findings;
use guild_check::markdown::Block;

use crate::rules::sections::{kind, section};
use crate::skill::Skill;

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    let Some(page) = &skill.page_md else {
        return;
    };
    let Some(section) = section(page, "What it does") else {
        return;
    };
    if section.blocks.is_empty() {
        findings
            .error(
                page.source.at(section.heading.span),
                "`What it does` is empty",
            )
            .help("write a paragraph on what the assistant does with the skill and what comes out");
    }
    let other = section
        .blocks
        .iter()
        .find(|block| !matches!(block, Block::Paragraph(_)));
    if let Some(other) = other {
        let message = format!(
            "`What it does` is a paragraph, and here stands {}",
            kind(other)
        );
        findings
            .error(page.source.at(other.span()), message)
            .help("write it in sentences");
    }
}
