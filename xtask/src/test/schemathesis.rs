//! Schemathesis, which tries our own server as a stranger would. It comes as a Python package, in a folder of its own.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::command::{command, execute};
use crate::{say, workspace};

const PACKAGE: &str = "schemathesis==4.32.5";

/// Installs it below `target/parts`, once for each version, and gives the program.
pub(super) fn install() -> Result<PathBuf, String> {
    let folder = workspace::root()
        .join("target/parts")
        .join(PACKAGE.replace("==", "-"));
    let program = folder.join("bin/schemathesis");
    if program.is_file() {
        return Ok(program);
    }
    say::line(&format!("installing {PACKAGE}"));
    execute(&mut command(
        "python3",
        &["-m", "venv", &folder.to_string_lossy()],
    ))?;
    let install = ["install", "--quiet", "--disable-pip-version-check", PACKAGE];
    let mut pip = Command::new(folder.join("bin/pip"));
    execute(pip.args(install).stdin(Stdio::null()))?;
    Ok(program)
}
