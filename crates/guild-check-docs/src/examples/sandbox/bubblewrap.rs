//! A sandbox by bubblewrap, as root and as anyone else.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{HELPER, Rights, Show, View, WORK, tries};
use crate::examples::interpreter::on_path;

/// Finds bubblewrap and tries it.
pub(super) fn find(search_path: &str, rights: Rights) -> Result<PathBuf, String> {
    let program = on_path(search_path, "bwrap").ok_or("`bwrap` (bubblewrap) is not installed")?;
    let mut trial = base(&program, rights);
    trial.args(["--ro-bind", "/", "/", "--", "/bin/sh", "-c", ":"]);
    tries(trial, &program)?;
    Ok(program)
}

/// Makes the command that starts the helper in a sandbox.
pub(super) fn command(program: &Path, rights: Rights, view: &View<'_>) -> Command {
    let mut command = base(program, rights);
    if rights == Rights::User {
        // Bubblewrap makes a second user namespace for any user but this one, and that has no say over the network of
        // the first.
        const LOW: [&str; 6] = [
            "--uid",
            "0",
            "--gid",
            "0",
            "--cap-add",
            "CAP_NET_BIND_SERVICE",
        ];
        command.args(match view.has_low_port {
            true => LOW.as_slice(),
            false => ["--disable-userns"].as_slice(),
        });
    }
    for show in view.shows() {
        command.args(words(show));
    }
    // What is left of the root is a folder in memory without a limit: nobody writes there.
    command.args(["--remount-ro", "/dev", "--remount-ro", "/"]);
    command.args(["--chdir", WORK, "--", HELPER]);
    command
}

fn base(program: &Path, rights: Rights) -> Command {
    let mut command = Command::new(program);
    command.args([
        "--unshare-pid",
        "--unshare-net",
        "--unshare-ipc",
        "--unshare-uts",
        "--unshare-cgroup-try",
        "--die-with-parent",
        "--new-session",
        "--hostname",
        "sandbox",
    ]);
    if rights == Rights::User {
        command.arg("--unshare-user");
    }
    command
}

fn words(show: Show) -> Vec<OsString> {
    let words = |list: &[&str]| list.iter().map(OsString::from).collect::<Vec<_>>();
    match show {
        Show::Folder(at) => [words(&["--perms", "0755", "--dir"]), vec![at.into()]].concat(),
        Show::Link { target, at } => vec!["--symlink".into(), target.into(), at.into()],
        Show::Path { from, at } => vec!["--ro-bind".into(), from.into(), at.into()],
        Show::Memory { at, bytes } => {
            let size = words(&["--size", &bytes.to_string(), "--tmpfs"]);
            [size, vec![at.into()]].concat()
        }
        Show::System => words(&["--proc", "/proc", "--dev", "/dev"]),
    }
}
