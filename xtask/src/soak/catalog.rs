//! The catalog that is soaked: started, with an account that may publish, and looked at when it has stopped.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::http::{Connection, value};

/// The server finishes what is open within 20 seconds.
const STOP: Duration = Duration::from_secs(25);

/// A running `guild serve`, ended when dropped.
pub(crate) struct Catalog {
    child: Mutex<Child>,
    process: u32,
    /// `127.0.0.1:port`.
    pub(crate) address: String,
    /// A token of an admin.
    pub(crate) token: String,
    pub(super) binary: PathBuf,
}

impl Catalog {
    /// Starts it on a free port, and makes its first account.
    pub(crate) fn start(binary: &Path, scratch: &Path) -> Result<Self, String> {
        let mut child = Command::new(binary)
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(scratch.join("data"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{} could not be started: {error}", binary.display()))?;
        let said = child.stderr.take().ok_or("guild serve says nothing")?;
        let mut lines = BufReader::new(said).lines().map_while(Result::ok);
        let link = lines.find(|line| line.contains("/invitations/"));
        let link = link.ok_or("guild serve gave no link for the first account")?;
        // What it says further must not fill the pipe.
        std::thread::spawn(move || lines.for_each(drop));
        let mut catalog = Self {
            process: child.id(),
            child: Mutex::new(child),
            address: String::new(),
            token: String::new(),
            binary: binary.to_owned(),
        };
        let (_, rest) = link.split_once("http://").ok_or("the link is no link")?;
        let (address, secret) = rest
            .trim()
            .split_once("/invitations/")
            .ok_or("the link is no link")?;
        catalog.address = address.to_owned();
        catalog.token = token(address, secret)?;
        Ok(catalog)
    }

    pub(super) fn process(&self) -> u32 {
        self.process
    }

    pub(super) fn is_alive(&self) -> bool {
        let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
        matches!(child.try_wait(), Ok(None))
    }

    /// Stops it as a system does, and says what went wrong.
    pub(crate) fn stop(&self) -> Option<String> {
        let began = Instant::now();
        let id = self.process.to_string();
        let _ = Command::new("kill").args(["-TERM", &id]).status();
        while self.is_alive() {
            if began.elapsed() > STOP {
                return Some(format!("it did not stop within {} s", STOP.as_secs()));
            }
            std::thread::park_timeout(Duration::from_millis(20));
        }
        let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
        let status = child.wait().ok()?;
        (!status.success()).then(|| format!("it stopped with {status}"))
    }
}

impl Drop for Catalog {
    fn drop(&mut self) {
        let child = self.child.get_mut().unwrap_or_else(PoisonError::into_inner);
        let _ = child.kill();
        let _ = child.wait();
    }
}

/// Makes the first account and a token of it.
fn token(address: &str, secret: &str) -> Result<String, String> {
    let json = "content-type: application/json\r\n";
    let failed = |error: std::io::Error| error.to_string();
    let mut connection = Connection::open(address).map_err(failed)?;
    let account =
        format!(r#"{{"name":"soak","password":"correct horse battery","invitation":"{secret}"}}"#);
    let answer = connection
        .ask("POST", "/api/accounts", json, &account)
        .map_err(failed)?;
    let cookie = value(&answer.head, "set-cookie").and_then(|cookie| cookie.split(';').next());
    let cookie = cookie.ok_or_else(|| format!("no account was made: {}", answer.status))?;
    let more = format!("{json}cookie: {cookie}\r\n");
    let wish = r#"{"label":"soak","scopes":["skills:publish","skills:yank"]}"#;
    let answer = connection
        .ask("POST", "/api/tokens", &more, wish)
        .map_err(failed)?;
    let text = String::from_utf8_lossy(&answer.body);
    let secret = text.split('"').find(|word| word.starts_with("gld_"));
    secret
        .map(str::to_owned)
        .ok_or_else(|| format!("no token was made: {} {text}", answer.status))
}

/// Looks through the catalog, and says what is wrong.
pub(super) fn fsck(binary: &Path, scratch: &Path) -> Option<String> {
    let data = scratch.join("data");
    let output = Command::new(binary)
        .arg("fsck")
        .arg("--data")
        .arg(data)
        .output();
    match output {
        Ok(output) if output.status.success() => None,
        Ok(output) => Some(String::from_utf8_lossy(&output.stdout).into_owned()),
        Err(error) => Some(error.to_string()),
    }
}
