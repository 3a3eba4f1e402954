//! A description quotes what a person would say.

use guild_check::Findings;

use crate::page;
use crate::rules::fields;
use crate::skill::Skill;

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    let Some((source, description)) = fields::text(skill, "description") else {
        return;
    };
    if description.text.trim().is_empty() || !page::quoted(&description.text).is_empty() {
        return;
    }
    findings
        .error(source.at(description.span), "the description quotes no trigger phrase")
        .help("add what a person would say, in quotation marks: `or when the user says \"write it down\"`");
}
