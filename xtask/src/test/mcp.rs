//! The Model Context Protocol by others: its conformance suite, and the inspector, which is a client at the command line.

use std::path::{Path, PathBuf};

use crate::node;

const CONFORMANCE: &str = "@modelcontextprotocol/conformance@0.2.0-alpha.11";
const INSPECTOR: &str = "@modelcontextprotocol/inspector@0.15.0";

/// Where the programs are, as scripts for Node.js.
pub(super) struct Mcp {
    pub(super) conformance: PathBuf,
    pub(super) inspector: PathBuf,
}

/// Installs them, once for each version.
pub(super) fn install(node: &Path) -> Result<Mcp, String> {
    let program = |package: &str, program: &str| {
        let modules = node::install_packages(node, &[package])?;
        Ok::<_, String>(modules.join(".bin").join(program))
    };
    Ok(Mcp {
        conformance: program(CONFORMANCE, "conformance")?,
        inspector: program(INSPECTOR, "mcp-inspector")?,
    })
}
