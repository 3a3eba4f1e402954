//! Lists and mappings in brackets, which clients read and the specification's validator refuses.

use guild_check::Findings;

use crate::front_matter::DefectKind;
use crate::skill::{Level, Skill};

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    let Some(skill_md) = &skill.skill_md else {
        return;
    };
    for defect in &skill_md.as_cut().defects {
        if defect.kind != DefectKind::Bracketed {
            continue;
        }
        let place = skill_md.source.at(defect.span);
        let finding = match skill.level {
            Level::Spec => findings.error(place, &defect.message),
            Level::Listed => findings.note(place, &defect.message),
        };
        finding.help(&defect.help);
    }
}
