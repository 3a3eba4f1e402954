//! Files that may be run and do not look like it.

use guild_check::Findings;

use crate::skill::Skill;

/// What scripts are called.
const SCRIPTS: &[&str] = &[
    "sh", "bash", "zsh", "fish", "py", "rb", "pl", "js", "mjs", "cjs", "ts", "php", "ps1", "awk",
];

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    for (file, source) in skill.texts() {
        if file.is_executable && !file.has_extension(SCRIPTS) && !source.text().starts_with("#!") {
            findings
                .note(source.top(), "the file may be run, and is no script")
                .help("take the right to run it away: `chmod -x`");
        }
    }
}
