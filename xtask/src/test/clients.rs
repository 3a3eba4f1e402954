//! Other clients, unmodified and from their packages: they have to install from our catalog as they are.

use std::path::{Path, PathBuf};

use crate::node;

const SKILLS: &str = "skills@1.7.4";
const CLAWHUB: &str = "clawhub@0.23.3";

/// Installs them, once for each pair of versions, and gives the folder of their programs.
pub(super) fn install(node: &Path) -> Result<PathBuf, String> {
    Ok(node::install_packages(node, &[SKILLS, CLAWHUB])?.join(".bin"))
}
