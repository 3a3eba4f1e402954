//! The schemas of HTTP Archives as the tools that read them have them.

use std::path::{Path, PathBuf};

use crate::node;

const PACKAGE: &str = "har-validator@5.1.5";

/// Installs it, once, and gives the folder of the package.
pub(super) fn install(node: &Path) -> Result<PathBuf, String> {
    let modules = node::install_packages(node, &[PACKAGE])?;
    Ok(modules.join("har-validator"))
}
