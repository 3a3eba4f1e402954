//! A name has at most 64 characters.

use guild_check::Findings;

use crate::name::NAME_LENGTH;
use crate::rules::fields;
use crate::skill::Skill;

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    let Some((source, name)) = fields::text(skill, "name") else {
        return;
    };
    let length = fields::folded(name.text.trim()).chars().count();
    if length > NAME_LENGTH {
        let message = format!("the name has {length} characters, more than {NAME_LENGTH}");
        findings
            .error(source.at(name.span), message)
            .help("shorten the name, and rename the folder with it");
    }
}
