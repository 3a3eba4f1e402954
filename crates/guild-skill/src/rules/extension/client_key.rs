//! Keys that some client reads and the specification does not have.

use guild_check::Findings;

use crate::rules::{fields, keys};
use crate::skill::{Level, Skill};

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    let Some((source, front_matter)) = fields::front_matter(skill) else {
        return;
    };
    for entry in &front_matter.entries {
        let key = entry.key.text.as_str();
        let Some(meaning) = keys::client_of(key) else {
            continue;
        };
        let place = source.at(entry.key.span);
        let message =
            format!("the specification has no key `{key}`; some clients read it, others ignore it");
        let finding = match skill.level {
            Level::Spec => findings.error(place, message),
            Level::Listed => findings.note(place, message),
        };
        finding.help(format!(
            "where it is read, it {meaning}: do not rely on it elsewhere"
        ));
    }
}
