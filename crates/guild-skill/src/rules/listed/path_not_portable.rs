//! The folder can be packed, and unpacked on every system.

use guild_check::Findings;

use crate::files::FilePath;
use crate::skill::{Content, Skill};

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    for file in &skill.files {
        let message = match (&file.content, FilePath::parse(&file.path)) {
            (Content::Link, _) => format!(
                "`{}` is a link, which no archive can hold",
                file.path.escape_debug()
            ),
            (Content::Text(_) | Content::Binary { .. } | Content::TooLarge, Ok(_)) => continue,
            (Content::Text(_) | Content::Binary { .. } | Content::TooLarge, Err(error)) => {
                format!("`{}` cannot be packed: {error}", file.path.escape_debug())
            }
        };
        findings
            .error(skill.place(), message)
            .help("rename or replace the file: an archive holds plain files whose names every system takes");
    }
}
