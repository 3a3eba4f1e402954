//! Where in an archive the skill stands: at the root, or in one folder that holds everything.

use super::ArchiveError;
use crate::files::shown;

/// The name that makes a folder a skill.
const SKILL_FILE: &str = "SKILL.md";

/// Finds the folder that holds the skill; none when SKILL.md stands at the root. `files` are the paths of files alone.
pub(super) fn find_wrapper<'a>(
    files: impl Iterator<Item = &'a str> + Clone,
) -> Result<Option<&'a str>, ArchiveError> {
    if files.clone().any(|path| path == SKILL_FILE) {
        return Ok(None);
    }
    let mut folders = files.clone().filter_map(|path| match path.split_once('/') {
        Some((folder, SKILL_FILE)) => Some(folder),
        Some(_) | None => None,
    });
    match (folders.next(), folders.next()) {
        (Some(folder), None) => Ok(Some(folder)),
        (Some(first), Some(second)) => Err(ArchiveError::ManySkills {
            first: shown(first),
            second: shown(second),
        }),
        (None, _) => Err(missing(files)),
    }
}

fn missing<'a>(mut files: impl Iterator<Item = &'a str>) -> ArchiveError {
    let is_near = |path: &&str| {
        let name = path.split_once('/').map_or(*path, |(_, name)| name);
        name.eq_ignore_ascii_case(SKILL_FILE)
    };
    match files.find(is_near) {
        Some(found) => ArchiveError::SkillFileName {
            found: shown(found),
        },
        None => ArchiveError::NoSkillFile,
    }
}
