//! Every skill has a name.

use guild_check::Findings;

use crate::rules::fields::{Lacking, lacking};
use crate::skill::Skill;

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    let (place, message) = match lacking(skill, "name") {
        Some(Lacking::Key(place)) => (place, "the front matter has no `name`"),
        Some(Lacking::Value(place)) => (place, "the `name` is empty"),
        Some(Lacking::NotText(place)) => (place, "the `name` is not text"),
        None => return,
    };
    let help = format!(
        "write `name: {}`, the name of the folder",
        skill.folder_name
    );
    findings.error(place, message).help(help);
}
