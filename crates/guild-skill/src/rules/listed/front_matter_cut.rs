//! Every reader finds the end of the front matter at the same place.

use guild_check::{Findings, Span};

use crate::skill::Skill;

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    let Some(skill_md) = &skill.skill_md else {
        return;
    };
    if !skill_md.is_cut_elsewhere() {
        return;
    }
    let end = skill_md.as_cut().span.end;
    let place = skill_md.source.at(Span {
        start: end,
        end: end + 3,
    });
    findings
        .error(place, "some readers end the front matter at this `---`, others elsewhere")
        .help("keep `---` to the two lines around the front matter; write a dash as `-` or `—` in values");
}
