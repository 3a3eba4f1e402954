//! Front matter has a closing fence.

use guild_check::Findings;

use crate::front_matter::DefectKind;
use crate::skill::Skill;

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    let Some(skill_md) = &skill.skill_md else {
        return;
    };
    if skill_md.source.text().trim().is_empty() {
        return;
    }
    for defect in &skill_md.as_cut().defects {
        if defect.kind == DefectKind::Unclosed {
            findings
                .error(skill_md.source.at(defect.span), &defect.message)
                .help(&defect.help);
        }
    }
}
