//! The file is called SKILL.md, in capitals.

use guild_check::Findings;

use crate::skill::Skill;

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    if skill.file("skill.md").is_some() && skill.file("SKILL.md").is_none() {
        findings
            .error(skill.skill_md_place(), "the file is called `skill.md`")
            .help("rename it to `SKILL.md`: most clients look for no other name");
    }
}
