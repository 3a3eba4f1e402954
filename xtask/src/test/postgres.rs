//! One PostgreSQL server for a test run: a fresh cluster in a temporary folder, on a free port of the loopback.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use super::parts::is_root;
use crate::command::{command, execute, find};
use crate::ports::{free_address, wait_for};

/// A server that ends, with its folder, when this is dropped.
pub(crate) struct Server {
    child: Child,
    folder: PathBuf,
    url: String,
}

/// Finds the folder that holds `initdb` and `postgres`.
pub(super) fn programs() -> Option<PathBuf> {
    if let Some(initdb) = find("initdb") {
        return initdb.parent().map(Path::to_path_buf);
    }
    let versions = fs::read_dir("/usr/lib/postgresql").ok()?;
    let mut folders: Vec<PathBuf> = versions
        .flatten()
        .map(|entry| entry.path().join("bin"))
        .collect();
    folders.retain(|folder| folder.join("initdb").is_file());
    folders.sort();
    folders.pop()
}

/// Makes a cluster and starts its server.
pub(crate) fn start() -> Result<Server, String> {
    let programs = programs().ok_or("PostgreSQL is not installed")?;
    let folder = std::env::temp_dir().join(format!("guild-postgres-{}", std::process::id()));
    make_folder(&folder)?;
    let data = folder.join("data");
    let data = data.to_string_lossy();
    let initdb = [
        "--pgdata",
        &data,
        "--auth",
        "trust",
        "--username",
        "guild",
        "--encoding",
        "UTF8",
        "--no-sync",
    ];
    execute(as_server_user(&programs.join("initdb"), &initdb).stdout(Stdio::null()))?;
    let address = free_address()?;
    let port = address.rsplit(':').next().unwrap_or_default();
    let socket = folder.to_string_lossy();
    // Speed over safety: nothing of this server outlives the run.
    let settings = [
        "-c",
        "listen_addresses=127.0.0.1",
        "-c",
        "fsync=off",
        "-c",
        "max_connections=300",
    ];
    let words = [
        &["-D", &data, "-k", &socket, "-p", port],
        settings.as_slice(),
    ]
    .concat();
    let log = fs::File::create(folder.join("log")).map_err(|error| error.to_string())?;
    let child = as_server_user(&programs.join("postgres"), &words)
        .stdout(Stdio::null())
        .stderr(log)
        .spawn()
        .map_err(|error| format!("PostgreSQL could not be started: {error}"))?;
    let url = format!("postgres://guild@{address}/postgres");
    let server = Server {
        child,
        folder: folder.clone(),
        url,
    };
    wait_for(&address).map_err(|error| {
        let log = fs::read_to_string(folder.join("log")).unwrap_or_default();
        format!("PostgreSQL: {error}\n{log}")
    })?;
    Ok(server)
}

impl Server {
    /// Gives the address that the tests connect to.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // SIGINT is PostgreSQL's fast shutdown; `Child::kill` would leave its shared memory behind.
        let pid = self.child.id().to_string();
        if execute(&mut command("kill", &["-INT", &pid])).is_ok() {
            let _ = self.child.wait();
        }
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// PostgreSQL refuses to run as root, so root hands over to the user that Debian's package made.
fn as_server_user(program: &Path, words: &[&str]) -> Command {
    let program = program.to_string_lossy();
    if is_root() {
        let user = [
            "--reuid",
            "postgres",
            "--regid",
            "postgres",
            "--clear-groups",
            &program,
        ];
        let mut command = command("setpriv", &user);
        command.args(words).current_dir("/");
        command
    } else {
        command(&program, words)
    }
}

fn make_folder(folder: &Path) -> Result<(), String> {
    let _ = fs::remove_dir_all(folder);
    let path = folder.to_string_lossy();
    let words = if is_root() {
        vec!["-d", "-o", "postgres", "-g", "postgres", "-m", "700", &path]
    } else {
        vec!["-d", "-m", "700", &path]
    };
    execute(&mut command("install", &words))
}
