//! Other linters of API contracts: our own contract has to please them too, and ours has to be faster than they are.

use std::path::PathBuf;
use std::process::Command;

use crate::node;

const SPECTRAL: &str = "@stoplight/spectral-cli@6.16.3";
const REDOCLY: &str = "@redocly/cli@2.77.0";

/// Where they are.
pub(crate) struct Linters {
    /// The Node.js that runs them.
    pub(crate) node: PathBuf,
    /// The folder of their programs.
    pub(crate) programs: PathBuf,
}

/// Installs them, once for each pair of versions.
pub(crate) fn install() -> Result<Linters, String> {
    let node = node::install()?;
    let modules = node::install_packages(&node, &[SPECTRAL, REDOCLY])?;
    Ok(Linters {
        node,
        programs: modules.join(".bin"),
    })
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
