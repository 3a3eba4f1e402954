//! A folder of skills that goes away with the test.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use guild_check::Severity;
use guild_skill::check::{CheckError, CheckOptions, Checked, Level, check};
use tempfile::TempDir;

/// The front matter of a sound skill called `wiki-writer`.
pub(crate) const SOUND: &str =
    "name: wiki-writer\ndescription: Use when a page is missing, or at \"write it down\".\n";

pub(crate) struct World {
    folder: TempDir,
}

impl World {
    pub(crate) fn new() -> Self {
        Self {
            folder: TempDir::new().unwrap(),
        }
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    /// Writes a file, and the folders that lead to it.
    pub(crate) fn write(&self, path: &str, bytes: impl AsRef<[u8]>) -> &Self {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
        self
    }

    pub(crate) fn check(&self, path: &str, level: Level) -> Result<Checked, CheckError> {
        let options = CheckOptions {
            level,
            known_skills: BTreeSet::new(),
        };
        check(&[self.path(path)], &options)
    }

    /// Gives the rules of the errors of one skill, in order.
    pub(crate) fn errors(&self, path: &str, level: Level) -> Vec<String> {
        let checked = self.check(path, level).unwrap();
        let findings = checked.findings.into_iter();
        let errors = findings.filter(|finding| finding.severity == Severity::Error);
        errors.map(|finding| finding.rule.to_string()).collect()
    }
}

/// Judges the text of a SKILL.md in the folder `wiki-writer` by the specification; gives the rules that it breaks.
pub(crate) fn spec_errors(skill_md: impl AsRef<[u8]>) -> Vec<String> {
    let world = World::new();
    world.write("wiki-writer/SKILL.md", skill_md);
    world.errors("wiki-writer", Level::Spec)
}

/// Puts fences around front matter and a body below it.
pub(crate) fn skill_md(front_matter: &str) -> String {
    format!("---\n{front_matter}---\n\n# Wiki Writer\n")
}
