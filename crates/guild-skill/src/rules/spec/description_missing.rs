//! Every skill has a description.

use guild_check::Findings;

use crate::rules::fields::{Lacking, lacking};
use crate::skill::Skill;

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    let (place, message) = match lacking(skill, "description") {
        Some(Lacking::Key(place)) => (place, "the front matter has no `description`"),
        Some(Lacking::Value(place)) => (place, "the `description` is empty"),
        Some(Lacking::NotText(place)) => (place, "the `description` is not text"),
        None => return,
    };
    findings
        .error(place, message)
        .help("write `description: Use when …`: it is all that an assistant sees before it opens the skill");
}
