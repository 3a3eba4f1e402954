//! SKILL.md says something.

use guild_check::Findings;

use crate::skill::Skill;

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    let Some(skill_md) = &skill.skill_md else {
        return;
    };
    if skill_md.source.text().trim().is_empty() {
        findings
            .error(skill_md.source.top(), "SKILL.md is empty")
            .help("write front matter with `name` and `description`, then the instructions");
    }
}
