//! SKILL.md stays under 500 lines.

use guild_check::Findings;

use crate::skill::Skill;

/// The first number of lines that is too many (agentskills.io specification: under 500).
const TOO_MANY: usize = 500;

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    let Some(skill_md) = &skill.skill_md else {
        return;
    };
    let lines = skill_md.source.line_count();
    if lines >= TOO_MANY {
        let line = skill_md.source.line(500);
        findings
            .warning(skill_md.source.at(line), format!("SKILL.md has {lines} lines, not under {TOO_MANY}"))
            .help("move details into files under `references/` and link them: an assistant reads those when it needs them");
    }
}
