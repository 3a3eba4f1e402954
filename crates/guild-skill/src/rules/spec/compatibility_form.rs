//! `compatibility` is a text of at most 500 characters.

use guild_check::Findings;

use crate::front_matter::Value;
use crate::rules::fields;
use crate::skill::Skill;

/// The longest text, in characters (agentskills.io specification).
const COMPATIBILITY_LENGTH: usize = 500;

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    let Some((source, front_matter)) = fields::front_matter(skill) else {
        return;
    };
    let Some(entry) = front_matter.entry("compatibility") else {
        return;
    };
    let place = source.at(entry.key.span.to(entry.value.span()));
    match &entry.value {
        Value::Text(scalar) if scalar.text.trim().is_empty() => {
            findings
                .warning(place, "`compatibility` is empty")
                .help("say what the skill needs, or remove the key");
        }
        Value::Text(scalar) => {
            let length = scalar.text.chars().count();
            if length > COMPATIBILITY_LENGTH {
                let message = format!(
                    "`compatibility` has {length} characters, more than {COMPATIBILITY_LENGTH}"
                );
                findings
                    .error(place, message)
                    .help("name the products and packages that are needed, and move the rest into the body");
            }
        }
        Value::List { .. } | Value::Map { .. } => {
            findings
                .error(place, "`compatibility` is not text")
                .help("write one line that says what the skill needs");
        }
    }
}
