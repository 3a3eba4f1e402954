//! Installing one skill from a server on this machine, as a whole process.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use super::ROUNDS;
use super::guild::{Guild, binary};
use super::nginx::Nginx;
use super::peers::Peers;
use super::table::{Row, faster};
use super::turns::{in_turn, time};
use crate::command::execute;
use crate::ports::{free_address, wait_for};
use crate::workspace;

const SKILL: &str = "api-documentation-writer";

/// A file system in memory.
const MEMORY: &str = "/dev/shm";

/// An install is short, so it takes more rounds than the rest.
const INSTALL_ROUNDS: usize = ROUNDS * 6;

/// Times `guild install` against `skills add` and `knack add` of the same skill, into folders in memory: what a disk
/// that was written to before takes for a file is more than all the rest, and says nothing of any of the three.
pub(super) fn measure(guild: &Guild, peers: &Peers, scratch: &Path) -> Result<[Row; 2], String> {
    let npm = NpmSource::start(guild, &scratch.join("npm"))?;
    let knack = KnackRegistry::start(peers, &scratch.join("knack"))?;
    let memory = Path::new(MEMORY).join(format!("guild-bench-{}", std::process::id()));
    // Each in a new project folder of its own.
    let ours = |_| time(&mut guild_install(guild, &fresh(&memory)?));
    let npms = |_| time(&mut npm.add(peers, &fresh(&memory)?));
    let knacks = |_| time(&mut knack.add(peers, &fresh(&memory)?));
    let against_npm = in_turn(INSTALL_ROUNDS, ours, npms);
    let against_knack = in_turn(INSTALL_ROUNDS, ours, knacks);
    drop(fs::remove_dir_all(&memory));
    let (against_npm, against_knack) = (against_npm?, against_knack?);
    let what = "`guild install` of one skill, whole process, into a folder in memory";
    Ok([
        faster(
            what,
            "npm `skills add`",
            &against_npm,
            20.0,
            "20 times faster",
        ),
        faster(what, "`knack add`", &against_knack, 1.0, "not slower"),
    ])
}

/// Makes an empty project folder, and takes away the one before.
fn fresh(folder: &Path) -> Result<PathBuf, String> {
    let project = folder.join("project");
    let made = match fs::remove_dir_all(&project) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        Ok(()) | Err(_) => fs::create_dir_all(project.join(".git")),
    };
    made.map_err(|error| error.to_string())?;
    Ok(project)
}

fn guild_install(guild: &Guild, project: &Path) -> Command {
    let mut command = Command::new(binary());
    let catalog = guild.url("");
    command.args([
        "install",
        SKILL,
        "--catalog",
        &catalog,
        "--assistant",
        "claude-code",
        "--project",
    ]);
    command.current_dir(project).env("HOME", project);
    command
}

/// A static host of the discovery protocol that npm `skills` reads, with our archive on it.
struct NpmSource(Nginx);

impl NpmSource {
    fn start(guild: &Guild, folder: &Path) -> Result<Self, String> {
        let well_known = folder.join("www/.well-known/agent-skills");
        fs::create_dir_all(&well_known).map_err(|error| error.to_string())?;
        let record =
            String::from_utf8_lossy(&guild.fetch(&format!("/api/skills/{SKILL}"))?).into_owned();
        let digest =
            text_field(&record, "rootDigest").ok_or("the catalog's answer has no rootDigest")?;
        let archive = guild.fetch(&format!("/api/archives/{digest}"))?;
        fs::write(well_known.join("skill.zip"), archive).map_err(|error| error.to_string())?;
        let index = format!(
            r#"{{"$schema": "https://schemas.agentskills.io/discovery/0.2.0/schema.json", "skills": [{{
            "name": "{SKILL}", "description": "Use when documenting an API", "type": "archive",
            "url": "skill.zip", "digest": "{digest}"}}]}}"#
        );
        fs::write(well_known.join("index.json"), index).map_err(|error| error.to_string())?;
        Nginx::start(&folder.join("www"), folder).map(Self)
    }

    fn add(&self, peers: &Peers, project: &Path) -> Command {
        let path = std::env::var("PATH").unwrap_or_default();
        let mut command = Command::new(&peers.npm_skills);
        command.env("PATH", format!("{}:{path}", peers.node_folder.display()));
        command.args([
            "add",
            &self.0.url(""),
            "--skill",
            SKILL,
            "--agent",
            "claude-code",
            "--yes",
        ]);
        command
            .current_dir(project)
            .env("HOME", project)
            .env("DISABLE_TELEMETRY", "1");
        command
    }
}

/// A knack registry that holds the same skill, ended when dropped.
pub(super) struct KnackRegistry {
    child: Child,
    /// `127.0.0.1:port`.
    address: String,
    /// The home folder whose settings know the registry.
    home: PathBuf,
}

impl KnackRegistry {
    pub(super) fn start(peers: &Peers, home: &Path) -> Result<Self, String> {
        fs::create_dir_all(home).map_err(|error| error.to_string())?;
        let address = free_address()?;
        // Its list of skills elsewhere, which it wants to be there even when it is empty.
        let index = home.join("knack.index.toml");
        fs::write(&index, "").map_err(|error| error.to_string())?;
        let child = Command::new(&peers.knack_registry)
            .arg("--index")
            .arg(&index)
            .args([
                "--name",
                "bench",
                "--publish-token",
                "bench",
                "--bind",
                &address,
                "--data-dir",
            ])
            .arg(home.join("data"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("knack-registry could not be started: {error}"))?;
        let registry = Self {
            child,
            address: address.clone(),
            home: home.to_path_buf(),
        };
        wait_for(&address)?;
        let url = format!("http://{address}");
        execute(
            registry
                .knack(peers)
                .args(["registry", "add", "--global", &url, "bench"]),
        )?;
        let skill = workspace::root().join("skills").join(SKILL);
        execute(registry.publishing(peers).arg(skill))?;
        Ok(registry)
    }

    /// Prepares to publish a skill, whose folder is still to be named.
    pub(super) fn publishing(&self, peers: &Peers) -> Command {
        let mut command = self.knack(peers);
        command.args([
            "publish",
            "--global",
            "--registry",
            "bench",
            "--namespace",
            "local",
            "--token",
            "bench",
        ]);
        command
    }

    pub(super) fn address(&self) -> &str {
        &self.address
    }

    /// Gives the folder in which it runs.
    pub(super) fn home(&self) -> &Path {
        &self.home
    }

    fn add(&self, peers: &Peers, project: &Path) -> Command {
        let mut command = self.knack(peers);
        command
            .args(["add", &format!("bench:local/{SKILL}")])
            .current_dir(project);
        command
    }

    pub(super) fn knack(&self, peers: &Peers) -> Command {
        let mut command = Command::new(&peers.knack);
        command
            .env("HOME", &self.home)
            .current_dir(&self.home)
            .stdout(Stdio::null());
        command
    }
}

impl Drop for KnackRegistry {
    fn drop(&mut self) {
        let pid = self.child.id().to_string();
        let _ = execute(Command::new("kill").args(["-TERM", &pid]));
        let _ = self.child.wait();
    }
}

/// Cuts a text field out of a JSON document whose keys and values hold no escapes.
fn text_field(json: &str, key: &str) -> Option<String> {
    let (_, rest) = json.split_once(&format!("\"{key}\""))?;
    rest.split('"').nth(1).map(str::to_owned)
}
