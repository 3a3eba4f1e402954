//! A listed skill has a page for people.

use guild_check::Findings;

use crate::skill::Skill;

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    if skill.file("PAGE.md").is_none() {
        findings
            .error(skill.place(), "the folder holds no PAGE.md")
            .help("write PAGE.md with title, summary, What it does, When to use, When not to use and Example prompts");
    }
}
