//! Reading a skill from a folder, leniently: what cannot be read becomes something to judge.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Read as _};
use std::path::{Component, Path};
use std::sync::Arc;

use crate::archive::Archive;

use super::{Content, File, Level, PageMd, Skill, SkillMd};

/// The names that SKILL.md goes by, the best first.
const SKILL_MD: [&str; 2] = ["SKILL.md", "skill.md"];

/// The largest file that is read; a larger one is judged by its size alone.
const LARGEST_FILE: u64 = 16 << 20;

/// How deep the folders of a skill are walked.
const DEEPEST: usize = 32;

/// The most files that are looked at.
const MOST_FILES: usize = 20_000;

/// What version control and package managers keep in a folder is no part of the skill.
const SKIPPED: &[&str] = &[
    ".git",
    ".hg",
    ".svn",
    ".bzr",
    ".jj",
    ".DS_Store",
    "node_modules",
];

/// Why a folder could not be read.
#[derive(Debug, thiserror::Error)]
#[error("cannot read {path}")]
pub struct SkillError {
    /// The file or folder.
    pub path: String,
    /// What the system said.
    pub source: io::Error,
}

impl Skill {
    /// Reads a skill's folder; `shown` is the path that reports show.
    ///
    /// # Errors
    /// When a file or folder is there and the system refuses to read it.
    pub fn read(
        folder: &Path,
        shown: &str,
        level: Level,
        known_skills: Arc<BTreeSet<String>>,
    ) -> Result<Self, SkillError> {
        Self::read_named(name_of(folder), folder, shown, level, known_skills)
    }

    /// Reads a skill's folder whose own name is known.
    pub(crate) fn read_named(
        folder_name: String,
        folder: &Path,
        shown: &str,
        level: Level,
        known_skills: Arc<BTreeSet<String>>,
    ) -> Result<Self, SkillError> {
        let files = match level {
            Level::Spec => skill_md_alone(folder, shown)?,
            Level::Listed => {
                let mut walk = Walk {
                    shown,
                    files: Vec::new(),
                };
                walk.folder(folder, "", 0)?;
                walk.files
            }
        };
        Ok(Self::of_files(Parts {
            folder_name,
            path: shown.to_owned(),
            level,
            files,
            known_skills,
        }))
    }

    /// Makes a skill of an archive, whose folder is the one it wraps its files in, or the archive's own name.
    pub(crate) fn of_archive(
        archive: &Archive,
        shown: &str,
        level: Level,
        known_skills: Arc<BTreeSet<String>>,
    ) -> Self {
        let stem = shown.rsplit('/').next().unwrap_or(shown);
        let stem = stem
            .get(..stem.len().saturating_sub(".zip".len()))
            .unwrap_or(stem);
        let files = archive.files.iter().map(|entry| {
            let path = entry.path.to_string();
            let mut file = File::new(path.clone(), join(shown, &path), entry.bytes.clone());
            file.is_executable = entry.is_executable;
            file
        });
        Self::of_files(Parts {
            folder_name: archive.wrapper.clone().unwrap_or_else(|| stem.to_owned()),
            path: shown.to_owned(),
            level,
            files: files.collect(),
            known_skills,
        })
    }

    /// Makes a skill of files that were read elsewhere.
    pub fn of_files(parts: Parts) -> Self {
        let mut files = parts.files;
        files.sort_by(|a, b| a.path.cmp(&b.path));
        let mut skill = Self {
            folder_name: parts.folder_name,
            path: parts.path,
            level: parts.level,
            files,
            skill_md: None,
            page_md: None,
            known_skills: parts.known_skills,
        };
        let skill_md = |name: &&str| SkillMd::read(skill.file(name)?);
        skill.skill_md = SKILL_MD.iter().find_map(skill_md);
        skill.page_md = skill.file("PAGE.md").and_then(PageMd::read);
        skill
    }
}

/// Gives a folder's own name, which a path such as `.` or a link does not say.
pub(crate) fn name_of(folder: &Path) -> String {
    let is_plain = !folder.is_symlink() && folder.components().next_back().is_some_and(is_name);
    let resolved = if is_plain {
        None
    } else {
        fs::canonicalize(folder).ok()
    };
    let name = resolved.as_deref().unwrap_or(folder).file_name();
    name.unwrap_or_default().to_string_lossy().into_owned()
}

fn is_name(component: Component<'_>) -> bool {
    matches!(component, Component::Normal(_))
}

/// What a skill is made of.
#[derive(Debug)]
pub struct Parts {
    /// The folder's own name.
    pub folder_name: String,
    /// The folder as reports show it.
    pub path: String,
    /// How much is asked of the skill.
    pub level: Level,
    /// Its files, in any order.
    pub files: Vec<File>,
    /// The names of the skills that it may refer to.
    pub known_skills: Arc<BTreeSet<String>>,
}

/// Tells whether a folder is a skill: it holds SKILL.md, in capitals or not.
pub(crate) fn is_skill(folder: &Path) -> bool {
    SKILL_MD.iter().any(|name| folder.join(name).is_file())
}

/// Tells whether a name in a folder is none of the skill's business.
pub(crate) fn is_skipped(name: &str) -> bool {
    SKIPPED.contains(&name)
}

fn skill_md_alone(folder: &Path, shown: &str) -> Result<Vec<File>, SkillError> {
    for name in SKILL_MD {
        let path = folder.join(name);
        if path.is_file() {
            let shown = join(shown, name);
            return Ok(vec![file(&path, name.to_owned(), shown)?]);
        }
    }
    Ok(Vec::new())
}

struct Walk<'a> {
    shown: &'a str,
    files: Vec<File>,
}

impl Walk<'_> {
    fn folder(&mut self, folder: &Path, prefix: &str, depth: usize) -> Result<(), SkillError> {
        let error = |source| SkillError {
            path: join(self.shown, prefix),
            source,
        };
        for entry in fs::read_dir(folder).map_err(error)? {
            let entry = entry.map_err(error)?;
            let kind = entry.file_type().map_err(error)?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if is_skipped(&name) || self.files.len() >= MOST_FILES {
                continue;
            }
            let path = format!("{prefix}{name}");
            if entry.file_name().to_str().is_none() {
                self.files.push(File::of(path, 0, Content::Unnameable));
            } else if kind.is_symlink() {
                self.files.push(File::of(path, 0, Content::Link));
            } else if kind.is_dir() {
                if depth < DEEPEST {
                    self.folder(&entry.path(), &format!("{path}/"), depth + 1)?;
                }
            } else if kind.is_file() {
                let shown = join(self.shown, &path);
                self.files.push(file(&entry.path(), path, shown)?);
            } else {
                self.files.push(File::of(path, 0, Content::Special));
            }
        }
        Ok(())
    }
}

fn file(on_disk: &Path, path: String, shown: String) -> Result<File, SkillError> {
    let error = |source| SkillError {
        path: on_disk.display().to_string(),
        source,
    };
    let opened = fs::File::open(on_disk).map_err(error)?;
    let meta = opened.metadata().map_err(error)?;
    if meta.len() > LARGEST_FILE {
        return Ok(File::of(path, meta.len(), Content::TooLarge));
    }
    let bytes = read_whole(opened, meta.len()).map_err(error)?;
    let mut file = File::new(path, shown, bytes);
    file.is_executable = is_executable(&meta);
    Ok(file)
}

/// Reads a file of about a size.
fn read_whole(mut file: fs::File, size_bytes: u64) -> io::Result<Vec<u8>> {
    let size = usize::try_from(size_bytes).unwrap_or(0);
    // There is room for one byte more: when it stays free, the file has ended, and is not asked again.
    let mut bytes = vec![0; size + 1];
    let length = match file.read(&mut bytes) {
        Err(error) if error.kind() == io::ErrorKind::Interrupted => 0,
        length => length?,
    };
    bytes.truncate(length);
    if length != size {
        // The size may have been a lie: a file that grows is read to the limit.
        let most = (LARGEST_FILE + 1).saturating_sub(length as u64);
        file.take(most).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// Joins two parts of a shown path.
pub(crate) fn join(folder: &str, name: &str) -> String {
    match folder {
        "" | "." => name.to_owned(),
        _ if folder.ends_with('/') => format!("{folder}{name}"),
        _ => format!("{folder}/{name}"),
    }
}

#[cfg(unix)]
fn is_executable(meta: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    meta.permissions().mode() & 0o100 != 0
}

#[cfg(not(unix))]
fn is_executable(_meta: &fs::Metadata) -> bool {
    false
}
