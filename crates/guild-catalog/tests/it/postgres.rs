//! One PostgreSQL server for the tests, a database for each.
//!
//! `GUILD_TEST_POSTGRES_URL` names a running server. Without it a server is started from the machine's binaries, and it
//! ends with the test process, however that ends. Where there is neither, the tests fail.

use std::env;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{self, Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock};

/// Where the tests' server is, without a database's name.
pub(crate) struct Server {
    base: String,
    /// The watchdog's input: it closes when this process ends, and then the watchdog stops the server.
    lifeline: Option<Mutex<Lifeline>>,
}

struct Lifeline {
    _child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Server {
    /// Gives the database that every server has.
    pub(crate) fn url(&self) -> String {
        format!("{}/postgres", self.base)
    }

    /// Stops the server as a failing machine does.
    pub(crate) fn stop(&self) {
        self.tell("stop", "stopped");
    }

    /// Starts the server again.
    pub(crate) fn start_again(&self) {
        self.tell("start", "started");
    }

    fn tell(&self, word: &str, answer: &str) {
        let lifeline = self.lifeline.as_ref().expect("this server is ours");
        let mut lifeline = lifeline.lock().unwrap();
        writeln!(lifeline.input, "{word}").unwrap();
        let mut line = String::new();
        lifeline.output.read_line(&mut line).unwrap();
        assert_eq!(line.trim(), answer);
    }
}

/// Starts a server for one test, which may stop it.
pub(crate) fn private() -> Server {
    start()
}

/// Gives the address of a database that no other test knows.
pub(crate) async fn database() -> String {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let server = server();
    // A process number may return while an old server still runs, so the name is taken from whoever had it.
    let name = format!(
        "guild_test_{}_{}",
        process::id(),
        NUMBER.fetch_add(1, Ordering::Relaxed)
    );
    let admin = format!("{}/postgres", server.base);
    execute(
        &admin,
        &format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"),
    )
    .await;
    execute(&admin, &format!("CREATE DATABASE {name}")).await;
    format!("{}/{name}", server.base)
}

/// Takes a database away.
pub(crate) async fn drop_database(url: &str) {
    let (base, name) = url.rsplit_once('/').unwrap();
    execute(
        &format!("{base}/postgres"),
        &format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"),
    )
    .await;
}

/// Runs one statement.
pub(crate) async fn execute(url: &str, statement: &str) {
    use sqlx::Connection as _;
    sqlx::any::install_default_drivers();
    let mut connection = sqlx::AnyConnection::connect(url).await.unwrap();
    sqlx::raw_sql(sqlx::AssertSqlSafe(statement.to_owned()))
        .execute(&mut connection)
        .await
        .unwrap();
    connection.close().await.unwrap();
}

fn server() -> &'static Server {
    static SERVER: OnceLock<Server> = OnceLock::new();
    SERVER.get_or_init(|| match env::var("GUILD_TEST_POSTGRES_URL") {
        Ok(url) => Server {
            base: url
                .rsplit_once('/')
                .expect("the address ends in a database")
                .0
                .to_owned(),
            lifeline: None,
        },
        Err(_) => start(),
    })
}

/// Starts the server, waits until it answers, and stops it and takes its folder away when the input closes, which it
/// also does when the tests are killed.
const WATCHDOG: &str = r#"
trap '' INT TERM
folder=$1 options=$2; shift 2
"$@" start -w -t 60 -D "$folder/data" -l "$folder/log" -o "$options" >/dev/null 2>&1 </dev/null || { cat "$folder/log"; exit 1; }
echo started
while read -r word; do
  case $word in
    stop) "$@" stop -m immediate -D "$folder/data" >/dev/null 2>&1 </dev/null && echo stopped;;
    start) "$@" start -w -t 60 -D "$folder/data" -l "$folder/log" -o "$options" >/dev/null 2>&1 </dev/null && echo started;;
  esac
done
"$@" stop -m immediate -D "$folder/data" >/dev/null 2>&1
rm -rf "$folder"
"#;

fn start() -> Server {
    let programs = programs().expect(
        "PostgreSQL is missing: set GUILD_TEST_POSTGRES_URL=postgres://user@host:port/postgres, \
         or install `initdb` and `pg_ctl` (Debian: apt-get install postgresql)",
    );
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let name = format!(
        "guild-catalog-postgres-{}-{}",
        process::id(),
        NUMBER.fetch_add(1, Ordering::Relaxed)
    );
    let folder = env::temp_dir().join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir(&folder).unwrap();
    if is_root() {
        run(Command::new("chown").arg("postgres").arg(&folder));
    }
    let data = folder.join("data");
    let mut initdb = as_server_user(&programs.join("initdb"));
    run(initdb
        .args([
            "--auth=trust",
            "--username=guild",
            "--encoding=UTF8",
            "--no-sync",
            "-D",
        ])
        .arg(&data));
    let port = free_port().to_string();
    let pg_ctl = as_server_user(&programs.join("pg_ctl"));
    let options = format!(
        "-k {} -p {port} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=300",
        folder.display()
    );
    let mut watchdog = Command::new("sh");
    watchdog
        .args(["-c", WATCHDOG, "watchdog"])
        .arg(&folder)
        .arg(options);
    watchdog.arg(pg_ctl.get_program()).args(pg_ctl.get_args());
    let mut child = watchdog
        .current_dir("/")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    assert_eq!(line.trim(), "started", "PostgreSQL does not start");
    Server {
        base: format!("postgres://guild@127.0.0.1:{port}"),
        lifeline: Some(Mutex::new(Lifeline {
            _child: child,
            input,
            output,
        })),
    }
}

fn programs() -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = env::split_paths(&path).collect();
    let versions = fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten();
    folders.extend(versions.map(|version| version.path().join("bin")));
    folders
        .into_iter()
        .find(|folder| folder.join("initdb").is_file() && folder.join("pg_ctl").is_file())
}

/// PostgreSQL refuses to run as root.
fn as_server_user(program: &Path) -> Command {
    if !is_root() {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    command
        .args([
            "--reuid=postgres",
            "--regid=postgres",
            "--clear-groups",
            "--",
        ])
        .arg(program);
    command.current_dir("/");
    command
}

fn is_root() -> bool {
    let output = Command::new("id").arg("-u").output().unwrap();
    output.stdout.trim_ascii() == b"0"
}

fn run(command: &mut Command) {
    let output = command.output().unwrap();
    assert!(
        output.status.success(),
        "{command:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port()
}
