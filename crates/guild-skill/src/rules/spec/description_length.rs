//! A description has at most 1,024 characters.

use guild_check::Findings;

use crate::rules::fields;
use crate::skill::Skill;

/// The longest description, in characters (agentskills.io specification).
const DESCRIPTION_LENGTH: usize = 1024;

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    let Some((source, description)) = fields::text(skill, "description") else {
        return;
    };
    let length = description.text.chars().count();
    if length > DESCRIPTION_LENGTH {
        let message =
            format!("the description has {length} characters, more than {DESCRIPTION_LENGTH}");
        findings
            .error(source.at(description.span), message)
            .help("keep what tells this skill from others, and move the rest into the body");
    }
}
