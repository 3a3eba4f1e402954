//! Starting git for a folder, so that it does what is asked and nothing beside: no hook, watcher or pager that a
//! repository names is run, nothing is fetched on the side, and nobody is asked for a password.

use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::failure::Failure;

/// What leads git to another repository than the one around the folder; git sets it for the hooks that it runs.
const ELSEWHERE: [&str; 5] = [
    "GIT_COMMON_DIR",
    "GIT_DIR",
    "GIT_INDEX_FILE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_WORK_TREE",
];

/// Prepares git in a folder, with its input and what it says in our hands.
pub(crate) fn command(folder: &Path) -> Command {
    let mut command = Command::new("git");
    command.args(["--no-pager", "-c", "core.hooksPath=/dev/null"]);
    command.args(["-c", "core.fsmonitor=false"]);
    command.current_dir(folder);
    for name in ELSEWHERE {
        command.env_remove(name);
    }
    command
        .env("GIT_NO_LAZY_FETCH", "1")
        .env("GIT_OPTIONAL_LOCKS", "0")
        .env("GIT_TERMINAL_PROMPT", "0")
        .env("LC_ALL", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Starts it; `instead` is what a person does who has no git.
pub(crate) fn start(command: &mut Command, instead: &str) -> Result<Child, Failure> {
    command.spawn().map_err(|error| {
        Failure::could_not("could not run git")
            .because(&error)
            .hint(format!("install git, or {instead}"))
    })
}
