//! Values that a YAML reader takes for a number, a truth value or nothing.

use guild_check::Findings;

use crate::front_matter::Scalar;
use crate::rules::fields;
use crate::skill::Skill;

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    for key in ["name", "description", "license", "compatibility"] {
        let Some((source, value)) = fields::text(skill, key) else {
            continue;
        };
        if value.is_plain && is_other_type(value) {
            let message = format!(
                "many clients read `{key}: {}` as something other than text",
                value.text
            );
            findings.note(source.at(value.span), message).help(format!(
                "put it into quotation marks: `{key}: \"{}\"`",
                value.text
            ));
        }
    }
}

fn is_other_type(value: &Scalar) -> bool {
    let text = value.text.as_str();
    let words = ["true", "false", "null", "yes", "no", "on", "off", "~"];
    let is_word = words.iter().any(|word| text.eq_ignore_ascii_case(word));
    is_word || (!text.is_empty() && text.parse::<f64>().is_ok())
}
