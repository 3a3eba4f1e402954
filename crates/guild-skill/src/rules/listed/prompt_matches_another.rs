//! An example prompt applies its own skill, not another one that lies beside it.

use guild_check::Findings;
use guild_check::markdown::Block;

use crate::page::item_text;
use crate::rules::sections::section;
use crate::skill::Skill;

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    let (Some(page), Some(ranking)) = (&skill.page_md, &skill.beside) else {
        return;
    };
    let blocks = section(page, "Example prompts").map_or(&[][..], |section| section.blocks);
    let lists = blocks.iter().filter_map(Block::as_list);
    for item in lists.flat_map(|list| &list.items) {
        let prompt = item_text(&page.source, item);
        let Some((other, decided)) = ranking.stealer(&skill.folder_name, &prompt) else {
            continue;
        };
        let message = format!(
            "an assistant would rather apply `{}` to this prompt, by its words: {}",
            other.name,
            decided.join(", ")
        );
        findings
            .error(page.source.at(item.span), message)
            .help("use the words of this skill's description and trigger phrases in the prompt, or tell the two descriptions apart")
            .guess();
    }
}
