//! The sandboxes that this machine can make, the best of them first.

mod bubblewrap;
mod namespaces;
mod view;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(super) use self::view::{ETC, Show, View};

use super::Level;
use super::inside::landlock_is_there;

/// The program that is started inside, and the words with which it calls [`super::inside()`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Helper {
    /// The program.
    pub program: PathBuf,
    /// Its words.
    pub words: Vec<String>,
}

/// What makes sandboxes on this machine.
#[derive(Clone, Debug)]
pub(super) struct Sandbox {
    /// How well it keeps examples.
    pub(super) level: Level,
    /// Who examples run as.
    pub(super) rights: Rights,
    /// The program that makes the namespaces; the helper itself where there are none.
    program: PathBuf,
}

/// What the user of this process may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rights {
    /// Everything: examples get a user of their own.
    Root,
    /// The usual: namespaces begin with one of users.
    User,
}

/// Where things are inside a sandbox with files of its own.
pub(super) const OWN: &str = "/.guild";
/// Where the helper is inside.
pub(super) const HELPER: &str = "/.guild-helper";
/// The folder in which examples run; no machine has one of this name that an interpreter could lie in.
pub(super) const WORK: &str = "/example";
/// The folder for what they would throw away.
pub(super) const SCRATCH: &str = "/tmp";
/// Folders that examples may write to.
pub(super) const OPEN: [&str; 3] = [SCRATCH, "/dev/shm", WORK];
/// The devices that examples see: none reaches anything.
pub(super) const DEVICES: [&str; 5] = [
    "/dev/null",
    "/dev/zero",
    "/dev/full",
    "/dev/random",
    "/dev/urandom",
];
/// The file among the session's own with the certificate that examples have to trust.
pub(super) const TRUSTED: &str = "authority.pem";

impl Sandbox {
    /// Finds what is asked for, or the best that this machine has; the error says why there is none.
    pub(super) fn find(
        level: Option<Level>,
        search_path: &str,
        helper: &Helper,
    ) -> Result<Self, String> {
        let Some(level) = level else {
            return first(Level::SANDBOXES, |level| {
                Self::of_level(level, search_path, helper)
            });
        };
        Self::of_level(level, search_path, helper)
            .map_err(|why| format!("there is no sandbox: {why}"))
    }

    fn of_level(level: Level, search_path: &str, helper: &Helper) -> Result<Self, String> {
        let rights = rights();
        let program = match level {
            Level::Bubblewrap => bubblewrap::find(search_path, rights)?,
            Level::Namespaces => namespaces::find(search_path, rights)?,
            Level::Landlock => {
                landlock_is_there(rights == Rights::Root)?;
                helper.program.clone()
            }
            Level::Unsandboxed => helper.program.clone(),
        };
        Ok(Self {
            level,
            rights,
            program,
        })
    }

    /// Makes the command that starts the helper, which gets the words that are added.
    pub(super) fn command(&self, view: &View<'_>) -> Command {
        match self.level {
            Level::Bubblewrap => bubblewrap::command(&self.program, self.rights, view),
            Level::Namespaces => {
                let mut command = namespaces::command(&self.program, self.rights);
                command.arg(view.helper);
                command
            }
            Level::Landlock | Level::Unsandboxed => Command::new(&self.program),
        }
    }
}

/// Gives the first level that is to be had, or why none is.
fn first<T>(
    levels: impl IntoIterator<Item = Level>,
    make: impl Fn(Level) -> Result<T, String>,
) -> Result<T, String> {
    let mut reasons = Vec::new();
    for level in levels {
        match make(level) {
            Ok(made) => return Ok(made),
            Err(why) => reasons.push(format!("{}: {why}", level.name())),
        }
    }
    Err(format!("there is no sandbox ({})", reasons.join("; ")))
}

/// Root that is root of the whole machine may hand examples to a user that owns nothing; root of a container without
/// other users is a user like any other.
fn rights() -> Rights {
    let is_root = rustix::process::geteuid().is_root();
    let map = fs::read_to_string("/proc/self/uid_map").unwrap_or_default();
    let is_whole = map.split_whitespace().eq(["0", "0", "4294967295"]);
    match is_root && is_whole {
        true => Rights::Root,
        false => Rights::User,
    }
}

/// Runs a program that only tries whether there can be a sandbox.
fn tries(mut command: Command, program: &Path) -> Result<(), String> {
    let name = program.file_name().unwrap_or(program.as_os_str());
    let name = name.to_string_lossy();
    let output = command.stdin(std::process::Stdio::null()).output();
    let output = output.map_err(|error| format!("`{name}` does not start: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(format!("`{name}` may not make one here ({})", said.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_sandbox_is_taken_and_without_any_each_says_why() {
        let only_landlock = |level| match level {
            Level::Landlock => Ok(level),
            _ => Err("not here".to_owned()),
        };
        assert_eq!(first(Level::SANDBOXES, only_landlock), Ok(Level::Landlock));
        let none = first::<()>(Level::SANDBOXES, |_| Err("not here".to_owned()));
        assert_eq!(
            none.unwrap_err(),
            "there is no sandbox (bubblewrap: not here; namespaces: not here; landlock: not here)"
        );
    }
}
