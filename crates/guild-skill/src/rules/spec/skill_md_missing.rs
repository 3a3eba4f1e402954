//! A skill is a folder with a file SKILL.md.

use guild_check::Findings;

use crate::skill::Skill;

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    let mut names = skill.files.iter().map(|file| file.path.as_str());
    if names
        .clone()
        .any(|name| matches!(name, "SKILL.md" | "skill.md"))
    {
        return;
    }
    let help = match names.find(|name| name.eq_ignore_ascii_case("SKILL.md")) {
        Some(other) => format!("rename `{other}` to `SKILL.md`"),
        None => "name a folder that holds SKILL.md, or write one: front matter with `name` and `description`, then the instructions".to_owned(),
    };
    findings
        .error(skill.place(), "the folder holds no SKILL.md")
        .help(help);
}
