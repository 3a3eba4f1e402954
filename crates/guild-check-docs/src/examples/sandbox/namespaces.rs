//! A sandbox by `unshare`, which every Linux has: the helper itself makes the files that it shows.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Rights, tries};
use crate::examples::interpreter::on_path;

/// Finds `unshare` and tries it.
pub(super) fn find(search_path: &str, rights: Rights) -> Result<PathBuf, String> {
    let program =
        on_path(search_path, "unshare").ok_or("`unshare` (util-linux) is not installed")?;
    let mut trial = command(&program, rights);
    // A system may allow the namespaces and then forbid to mount in them.
    trial.args(["--mount-proc", "/bin/sh", "-c", ":"]);
    tries(trial, &program)?;
    Ok(program)
}

/// Makes the command that starts what follows in namespaces of its own; it ends with the command.
pub(super) fn command(program: &Path, rights: Rights) -> Command {
    let mut command = Command::new(program);
    command.args([
        "--net",
        "--pid",
        "--mount",
        "--ipc",
        "--uts",
        "--fork",
        "--kill-child",
    ]);
    if rights == Rights::User {
        command.args(["--user", "--map-root-user"]);
    }
    command
}
