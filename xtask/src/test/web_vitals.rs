//! Google's own measure of Core Web Vitals, which ours is held against.

use std::path::{Path, PathBuf};

use crate::node;

const PACKAGE: &str = "web-vitals@6.2.3";

/// Installs it, once, and gives the script for a page.
pub(super) fn install(node: &Path) -> Result<PathBuf, String> {
    let modules = node::install_packages(node, &[PACKAGE])?;
    let script = modules.join("web-vitals/dist/web-vitals.iife.js");
    match script.is_file() {
        true => Ok(script),
        false => Err(format!("{PACKAGE} brings no {}", script.display())),
    }
}
