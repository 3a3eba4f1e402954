//! One PostgreSQL server for a test run: a fresh cluster in a temporary folder, on a free port of the loopback.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::parts::is_root;
use crate::command::{command, execute, find};

/// How long a server may take until it listens.
const START_LIMIT: Duration = Duration::from_secs(60);

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
    let port = free_port()?.to_string();
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
        &["-D", &data, "-k", &socket, "-p", &port],
        settings.as_slice(),
    ]
    .concat();
    let log = fs::File::create(folder.join("log")).map_err(|error| error.to_string())?;
    let child = as_server_user(&programs.join("postgres"), &words)
        .stdout(Stdio::null())
        .stderr(log)
        .spawn()
        .map_err(|error| format!("PostgreSQL could not be started: {error}"))?;
    let url = format!("postgres://guild@127.0.0.1:{port}/postgres");
    let mut server = Server {
        child,
        folder: folder.clone(),
        url,
    };
    server.wait_until_it_listens(&port)?;
    Ok(server)
}

impl Server {
    /// Gives the address that the tests connect to.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    fn wait_until_it_listens(&mut self, port: &str) -> Result<(), String> {
        let started = Instant::now();
        while started.elapsed() < START_LIMIT {
            if TcpStream::connect(format!("127.0.0.1:{port}")).is_ok() {
                return Ok(());
            }
            if let Ok(Some(status)) = self.child.try_wait() {
                let log = fs::read_to_string(self.folder.join("log")).unwrap_or_default();
                return Err(format!("PostgreSQL ended with {status}\n{log}"));
            }
            std::thread::park_timeout(Duration::from_millis(50));
        }
        Err(format!(
            "PostgreSQL did not listen within {} seconds",
            START_LIMIT.as_secs()
        ))
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

fn free_port() -> Result<u16, String> {
    let listener = TcpListener::bind("127.0.0.1:0").map_err(|error| error.to_string())?;
    listener
        .local_addr()
        .map(|address| address.port())
        .map_err(|error| error.to_string())
}
