//! Front matter is YAML of the plain kind that every client reads alike.

use guild_check::Findings;

use crate::front_matter::DefectKind;
use crate::skill::Skill;

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    let Some(skill_md) = &skill.skill_md else {
        return;
    };
    for defect in &skill_md.as_cut().defects {
        if matches!(defect.kind, DefectKind::Invalid | DefectKind::TooLarge) {
            findings
                .error(skill_md.source.at(defect.span), &defect.message)
                .help(&defect.help);
        }
    }
}
