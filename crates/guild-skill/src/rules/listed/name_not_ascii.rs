//! A listed name can be typed and put into an address anywhere.

use guild_check::Findings;

use crate::rules::fields;
use crate::skill::Skill;

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    let Some((source, name)) = fields::text(skill, "name") else {
        return;
    };
    if let Some(character) = name
        .text
        .trim()
        .chars()
        .find(|character| !character.is_ascii())
    {
        let shown = character.escape_debug();
        findings
            .error(source.at(name.span), format!("the name holds `{shown}`, which is not in `a` to `z`"))
            .help("the catalog takes `a` to `z`, `0` to `9` and hyphens: two names could look the same otherwise");
    }
}
