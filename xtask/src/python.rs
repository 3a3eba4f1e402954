//! Programs that come as Python packages, each in a folder of its own: the lightest way that needs no rights on the
//! machine.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::command::{command, execute};
use crate::{say, workspace};

/// Installs packages, given as `name==version` with spaces between, below `target/parts`, once for these versions, and gives their
/// folder.
pub(crate) fn install(packages: &str) -> Result<PathBuf, String> {
    let name = packages.replace("==", "-").replace([' ', '[', ']'], "-");
    let folder = workspace::root().join("target/parts").join(name);
    let finished = folder.join("installed");
    if finished.is_file() {
        return Ok(folder);
    }
    say::line(&format!("installing {packages}"));
    execute(&mut command(
        "python3",
        &["-m", "venv", &folder.to_string_lossy()],
    ))?;
    let install = ["install", "--quiet", "--disable-pip-version-check"];
    let mut pip = Command::new(folder.join("bin/pip"));
    pip.args(install).args(packages.split(' '));
    execute(pip.stdin(Stdio::null()))?;
    // What was stopped half-way is installed again.
    std::fs::write(&finished, "").map_err(|error| format!("{}: {error}", finished.display()))?;
    Ok(folder)
}
