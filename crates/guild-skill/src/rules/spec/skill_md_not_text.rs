//! SKILL.md is UTF-8 text.

use guild_check::Findings;

use crate::skill::{Content, Skill};

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    for name in ["SKILL.md", "skill.md", "PAGE.md"] {
        let Some(file) = skill.file(name) else {
            continue;
        };
        let message = match &file.content {
            Content::Text(_) => continue,
            Content::Binary { offset, .. } => {
                format!("{name} is not UTF-8 text: byte {offset} is wrong")
            }
            Content::TooLarge => format!(
                "{name} has {} bytes, more than any client reads",
                file.size_bytes
            ),
            Content::Link => format!("{name} is a link, which no archive can hold"),
            Content::Special => format!("{name} is a device, a pipe or a socket, not a file"),
            // These names are Unicode.
            Content::Unnameable => continue,
        };
        findings
            .error(skill.place(), message)
            .help("save the file as UTF-8 text");
    }
}
