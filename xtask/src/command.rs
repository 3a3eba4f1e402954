//! Running other programs.

use std::env;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::workspace;

/// Makes a command that starts in the workspace's root.
pub(crate) fn command(program: &str, words: &[&str]) -> Command {
    let mut command = Command::new(program);
    command
        .args(words)
        .current_dir(workspace::root())
        .stdin(Stdio::null());
    command
}

/// Makes a command for the cargo that runs this task.
pub(crate) fn cargo(words: &[&str]) -> Command {
    let cargo = env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    command(&cargo, words)
}

/// Runs a command that talks for itself.
pub(crate) fn execute(command: &mut Command) -> Result<(), String> {
    let shown = format!("{command:?}");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{shown} ended with {status}")),
        Err(error) => Err(format!("{shown} could not be started: {error}")),
    }
}

/// Finds a program on the path.
pub(crate) fn find(program: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path)
        .map(|folder| folder.join(program))
        .find(|file| file.is_file())
}
