//! Google's own measure of Core Web Vitals, which ours is held against.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::command::execute;
use crate::{say, workspace};

const PACKAGE: &str = "web-vitals@6.2.3";

/// Installs it below `target/parts`, once, and gives the script for a page.
pub(super) fn install() -> Result<PathBuf, String> {
    let folder = workspace::root().join("target/parts/web-vitals");
    let script = folder.join("node_modules/web-vitals/dist/web-vitals.iife.js");
    if script.is_file() {
        return Ok(script);
    }
    say::line(&format!("installing {PACKAGE}"));
    let mut npm = Command::new("npm");
    npm.args(["install", "--silent", "--no-fund", "--no-audit", "--prefix"]);
    execute(npm.arg(&folder).arg(PACKAGE).stdin(Stdio::null()))?;
    match script.is_file() {
        true => Ok(script),
        false => Err(format!("{PACKAGE} brings no {}", script.display())),
    }
}
