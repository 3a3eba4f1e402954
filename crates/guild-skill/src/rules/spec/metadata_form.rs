//! `metadata` maps text to text.

use guild_check::Findings;

use crate::front_matter::Value;
use crate::rules::fields;
use crate::skill::Skill;

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    let Some((source, front_matter)) = fields::front_matter(skill) else {
        return;
    };
    let Some(entry) = front_matter.entry("metadata") else {
        return;
    };
    let Value::Map { entries, .. } = &entry.value else {
        findings
            .warning(
                source.at(entry.key.span.to(entry.value.span())),
                "`metadata` is not a mapping",
            )
            .help("write each fact as `key: value`, indented below `metadata:`");
        return;
    };
    for inner in entries {
        if inner.value.as_text().is_none() {
            let message = format!("`metadata.{}` is not text", inner.key.text);
            findings
                .warning(source.at(inner.key.span), message)
                .help("the specification takes text only: write the value on one line");
        }
    }
}
