//! Schemathesis, which tries our own server as a stranger would.

use std::path::PathBuf;

use crate::python;

const PACKAGE: &str = "schemathesis==4.32.5";

/// Installs it, once for each version, and gives the program.
pub(super) fn install() -> Result<PathBuf, String> {
    Ok(python::install(PACKAGE)?.join("bin/schemathesis"))
}
