//! A description starts with `Use when`.

use guild_check::Findings;

use crate::rules::fields;
use crate::skill::Skill;

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    let Some((source, description)) = fields::text(skill, "description") else {
        return;
    };
    let text = description.text.trim();
    let rest = text.strip_prefix("Use when");
    if text.is_empty() || rest.is_some_and(|rest| rest.starts_with([' ', ',', ':'])) {
        return;
    }
    findings
        .error(
            source.at(description.span),
            "the description does not start with `Use when`",
        )
        .help("begin with the situations: an assistant decides by them whether to open the skill");
}
