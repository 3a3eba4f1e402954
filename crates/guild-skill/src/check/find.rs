//! Finding the skills under a path.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read as _};
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::sync::Arc;

use super::{CheckError, CheckOptions, Level, spread};
use crate::ArchiveLimits;
use crate::archive::Opened;
use crate::skill::{self, Folder, Kind, KnownSkills, Listed, SkillError};

/// How deep folders of skills may nest.
const DEEPEST: usize = 16;

/// A skill to be checked.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) files: Origin,
    /// The folder or the archive as reports show it.
    pub(super) shown: String,
    pub(super) known_skills: KnownSkills,
}

/// Where a skill's files are.
#[derive(Debug)]
pub(super) enum Origin {
    /// In a folder of this name, listed and not read yet.
    Folder(Listed, String),
    /// In an archive that was opened, or refused.
    Archive(Opened),
}

/// Adds the skills under a path; a folder without any is added itself, so that it is judged as a skill without SKILL.md.
pub(super) fn find(
    path: &Path,
    options: &CheckOptions,
    found: &mut Vec<Found>,
) -> Result<(), CheckError> {
    let given = || shown(path);
    let Ok(meta) = fs::metadata(path) else {
        return Err(CheckError::NotFound { path: given() });
    };
    let folder = match path.file_name() {
        Some(name) if !meta.is_dir() && name.eq_ignore_ascii_case("SKILL.md") => parent(path),
        Some(_) if meta.is_file() && is_zip(path) => {
            found.push(archive(path, options)?);
            return Ok(());
        }
        _ if !meta.is_dir() => return Err(CheckError::NotASkill { path: given() }),
        _ => path.to_owned(),
    };
    let listed = Listed::open(&folder).map_err(|source| error(&folder, source))?;
    if listed.is_skill() {
        found.push(Found {
            shown: shown(&folder),
            known_skills: beside(&folder, options),
            files: Origin::Folder(listed, skill::name_of(&folder)),
        });
        return Ok(());
    }
    let mut skills = Vec::new();
    walk(&listed, 0, &mut skills)?;
    if skills.is_empty() {
        found.push(Found {
            shown: shown(&folder),
            known_skills: KnownSkills::default(),
            files: Origin::Folder(listed, skill::name_of(&folder)),
        });
    }
    add(skills, options, found);
    Ok(())
}

fn error(path: &Path, source: io::Error) -> SkillError {
    SkillError {
        path: shown(path),
        source,
    }
}

fn is_zip(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("zip"))
}

fn archive(path: &Path, options: &CheckOptions) -> Result<Found, CheckError> {
    const LIMITS: ArchiveLimits = ArchiveLimits::STANDARD;
    let file = fs::File::open(path).map_err(|source| error(path, source))?;
    let mut bytes = Vec::new();
    file.take(LIMITS.archive_bytes + 1)
        .read_to_end(&mut bytes)
        .map_err(|source| error(path, source))?;
    Ok(Found {
        shown: shown(path),
        files: Origin::Archive(Opened::of(shown(path), &bytes, &LIMITS)),
        known_skills: Arc::new(options.known_skills.clone()).into(),
    })
}

/// Lists the skills' folders, sorted; a skill's own folder is not searched for more.
fn walk(around: &Listed, depth: usize, skills: &mut Vec<Listed>) -> Result<(), CheckError> {
    let is_searched = |name: &OsStr| !name.to_str().is_some_and(skill::is_skipped);
    let entries = around.entries.iter();
    let mut inner: Vec<&OsStr> = entries
        .filter(|entry| entry.kind == Kind::Folder && is_searched(&entry.name))
        .map(|entry| entry.name.as_os_str())
        .collect();
    inner.sort_unstable();
    const FOLDERS_PER_THREAD: usize = 200;
    let list = |name: &&OsStr| list(around.folder.folder(name));
    for listed in spread(&inner, FOLDERS_PER_THREAD, list) {
        let listed = listed?;
        if listed.is_skill() {
            skills.push(listed);
        } else if depth < DEEPEST {
            walk(&listed, depth + 1, skills)?;
        }
    }
    Ok(())
}

fn list(folder: Folder) -> Result<Listed, SkillError> {
    let path = folder.path.clone();
    Listed::of(folder).map_err(|source| error(&path, source))
}

/// Skills that are checked together may refer to each other.
fn add(skills: Vec<Listed>, options: &CheckOptions, found: &mut Vec<Found>) {
    let mut known = options.known_skills.clone();
    known.extend(skills.iter().map(|listed| name(&listed.folder.path)));
    let known = KnownSkills::from(Arc::new(known));
    for listed in skills {
        // What was walked into is no link, so its path says its name.
        let name = name(&listed.folder.path);
        found.push(Found {
            shown: shown(&listed.folder.path),
            known_skills: known.clone(),
            files: Origin::Folder(listed, name),
        });
    }
}

/// Gives the skills that lie beside one, its own included.
fn beside(folder: &Path, options: &CheckOptions) -> KnownSkills {
    let known = KnownSkills::from(Arc::new(options.known_skills.clone()));
    if options.level == Level::Spec {
        return known;
    }
    let absolute = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    known.and_beside(&absolute)
}

fn name(folder: &Path) -> String {
    folder
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

fn parent(path: &Path) -> PathBuf {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        Some(_) | None => PathBuf::from("."),
    }
}

/// Shows a path with `/` between its parts and without a leading `./`.
fn shown(path: &Path) -> String {
    let whole = path.to_string_lossy();
    let text = whole
        .strip_prefix("./")
        .unwrap_or(&whole)
        .trim_end_matches(['/', MAIN_SEPARATOR]);
    match text {
        "" if whole.starts_with('/') => "/".to_owned(),
        "" => ".".to_owned(),
        _ => text.replace(MAIN_SEPARATOR, "/"),
    }
}
