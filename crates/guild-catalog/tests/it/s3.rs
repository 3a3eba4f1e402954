//! S3 servers for the tests, which end with the test process, however that ends.
//!
//! moto is the good one; s3rver is one that ignores conditions. `cargo xtask test` installs both and names them in
//! `GUILD_TEST_MOTO`, `GUILD_TEST_S3RVER` and `GUILD_TEST_NODE`.

use std::env;
use std::ffi::OsString;
use std::io::{BufRead as _, BufReader};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock};
use std::thread;

use guild_catalog::Archives;

/// A server of buckets.
pub(crate) struct Server {
    /// Where it is, as `http://127.0.0.1:port`.
    pub(crate) address: String,
    /// The watchdog's input: it closes when this process ends, and then the watchdog stops the server.
    _lifeline: Mutex<(Child, ChildStdin)>,
}

/// Runs a server until the input closes. What it says ends where it does, so that nobody waits for one that did not
/// start.
const WATCHDOG: &str = r#"
trap '' INT TERM
folder=$(mktemp -d) && cd "$folder"
"$@" 2>&1 </dev/null &
server=$!
exec >/dev/null
while read -r _; do :; done
kill $server
rm -rf "$folder"
"#;

/// Gives the good server.
pub(crate) fn moto() -> &'static Server {
    static SERVER: OnceLock<Server> = OnceLock::new();
    SERVER.get_or_init(|| {
        let program = installed("GUILD_TEST_MOTO");
        Server::start(&[
            program,
            "-H".into(),
            "127.0.0.1".into(),
            "-p".into(),
            "0".into(),
        ])
    })
}

/// Starts the server that ignores conditions.
pub(crate) fn s3rver() -> Server {
    let words = ["-d", ".", "-a", "127.0.0.1", "-p", "0"].map(OsString::from);
    let programs = [installed("GUILD_TEST_NODE"), installed("GUILD_TEST_S3RVER")];
    Server::start(&[programs.as_slice(), &words].concat())
}

fn installed(variable: &str) -> OsString {
    let why = format!("`cargo xtask test` installs it and names it in {variable}");
    env::var_os(variable).expect(&why)
}

impl Server {
    fn start(words: &[OsString]) -> Self {
        let mut watchdog = Command::new("sh");
        watchdog.args(["-c", WATCHDOG, "watchdog"]).args(words);
        let mut child = watchdog
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lifeline = child.stdin.take().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap())
            .lines()
            .map_while(Result::ok);
        let address = lines.find_map(|line| {
            let (_, place) = line.split_once(" on ")?;
            let place = place.trim().trim_start_matches("http://");
            place.starts_with("127.").then(|| format!("http://{place}"))
        });
        // What it says further is of no interest, and must not fill the pipe.
        thread::spawn(move || lines.for_each(drop));
        Self {
            address: address.expect("the server says where it listens"),
            _lifeline: Mutex::new((child, lifeline)),
        }
    }

    /// Makes a bucket that no other test knows.
    pub(crate) fn bucket(&self) -> String {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let name = format!("skills-{}", NUMBER.fetch_add(1, Ordering::Relaxed));
        ureq::put(format!("{}/{name}", self.address))
            .send_empty()
            .unwrap();
        name
    }
}

/// The environment under which a bucket of a server is used.
pub(crate) fn variables(address: &str) -> [(&str, &str); 4] {
    [
        ("AWS_ENDPOINT_URL", address),
        ("AWS_ACCESS_KEY_ID", "S3RVER"),
        ("AWS_SECRET_ACCESS_KEY", "S3RVER"),
        ("AWS_REGION", "eu-central-1"),
    ]
}

/// Gives a part of a bucket as a place for archives.
pub(crate) fn archives(address: &str, bucket: &str) -> Archives {
    Archives::parse(&format!("s3://{bucket}/team"), variables(address)).unwrap()
}
