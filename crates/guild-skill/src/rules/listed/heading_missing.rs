//! The body begins with a first-level heading.

use guild_check::Findings;
use guild_check::markdown::Block;

use crate::skill::Skill;

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    let Some(skill_md) = &skill.skill_md else {
        return;
    };
    if skill_md.plain_title().is_some() {
        return;
    }
    let markdown = skill_md.markdown();
    let is_comment = |block: &&Block| !matches!(block, Block::Html(html) if html.text.trim_start().starts_with("<!--"));
    let place = match markdown.blocks.iter().find(is_comment) {
        Some(Block::Heading(heading)) if heading.level == 1 => return,
        Some(block) => skill_md.source.at(block.span()),
        None => skill_md.source.top(),
    };
    findings
        .error(place, "the body does not begin with a first-level heading")
        .help("begin it with `# ` and the title of the skill");
}
