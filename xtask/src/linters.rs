//! Other linters of API contracts: our own contract has to please them too, and ours has to be faster than they are.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::command::execute;
use crate::{node, say, workspace};

const SPECTRAL: &str = "@stoplight/spectral-cli@6.16.3";
const REDOCLY: &str = "@redocly/cli@2.77.0";

/// Where they are.
pub(crate) struct Linters {
    /// The Node.js that runs them.
    pub(crate) node: PathBuf,
    /// The folder of their programs.
    pub(crate) programs: PathBuf,
}

/// Installs them below `target/parts`, once for each pair of versions.
pub(crate) fn install() -> Result<Linters, String> {
    let node = node::install()?;
    let version = |package: &str| package.rsplit('@').next().unwrap_or_default().to_owned();
    let name = format!("linters-{}-{}", version(SPECTRAL), version(REDOCLY));
    let folder = workspace::root().join("target/parts").join(name);
    let linters = Linters {
        node,
        programs: folder.join("node_modules/.bin"),
    };
    if linters.programs.join("spectral").exists() && linters.programs.join("redocly").exists() {
        return Ok(linters);
    }
    say::line(&format!("installing {SPECTRAL} and {REDOCLY}"));
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let mut npm = Command::new(&linters.node);
    npm.arg(node::npm(&linters.node));
    npm.args([
        "install",
        "--silent",
        "--no-audit",
        "--no-fund",
        "--ignore-scripts",
        "--prefix",
    ]);
    npm.arg(&folder).args([SPECTRAL, REDOCLY]);
    execute(npm.stdin(Stdio::null()).stdout(Stdio::null()))?;
    Ok(linters)
}

impl Linters {
    /// Makes a command of one of them, which tells nobody that it runs.
    pub(crate) fn command(&self, program: &str) -> Command {
        let mut command = Command::new(&self.node);
        command.arg(self.programs.join(program));
        command
            .env("REDOCLY_TELEMETRY", "off")
            .env("REDOCLY_SUPPRESS_UPDATE_NOTICE", "true");
        command
    }
}
