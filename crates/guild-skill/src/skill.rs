//! One skill, read: what the rules judge.

mod file;
mod folder;
mod known;
mod outline;
mod read;
mod signals;
mod skill_md;

use std::sync::Arc;

use guild_check::{Place, Source};

use crate::matching::Ranking;

pub use file::{Content, File};
pub(crate) use folder::{Folder, Kind};
pub use known::KnownSkills;
pub use outline::Outline;
pub(crate) use read::{Listed, is_skipped, join, name_of, skill_md_alone};
pub use read::{Parts, SkillError};
pub(crate) use signals::{FETCHERS, RUNNING_CALLS, SENDERS};
pub use signals::{Hit, Signal};
pub use skill_md::{PageMd, SkillMd};

/// How much is asked of a skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// The agentskills.io specification alone, with the verdicts of its reference validator.
    Spec,
    /// What the catalog asks of a skill that it lists, safety included.
    Listed,
}

/// A skill as it stands in a folder or in an archive.
#[derive(Debug)]
pub struct Skill {
    /// The folder's own name.
    pub folder_name: String,
    /// The folder as reports show it.
    pub path: String,
    /// How much is asked of it.
    pub level: Level,
    /// Its files, sorted by path. At [`Level::Spec`] nothing but SKILL.md is read.
    pub files: Vec<File>,
    /// SKILL.md, if it is there and is text.
    pub skill_md: Option<SkillMd>,
    /// PAGE.md, if it is there and is text.
    pub page_md: Option<PageMd>,
    /// The names of the skills that it may refer to, its own included.
    pub known_skills: KnownSkills,
    /// What an assistant is told of the skills that are checked together, this one included; absent for one alone.
    pub beside: Option<Arc<Ranking>>,
}

impl Skill {
    /// Points at the folder, for what is missing from it as a whole.
    pub fn place(&self) -> Place {
        Source::new(self.path.clone(), "").top()
    }

    /// Points at the top of SKILL.md, or at the folder.
    pub fn skill_md_place(&self) -> Place {
        match &self.skill_md {
            Some(skill_md) => skill_md.source.top(),
            None => self.place(),
        }
    }

    /// Tells whether SKILL.md holds a word of a group.
    pub fn skill_md_says(&self, signal: Signal) -> bool {
        let file = read::SKILL_MD.iter().find_map(|name| self.file(name));
        file.is_some_and(|file| file.hits().iter().any(|hit| hit.signal == signal))
    }

    /// Finds a file by its path in the folder.
    pub fn file(&self, path: &str) -> Option<&File> {
        let index = self
            .files
            .binary_search_by(|file| file.path.as_str().cmp(path));
        index.ok().map(|index| &self.files[index])
    }

    /// Tells whether a path is that of a file, or of a folder that holds one.
    pub fn has_path(&self, path: &str) -> bool {
        let path = path.trim_end_matches('/');
        let folder = format!("{path}/");
        let index = self
            .files
            .partition_point(|file| file.path.as_str() < folder.as_str());
        let next = self.files.get(index);
        path.is_empty()
            || self.file(path).is_some()
            || next.is_some_and(|file| file.path.starts_with(&folder))
    }

    /// Goes over the files that are text.
    pub fn texts(&self) -> impl Iterator<Item = (&File, &Source)> {
        self.files
            .iter()
            .filter_map(|file| Some((file, file.source()?)))
    }
}
