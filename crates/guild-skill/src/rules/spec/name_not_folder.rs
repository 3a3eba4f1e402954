//! The name is the name of the folder.

use guild_check::Findings;

use crate::rules::fields;
use crate::skill::Skill;

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    let Some((source, name)) = fields::text(skill, "name") else {
        return;
    };
    let text = name.text.trim();
    if text.is_empty() || fields::folded(text) == fields::folded(&skill.folder_name) {
        return;
    }
    let message = format!(
        "the name is `{text}`, and the folder is `{}`",
        skill.folder_name
    );
    findings
        .error(source.at(name.span), message)
        .help("give the folder and `name` the same name: clients look a skill up by either");
}
