//! What the machine says: the home folder, the environment variables, the folder we stand in.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// The machine as one run of the program sees it; read once, so that a command cannot see two answers.
#[derive(Clone, Debug)]
pub(crate) struct Environment {
    /// The home folder.
    pub(crate) home: PathBuf,
    /// The folder the command was typed in.
    pub(crate) working_folder: PathBuf,
    variables: BTreeMap<OsString, OsString>,
}

impl Environment {
    /// Reads the machine.
    pub(crate) fn read() -> Result<Self, Failure> {
        let home = std::env::home_dir().filter(|home| home.is_absolute());
        let home = home.ok_or_else(|| {
            Failure::could_not("could not find your home folder")
                .cause("`HOME` is not set to an absolute path")
                .hint("set HOME, for example `HOME=/home/me guild list`")
        })?;
        let working_folder = std::env::current_dir().map_err(|error| {
            Failure::could_not("could not find the folder you are in")
                .because(&error)
                .hint("it was moved or removed: `cd` to one that is there, such as `cd ~`")
        })?;
        Ok(Self {
            home,
            working_folder,
            variables: std::env::vars_os().collect(),
        })
    }

    /// Gives a variable that is set and not empty.
    pub(crate) fn variable(&self, name: &str) -> Option<&str> {
        let value = self.variables.get(&OsString::from(name))?;
        value.to_str().filter(|value| !value.is_empty())
    }

    /// Gives all variables that are text.
    pub(crate) fn variables(&self) -> impl Iterator<Item = (&str, &str)> {
        self.variables
            .iter()
            .filter_map(|(name, value)| Some((name.to_str()?, value.to_str()?)))
    }

    /// Gives a variable that holds an absolute path; the others are ignored, as the XDG specification says.
    pub(crate) fn folder(&self, name: &str) -> Option<PathBuf> {
        let value = self.variables.get(&OsString::from(name))?;
        Some(PathBuf::from(value)).filter(|path| path.is_absolute())
    }

    /// Gives our folder for settings.
    pub(crate) fn config_folder(&self) -> PathBuf {
        let base = match cfg!(windows) {
            true => self.folder("APPDATA"),
            false => self.folder("XDG_CONFIG_HOME"),
        };
        base.unwrap_or_else(|| self.home.join(".config"))
            .join("guild")
    }

    /// Gives our folder for data.
    pub(crate) fn data_folder(&self) -> PathBuf {
        let base = match cfg!(windows) {
            true => self.folder("LOCALAPPDATA"),
            false => self.folder("XDG_DATA_HOME"),
        };
        base.unwrap_or_else(|| self.home.join(".local/share"))
            .join("guild")
    }

    /// Gives our folder for what can be found out again.
    pub(crate) fn cache_folder(&self) -> PathBuf {
        let base = match cfg!(windows) {
            true => self.folder("LOCALAPPDATA"),
            false => self.folder("XDG_CACHE_HOME"),
        };
        base.unwrap_or_else(|| self.home.join(".cache"))
            .join("guild")
    }

    /// Writes a path the way a person would: from the folder we stand in, or from home.
    pub(crate) fn shorten(&self, path: &Path) -> String {
        let inside = path.strip_prefix(&self.working_folder);
        if let Some(inside) = inside.ok().filter(|path| !path.as_os_str().is_empty()) {
            return inside.display().to_string();
        }
        match path.strip_prefix(&self.home) {
            Ok(inside) if !inside.as_os_str().is_empty() => {
                PathBuf::from("~").join(inside).display().to_string()
            }
            Ok(_) | Err(_) => path.display().to_string(),
        }
    }
}

/// Writes a path as a shell takes it.
pub(crate) fn quoted(path: &Path) -> String {
    let text = path.to_string_lossy();
    let is_plain = |character: char| character.is_alphanumeric() || "/._-+@%".contains(character);
    match text.chars().all(is_plain) {
        true => text.into_owned(),
        false => format!("'{}'", text.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
impl Environment {
    /// Makes a machine for a test.
    pub(crate) fn of_test(home: &Path, working_folder: &Path) -> Self {
        Self {
            home: home.to_owned(),
            working_folder: working_folder.to_owned(),
            variables: BTreeMap::new(),
        }
    }

    /// Sets a variable.
    pub(crate) fn with(mut self, name: &str, value: &str) -> Self {
        self.variables.insert(name.into(), value.into());
        self
    }
}
