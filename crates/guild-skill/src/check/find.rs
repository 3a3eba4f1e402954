//! Finding the skills under a path.

use std::collections::BTreeSet;
use std::fs;
use std::io::Read as _;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::sync::Arc;

use super::{CheckError, CheckOptions, Level, spread};
use crate::ArchiveLimits;
use crate::archive::Opened;
use crate::skill::{self, SkillError};

/// How deep folders of skills may nest.
const DEEPEST: usize = 16;

/// A skill to be checked.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) files: Origin,
    /// The folder or the archive as reports show it.
    pub(super) shown: String,
    pub(super) known_skills: Arc<BTreeSet<String>>,
}

/// Where a skill's files are.
#[derive(Debug)]
pub(super) enum Origin {
    /// In a folder of this path and this name, not read yet.
    Folder(PathBuf, String),
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
    let before = found.len();
    if skill::is_skill(&folder) {
        found.push(Found {
            shown: shown(&folder),
            known_skills: Arc::new(beside(&folder, options)),
            files: named(folder),
        });
    } else {
        let mut folders = Vec::new();
        walk(&folder, 0, &mut folders)?;
        add(folders, options, found);
        if found.len() == before {
            found.push(Found {
                shown: shown(&folder),
                known_skills: Arc::default(),
                files: named(folder),
            });
        }
    }
    Ok(())
}

fn is_zip(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("zip"))
}

fn archive(path: &Path, options: &CheckOptions) -> Result<Found, CheckError> {
    const LIMITS: ArchiveLimits = ArchiveLimits::STANDARD;
    let error = |source| SkillError {
        path: shown(path),
        source,
    };
    let file = fs::File::open(path).map_err(error)?;
    let mut bytes = Vec::new();
    file.take(LIMITS.archive_bytes + 1)
        .read_to_end(&mut bytes)
        .map_err(error)?;
    Ok(Found {
        shown: shown(path),
        files: Origin::Archive(Opened::of(shown(path), &bytes, &LIMITS)),
        known_skills: Arc::new(options.known_skills.clone()),
    })
}

/// Lists the skills' folders, sorted; a skill's own folder is not searched for more.
fn walk(folder: &Path, depth: usize, folders: &mut Vec<PathBuf>) -> Result<(), CheckError> {
    let error = |source| SkillError {
        path: shown(folder),
        source,
    };
    let mut inner = Vec::new();
    for entry in fs::read_dir(folder).map_err(error)? {
        let entry = entry.map_err(error)?;
        let kind = entry.file_type().map_err(error)?;
        let is_skipped = entry.file_name().to_str().is_some_and(skill::is_skipped);
        if kind.is_dir() && !is_skipped {
            inner.push(entry.file_name());
        }
    }
    inner.sort();
    let inner: Vec<PathBuf> = inner.iter().map(|name| folder.join(name)).collect();
    const FOLDERS_PER_THREAD: usize = 200;
    let are_skills = spread(&inner, FOLDERS_PER_THREAD, |folder| skill::is_skill(folder));
    for (folder, is_skill) in inner.into_iter().zip(are_skills) {
        if is_skill {
            folders.push(folder);
        } else if depth < DEEPEST {
            walk(&folder, depth + 1, folders)?;
        }
    }
    Ok(())
}

/// Skills that are checked together may refer to each other.
fn add(folders: Vec<PathBuf>, options: &CheckOptions, found: &mut Vec<Found>) {
    let mut known = options.known_skills.clone();
    known.extend(folders.iter().map(|folder| name(folder)));
    let known = Arc::new(known);
    for folder in folders {
        // What was walked into is no link, so its path says its name.
        let name = name(&folder);
        found.push(Found {
            shown: shown(&folder),
            known_skills: Arc::clone(&known),
            files: Origin::Folder(folder, name),
        });
    }
}

/// Gives the names of the skills that lie beside one, its own included.
fn beside(folder: &Path, options: &CheckOptions) -> BTreeSet<String> {
    let mut known = options.known_skills.clone();
    if options.level == Level::Spec {
        return known;
    }
    let absolute = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    known.insert(name(&absolute));
    let around = absolute
        .parent()
        .and_then(|parent| fs::read_dir(parent).ok());
    for entry in around.into_iter().flatten().flatten() {
        if skill::is_skill(&entry.path()) {
            known.insert(entry.file_name().to_string_lossy().into_owned());
        }
    }
    known
}

/// Takes a folder under a path that somebody gave, which may be a link.
fn named(folder: PathBuf) -> Origin {
    let name = skill::name_of(&folder);
    Origin::Folder(folder, name)
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
