//! Assistants: the programs that apply skills, and where each of them looks for skills.
//!
//! The table is data (`assistants.json`). Paths in it are written with `/`; those of a person are relative to the home
//! folder.

use std::sync::LazyLock;

use serde::Deserialize;

/// The id of the folder that several assistants share.
pub const UNIVERSAL: &str = "universal";

/// A program that applies skills.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Assistant {
    /// What `--assistant` takes.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// Its skills folder in a project.
    pub project: String,
    /// Its skills folder under the home folder; absent when it reads none there.
    pub user: Option<String>,
    /// A variable that moves a folder of the home folder elsewhere.
    pub base: Option<Base>,
    /// The folders under the home folder whose existence tells that it is on the machine.
    pub homes: Vec<String>,
}

/// A variable that moves a folder of the home folder elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Base {
    /// The variable, such as `XDG_CONFIG_HOME`.
    pub variable: String,
    /// The folder under the home folder that it moves, such as `.config`.
    pub folder: String,
}

/// For whom a skill is installed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// For a person, in all projects.
    User,
    /// For everybody who works on a project.
    Project,
}

static ALL: LazyLock<Vec<Assistant>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("assistants.json"))
        .expect("the table of assistants is well formed, which a test holds")
});

/// Gives every assistant we know, in the order of the table.
pub fn all() -> &'static [Assistant] {
    &ALL
}

/// Finds an assistant.
pub fn by_id(id: &str) -> Option<&'static Assistant> {
    all().iter().find(|assistant| assistant.id == id)
}

impl Assistant {
    /// Gives its skills folder as a person types it in a shell; nothing where it reads none.
    pub fn shell_folder(&self, level: Level) -> Option<String> {
        match level {
            Level::User => self.user.as_ref().map(|folder| format!("~/{folder}")),
            Level::Project => Some(self.project.clone()),
        }
    }
}

impl Level {
    /// Gives the word that options and addresses take.
    pub fn word(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Project => "project",
        }
    }

    /// Reads the word that options and addresses take.
    pub fn parse(word: &str) -> Option<Self> {
        [Self::User, Self::Project]
            .into_iter()
            .find(|level| level.word() == word)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_table_is_well_formed_and_its_ids_are_unique() {
        let ids: BTreeSet<&str> = all().iter().map(|one| one.id.as_str()).collect();
        assert_eq!(all().len(), 79);
        assert_eq!(ids.len(), all().len());
        assert!(by_id(UNIVERSAL).is_some() && by_id("none of these").is_none());
        for one in all() {
            let paths = one.homes.iter().chain(&one.user).chain([&one.project]);
            for path in paths {
                assert!(!path.starts_with(['/', '~', '$']), "{path}");
            }
        }
    }

    #[test]
    fn a_folder_is_given_as_a_shell_takes_it() {
        let claude = by_id("claude-code").unwrap();
        let user = claude.shell_folder(Level::User);
        assert_eq!(user.as_deref(), Some("~/.claude/skills"));
        let project = claude.shell_folder(Level::Project);
        assert_eq!(project.as_deref(), Some(".claude/skills"));
        assert_eq!(by_id("eve").unwrap().shell_folder(Level::User), None);
    }

    #[test]
    fn a_level_is_read_as_it_is_written() {
        for level in [Level::User, Level::Project] {
            assert_eq!(Level::parse(level.word()), Some(level));
        }
        assert_eq!(Level::parse("both"), None);
    }
}
