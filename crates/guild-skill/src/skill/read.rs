//! Reading a skill from a folder, leniently: what cannot be read becomes something to judge.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read as _};
use std::path::{Component, Path};

use crate::archive::Archive;

use super::folder::{Entry, Folder, Kind};
use super::{Content, File, KnownSkills, Level, PageMd, Skill, SkillMd};

/// The names that SKILL.md goes by, the best first.
pub(super) const SKILL_MD: [&str; 2] = ["SKILL.md", "skill.md"];

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
        known_skills: KnownSkills,
    ) -> Result<Self, SkillError> {
        let name = name_of(folder);
        let listed = Listed::open(folder).map_err(|source| SkillError {
            path: shown.to_owned(),
            source,
        })?;
        Self::read_listed(name, &listed, shown, level, known_skills)
    }

    /// Reads a skill's folder whose own name and contents are known.
    pub(crate) fn read_listed(
        folder_name: String,
        listed: &Listed,
        shown: &str,
        level: Level,
        known_skills: KnownSkills,
    ) -> Result<Self, SkillError> {
        let files = match level {
            Level::Spec => skill_md_alone(listed, shown)?,
            Level::Listed => {
                let mut walk = Walk {
                    shown,
                    files: Vec::new(),
                };
                walk.folder(listed, "", 0)?;
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
        known_skills: KnownSkills,
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
            beside: None,
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
    pub known_skills: KnownSkills,
}

/// A folder and what it holds.
#[derive(Clone, Debug)]
pub(crate) struct Listed {
    pub(crate) folder: Folder,
    pub(crate) entries: Vec<Entry>,
}

impl Listed {
    /// Opens a folder and lists it; the path itself may be a link.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        Self::of(Folder::open(path)?)
    }

    /// Lists a folder.
    pub(crate) fn of(folder: Folder) -> io::Result<Self> {
        let entries = folder.list()?;
        Ok(Self { folder, entries })
    }

    /// Tells whether the folder is a skill: it holds SKILL.md, in capitals or not.
    pub(crate) fn is_skill(&self) -> bool {
        self.skill_md().is_some()
    }

    /// Finds the best SKILL.md; one that is a link to a file counts, and is told of when it is read.
    fn skill_md(&self) -> Option<&Entry> {
        let is_file = |entry: &&Entry| match entry.kind {
            Kind::File => true,
            Kind::Link => self.folder.path.join(&entry.name).is_file(),
            Kind::Folder | Kind::Special => false,
        };
        let named = |name| {
            let mut entries = self.entries.iter();
            entries.find(|entry| entry.name == name)
        };
        SKILL_MD.into_iter().filter_map(named).find(is_file)
    }
}

/// Tells whether a folder is a skill: it holds SKILL.md, in capitals or not.
pub(crate) fn is_skill(folder: &Path) -> bool {
    SKILL_MD.iter().any(|name| folder.join(name).is_file())
}

/// Tells whether a name in a folder is none of the skill's business.
pub(crate) fn is_skipped(name: &str) -> bool {
    SKIPPED.contains(&name)
}

pub(crate) fn skill_md_alone(listed: &Listed, shown: &str) -> Result<Vec<File>, SkillError> {
    let Some(entry) = listed.skill_md() else {
        return Ok(Vec::new());
    };
    let name = entry.name.to_string_lossy().into_owned();
    let shown = join(shown, &name);
    let opened = match entry.kind {
        // What the specification's validator reads, it reads through links.
        Kind::Link => fs::File::open(listed.folder.path.join(&name)),
        Kind::File | Kind::Folder | Kind::Special => listed.folder.file(&entry.name),
    };
    let file = opened.and_then(|opened| file(opened, name, shown));
    file.map(|file| vec![file])
        .map_err(|source| error(&listed.folder, &entry.name, source))
}

fn error(folder: &Folder, name: &OsStr, source: io::Error) -> SkillError {
    SkillError {
        path: folder.path.join(name).display().to_string(),
        source,
    }
}

struct Walk<'a> {
    shown: &'a str,
    files: Vec<File>,
}

impl Walk<'_> {
    fn folder(&mut self, listed: &Listed, prefix: &str, depth: usize) -> Result<(), SkillError> {
        for Entry { name, kind } in &listed.entries {
            let readable = name.to_string_lossy();
            if is_skipped(&readable) || self.files.len() >= MOST_FILES {
                continue;
            }
            let path = format!("{prefix}{readable}");
            let file = match kind {
                _ if name.to_str().is_none() => File::of(path, 0, Content::Unnameable),
                Kind::Link => File::of(path, 0, Content::Link),
                Kind::Special => File::of(path, 0, Content::Special),
                Kind::File => {
                    let shown = join(self.shown, &path);
                    let opened = listed.folder.file(name);
                    opened
                        .and_then(|opened| file(opened, path, shown))
                        .map_err(|source| error(&listed.folder, name, source))?
                }
                Kind::Folder if depth < DEEPEST => {
                    let inner = Listed::of(listed.folder.folder(name))
                        .map_err(|source| error(&listed.folder, name, source))?;
                    self.folder(&inner, &format!("{path}/"), depth + 1)?;
                    continue;
                }
                Kind::Folder => continue,
            };
            self.files.push(file);
        }
        Ok(())
    }
}

fn file(opened: fs::File, path: String, shown: String) -> io::Result<File> {
    let meta = opened.metadata()?;
    if meta.len() > LARGEST_FILE {
        return Ok(File::of(path, meta.len(), Content::TooLarge));
    }
    let mut file = File::new(path, shown, read_whole(opened, meta.len())?);
    file.is_executable = is_executable(&meta);
    Ok(file)
}

/// Reads a file of about a size.
fn read_whole(file: fs::File, size_bytes: u64) -> io::Result<Vec<u8>> {
    // A size of nothing may be a lie: such a file is read to the limit.
    let most = match size_bytes {
        0 => LARGEST_FILE,
        _ => size_bytes,
    };
    let mut bytes = Vec::with_capacity(usize::try_from(size_bytes).unwrap_or(0));
    file.take(most).read_to_end(&mut bytes)?;
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
