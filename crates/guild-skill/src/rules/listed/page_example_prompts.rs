//! A page shows 2 or 3 example prompts.

use guild_check::Findings;
use guild_check::markdown::Block;

use crate::rules::sections::{kind, section};
use crate::skill::Skill;

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    let Some(page) = &skill.page_md else {
        return;
    };
    let Some(section) = section(page, "Example prompts") else {
        return;
    };
    let mut prompts = 0;
    for block in section.blocks {
        if let Block::List(list) = block {
            prompts += list
                .items
                .iter()
                .filter(|item| !item.text.trim().is_empty())
                .count();
            continue;
        }
        let message = format!(
            "`Example prompts` is a list, and here stands {}",
            kind(block)
        );
        findings
            .error(page.source.at(block.span()), message)
            .help("write each prompt as a line with `- `");
    }
    if !(2..=3).contains(&prompts) {
        let word = if prompts == 1 { "prompt" } else { "prompts" };
        findings
            .error(
                page.source.at(section.heading.span),
                format!("the page has {prompts} example {word}"),
            )
            .help("show 2 or 3: what a person would really type");
    }
}
