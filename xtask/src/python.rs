//! Programs that come as Python packages, each in a folder of its own: the lightest way that needs no rights on the
//! machine.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::command::{command, execute};
use crate::{say, workspace};

/// Installs a package, given as `name==version`, below `target/parts`, once for each version, and gives its folder.
pub(crate) fn install(package: &str) -> Result<PathBuf, String> {
    let name = package.replace("==", "-");
    let folder = workspace::root().join("target/parts").join(name);
    let finished = folder.join("installed");
    if finished.is_file() {
        return Ok(folder);
    }
    say::line(&format!("installing {package}"));
    execute(&mut command(
        "python3",
        &["-m", "venv", &folder.to_string_lossy()],
    ))?;
    let install = ["install", "--quiet", "--disable-pip-version-check", package];
    let mut pip = Command::new(folder.join("bin/pip"));
    execute(pip.args(install).stdin(Stdio::null()))?;
    // What was stopped half-way is installed again.
    std::fs::write(&finished, "").map_err(|error| format!("{}: {error}", finished.display()))?;
    Ok(folder)
}
