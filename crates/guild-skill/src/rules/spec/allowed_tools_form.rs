//! `allowed-tools` is one text with a space between tools.

use guild_check::Findings;

use crate::front_matter::Value;
use crate::rules::fields;
use crate::skill::Skill;

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    let Some((source, front_matter)) = fields::front_matter(skill) else {
        return;
    };
    let Some(entry) = front_matter.entry("allowed-tools") else {
        return;
    };
    let span = entry.key.span.to(entry.value.span());
    let is_bracketed = source.slice(entry.value.span()).starts_with(['[', '{']);
    match &entry.value {
        Value::Text(_) => {}
        // The rule on brackets speaks of these.
        Value::List { .. } | Value::Map { .. } if is_bracketed => {}
        Value::List { .. } | Value::Map { .. } => {
            findings
                .warning(source.at(span), "`allowed-tools` is not one text")
                .help("write the tools on one line with a space between them: `allowed-tools: Read Grep`");
        }
    }
}
