//! The peers: installed by their own clients, below `target/bench`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::command::{cargo, execute, find};
use crate::{say, workspace};

/// The versions that docs/benchmarks.md speaks of.
const NPM_SKILLS: &str = "skills@1.7.4";
/// npm `skills` does not start on an older Node.js than this.
const NPM_NODE: &str = "node@22";
const MARKDOWNLINT: &str = "markdownlint-cli2@0.24.1";
const SKILLS_REF: &str = "skills-ref==0.1.1";
const RUMDL: &str = "rumdl==0.3.0";
const CRATES: [&str; 3] = ["knack@0.4.2", "knack-registry@0.4.2", "adept@0.2.0"];

/// Where each peer's program is.
pub(super) struct Peers {
    pub(super) npm_skills: PathBuf,
    /// The folder of the Node.js that runs it.
    pub(super) node_folder: PathBuf,
    pub(super) markdownlint: PathBuf,
    pub(super) python: PathBuf,
    pub(super) rumdl: PathBuf,
    pub(super) knack: PathBuf,
    pub(super) knack_registry: PathBuf,
    pub(super) adept: PathBuf,
}

/// Installs what is missing.
pub(super) fn install() -> Result<Peers, String> {
    for (program, package) in [
        ("nginx", "nginx-light"),
        ("wrk", "wrk"),
        ("npm", "npm"),
        ("python3", "python3-venv"),
    ] {
        if find(program).is_none() {
            return Err(format!(
                "`{program}` is missing\nhint: apt-get install --yes {package}"
            ));
        }
    }
    let folder = workspace::root().join("target/bench");
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let peers = Peers {
        npm_skills: folder.join("npm/node_modules/.bin/skills"),
        node_folder: folder.join("npm/node_modules/node/bin"),
        markdownlint: folder.join("npm/node_modules/.bin/markdownlint-cli2"),
        python: folder.join("python/bin/python"),
        rumdl: folder.join("python/bin/rumdl"),
        knack: folder.join("crates/bin/knack"),
        knack_registry: folder.join("crates/bin/knack-registry"),
        adept: folder.join("crates/bin/adept"),
    };
    install_missing(&folder, &peers)?;
    Ok(peers)
}

fn install_missing(folder: &Path, peers: &Peers) -> Result<(), String> {
    let npm = [&peers.npm_skills, &peers.node_folder, &peers.markdownlint];
    if !npm.iter().all(|path| path.exists()) {
        let prefix = folder.join("npm");
        quietly(
            Command::new("npm")
                .args(["install", "--silent", "--prefix"])
                .arg(prefix)
                .args([NPM_SKILLS, NPM_NODE, MARKDOWNLINT]),
        )?;
    }
    if !peers.python.exists() || !peers.rumdl.exists() {
        let venv = folder.join("python");
        quietly(Command::new("python3").args(["-m", "venv"]).arg(&venv))?;
        quietly(
            Command::new(venv.join("bin/pip")).args(["install", "--quiet", SKILLS_REF, RUMDL]),
        )?;
    }
    if !peers.adept.exists() || !peers.knack.exists() || !peers.knack_registry.exists() {
        say::line("building knack, knack-registry and adept, which takes some minutes");
        let root = folder.join("crates");
        quietly(
            cargo(&[
                "install",
                "--quiet",
                "--locked",
                "--root",
                &root.to_string_lossy(),
            ])
            .args(CRATES),
        )?;
    }
    Ok(())
}

fn quietly(command: &mut Command) -> Result<(), String> {
    execute(command.stdin(Stdio::null()).stdout(Stdio::null()))
}
