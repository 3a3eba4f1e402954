//! The rules of accessibility that others hold pages against: it has to find nothing on ours.

use std::path::{Path, PathBuf};

use crate::node;

const PACKAGE: &str = "axe-core@4.14.1";

/// Installs it, once, and gives the script for a page.
pub(super) fn install(node: &Path) -> Result<PathBuf, String> {
    let modules = node::install_packages(node, &[PACKAGE])?;
    let script = modules.join("axe-core/axe.min.js");
    match script.is_file() {
        true => Ok(script),
        false => Err(format!("{PACKAGE} brings no {}", script.display())),
    }
}
