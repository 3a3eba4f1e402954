//! The folder can be packed, and unpacked on every system.

use guild_check::Findings;

use crate::archive::ArchiveLimits;
use crate::files::FilePath;
use crate::skill::{Content, File, Skill};

const LIMITS: ArchiveLimits = ArchiveLimits::STANDARD;

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    for file in &skill.files {
        let Some(reason) = obstacle(file) else {
            continue;
        };
        let message = format!("`{}` {reason}", file.path.escape_debug());
        findings
            .error(skill.place(), message)
            .help("rename or replace the file: an archive holds plain files whose names every system takes");
    }
    let (count, most) = (skill.files.len(), LIMITS.entries);
    if count > most {
        findings
            .error(
                skill.place(),
                format!("the folder holds {count} files, and an archive at most {most}"),
            )
            .help("keep what the assistant reads, and put the rest where a script can fetch it");
    }
}

/// Says why no archive can hold a file.
fn obstacle(file: &File) -> Option<String> {
    match &file.content {
        Content::Link => Some("is a link, which no archive can hold".to_owned()),
        Content::Special => {
            Some("is a device, a pipe or a socket, which no archive can hold".to_owned())
        }
        Content::Unnameable => Some("cannot be packed: its name is not Unicode".to_owned()),
        Content::Text(_) | Content::Binary { .. } | Content::TooLarge => {
            let error = FilePath::parse(&file.path).err();
            let path = error.map(|error| format!("cannot be packed: {error}"));
            path.or_else(|| too_large(file.size_bytes))
        }
    }
}

fn too_large(bytes: u64) -> Option<String> {
    let most = LIMITS.file_bytes;
    (bytes > most).then(|| format!("has {bytes} bytes, and a file in an archive at most {most}"))
}
