//! The title is followed by one paragraph.

use guild_check::Findings;
use guild_check::markdown::Block;

use crate::rules::sections::kind;
use crate::skill::Skill;

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    let Some(page) = &skill.page_md else {
        return;
    };
    let sections = page.markdown.sections();
    let Some(title) = sections.iter().find(|section| section.heading.level == 1) else {
        return;
    };
    match title.own_blocks {
        [Block::Paragraph(_)] => {}
        [] => {
            findings
                .error(
                    page.source.at(title.heading.span),
                    "no summary stands under the title",
                )
                .help("write one paragraph that says what the skill is for");
        }
        [Block::Paragraph(_), other, ..] | [other, ..] => {
            let message = format!(
                "the summary is one paragraph, and here stands {}",
                kind(other)
            );
            findings
                .error(page.source.at(other.span()), message)
                .help("keep one paragraph under the title, and move the rest to `## What it does`");
        }
    }
}
