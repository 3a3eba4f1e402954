//! A skill that needs something says so where an assistant looks first.

use guild_check::Findings;

use crate::rules::fields;
use crate::skill::{Signal, Skill};

/// What a description says when it states a prerequisite.
const WORDS: &[&str] = &[
    "require",
    "prerequisite",
    "need",
    "must have",
    "must be",
    "only if",
    "only when",
    "only with",
    "depends on",
    "installed",
    "connected",
    "available",
    "access to",
    "is present",
    "configured",
];

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    let Some((_, description)) = fields::text(skill, "description") else {
        return;
    };
    let Some(skill_md) = &skill.skill_md else {
        return;
    };
    let is_stated = |text: &str| {
        let lower = text.to_lowercase();
        WORDS.iter().any(|word| lower.contains(word))
    };
    let compatibility = fields::text(skill, "compatibility");
    let may_have_one = skill.skill_md_says(Signal::Prerequisite);
    if !may_have_one || compatibility.is_some() || is_stated(&description.text) {
        return;
    }
    let heading = skill_md.markdown().headings().find(|heading| {
        matches!(
            heading.key.as_str(),
            "prerequisite" | "prerequisites" | "requirements"
        )
    });
    if let Some(heading) = heading {
        findings
            .warning(skill_md.source.at(heading.span), "the description does not state the prerequisite")
            .help("name it in the description: `Requires …`; else the skill is applied where it cannot work")
            .guess();
    }
}
