//! One document's sandbox, seen from outside: started, given orders, ended.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::Shutdown;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use tempfile::TempDir;

use super::exchange::Exchange;
use super::inside::{INSIDE, Limits, Order, Over, Role, Said, Supervise};
use super::proxy::Proxy;
use super::sandbox::{Bubblewrap, HELPER, Helper, OPEN, OWN, Rights, TRUSTED, View, WORK};
use super::tls::Authority;
use super::upstream::Upstream;
use super::{Address, Documented};

/// What a session is made of.
#[derive(Debug)]
pub(super) struct Setup<'a> {
    /// The document.
    pub(super) documented: &'a Documented,
    /// What makes the sandbox; nothing to do without.
    pub(super) bubblewrap: Option<&'a Bubblewrap>,
    /// The program that runs inside.
    pub(super) helper: &'a Helper,
    /// Folders that the document's interpreters are made of.
    pub(super) folders: Vec<PathBuf>,
    /// The addresses that the examples name.
    pub(super) addresses: Vec<Address>,
    /// The server under test.
    pub(super) upstream: Upstream,
    /// How long an example may take.
    pub(super) timeout: Duration,
}

/// A sandbox that waits for orders.
#[derive(Debug)]
pub(super) struct Session {
    child: Child,
    control: UnixStream,
    said: BufReader<UnixStream>,
    stderr: Option<ChildStderr>,
    proxy: Proxy,
    /// The folder in which examples run, as they see it.
    pub(super) work: PathBuf,
    /// The certificate that examples have to trust, as they see it; nothing if none calls over TLS.
    pub(super) trusted: Option<PathBuf>,
    /// The limits of each example.
    pub(super) limits: Limits,
    /// Dropped last: the socket and the work folder are in it.
    _folder: TempDir,
}

/// How long a sandbox may take to start.
const START: Duration = Duration::from_secs(20);
/// How much longer than its time an example may keep its supervisor busy.
const OVERTIME: Duration = Duration::from_secs(8);

impl Session {
    /// Starts a sandbox; the error says why there is none.
    pub(super) fn start(setup: &Setup<'_>) -> Result<Self, String> {
        let could_not = |error: io::Error| format!("the sandbox could not be made: {error}");
        let folder = tempfile::Builder::new()
            .prefix("guild-")
            .tempdir()
            .map_err(could_not)?;
        fill(folder.path(), setup).map_err(could_not)?;
        let authority =
            Authority::of(&setup.addresses).map_err(|error| could_not(io::Error::other(error)))?;
        if let Some(authority) = &authority {
            let trusted = folder.path().join(TRUSTED);
            fs::write(trusted, &authority.certificate).map_err(could_not)?;
        }
        let trusted = authority
            .as_ref()
            .map(|_| own(setup, folder.path()).join(TRUSTED));
        let proxy = Proxy::start(
            &folder.path().join("proxy"),
            setup.upstream.clone(),
            authority,
            setup.timeout + OVERTIME,
        )
        .map_err(could_not)?;
        let role = role(setup, folder.path());
        let (control, inside) = UnixStream::pair().map_err(could_not)?;
        let mut command = command(setup, folder.path());
        command
            .args(&setup.helper.words)
            .env_clear()
            .env("PATH", "/usr/bin:/bin")
            .env(INSIDE, in_json(&Role::Supervise(role.clone()))?)
            .stdin(OwnedFd::from(inside))
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        let mut child = command.spawn().map_err(could_not)?;
        drop(command);
        let mut session = Self {
            stderr: child.stderr.take(),
            said: BufReader::new(control.try_clone().map_err(could_not)?),
            child,
            control,
            proxy,
            work: role.work,
            trusted,
            limits: limits(setup.bubblewrap),
            _folder: folder,
        };
        match session.hear(START) {
            Ok(Said::Ready) => Ok(session),
            Ok(Said::Unable(why)) => Err(why),
            Ok(Said::Over(_)) => Err("the sandbox spoke out of turn".to_owned()),
            Err(error) => Err(format!("the sandbox did not start: {error}")),
        }
    }

    /// Runs an example; the error says how the sandbox was lost.
    pub(super) fn carry_out(&mut self, order: &Order) -> Result<Over, String> {
        let mut line = in_json(order)?;
        line.push('\n');
        let lost = |error: io::Error| format!("the sandbox ended: {error}");
        self.control.write_all(line.as_bytes()).map_err(lost)?;
        match self.hear(Duration::from_millis(order.milliseconds) + OVERTIME)? {
            Said::Over(over) => Ok(over),
            Said::Ready | Said::Unable(_) => Err("the sandbox spoke out of turn".to_owned()),
        }
    }

    /// Gives what was said over HTTP since this was last asked.
    pub(super) fn exchanges(&self) -> Vec<Exchange> {
        self.proxy.records.take()
    }

    fn hear(&mut self, within: Duration) -> Result<Said, String> {
        let wait = self.control.set_read_timeout(Some(within));
        wait.map_err(|error| error.to_string())?;
        let mut line = String::new();
        match (&mut self.said).take(LONGEST).read_line(&mut line) {
            Ok(0) => Err(self.last_words()),
            Ok(_) => serde_json::from_str(&line).map_err(|error| error.to_string()),
            Err(error) => Err(format!("nothing came back: {error}")),
        }
    }

    /// Reads what the sandbox complained of before it ended.
    fn last_words(&mut self) -> String {
        let _ = self.child.kill();
        let mut text = Vec::new();
        if let Some(stderr) = self.stderr.take() {
            let _ = stderr.take(4096).read_to_end(&mut text);
        }
        let text = String::from_utf8_lossy(&text);
        match text.trim() {
            "" => "it ended without a word".to_owned(),
            text => text.to_owned(),
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // The supervisor ends what it started when its orders end, and the sandbox ends with it: then the socket
        // closes. One that does not is killed, and with it everything inside.
        let _ = self.control.shutdown(Shutdown::Write);
        let _ = self.control.set_read_timeout(Some(PARTING));
        let mut rest = (&mut self.said).take(LONGEST);
        let _ = io::copy(&mut rest, &mut io::sink());
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// How long a sandbox may take to end by itself.
const PARTING: Duration = Duration::from_secs(3);
/// The longest message of a supervisor: what an example printed, each byte escaped.
const LONGEST: u64 = 16 * 1024 * 1024;

fn in_json(value: &impl serde::Serialize) -> Result<String, String> {
    serde_json::to_string(value).map_err(|error| error.to_string())
}

fn command(setup: &Setup<'_>, folder: &Path) -> Command {
    let Some(bubblewrap) = setup.bubblewrap else {
        return Command::new(&setup.helper.program);
    };
    bubblewrap.command(&View {
        folders: &setup.folders,
        own: folder,
        helper: &setup.helper.program,
        has_authority: setup.addresses.iter().any(|address| address.is_https),
        has_low_port: setup.addresses.iter().any(|address| address.port < 1024),
    })
}

/// Gives the session's folder as it is seen from inside.
fn own<'a>(setup: &Setup<'_>, folder: &'a Path) -> &'a Path {
    match setup.bubblewrap {
        Some(_) => Path::new(OWN),
        None => folder,
    }
}

fn role(setup: &Setup<'_>, folder: &Path) -> Supervise {
    let ports: BTreeSet<u16> = setup.addresses.iter().map(|address| address.port).collect();
    let is_inside = setup.bubblewrap.is_some();
    let own = own(setup, folder);
    let is_root = setup
        .bubblewrap
        .is_some_and(|bubblewrap| bubblewrap.rights() == Rights::Root);
    Supervise {
        relay: own.join("proxy"),
        ports: ports.into_iter().collect(),
        work: match is_inside {
            true => PathBuf::from(WORK),
            false => folder.join("work"),
        },
        open: match is_inside {
            true => OPEN.iter().map(PathBuf::from).collect(),
            false => Vec::new(),
        },
        fixtures: Some(own.join("fixtures")),
        identity: is_root.then(identity),
        helper: match is_inside {
            true => PathBuf::from(HELPER),
            false => setup.helper.program.clone(),
        },
        words: setup.helper.words.clone(),
    }
}

/// Gives a user that owns nothing and that no other sandbox has: limits on processes count by user.
fn identity() -> u32 {
    const FIRST: u32 = 0x4000_0000;
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed) % 64;
    FIRST + ((std::process::id() & 0x003f_ffff) << 6 | number)
}

fn limits(bubblewrap: Option<&Bubblewrap>) -> Limits {
    Limits {
        processes: bubblewrap.map(|_| 256),
        file_bytes: 64 * 1024 * 1024,
        data_bytes: 1024 * 1024 * 1024,
        open_files: 512,
    }
}

/// Writes what the sandbox shows as `/etc`, and copies the fixtures.
fn fill(folder: &Path, setup: &Setup<'_>) -> io::Result<()> {
    let mut hosts = "127.0.0.1 localhost\n::1 localhost\n".to_owned();
    for address in setup.addresses.iter().filter(|address| address.is_name()) {
        if address.host != "localhost" {
            hosts.push_str("127.0.0.1 ");
            hosts.push_str(&address.host);
            hosts.push('\n');
        }
    }
    fs::write(folder.join("hosts"), hosts)?;
    fs::write(
        folder.join("passwd"),
        "root:x:0:0::/:/usr/sbin/nologin\nnobody:x:65534:65534::/:/usr/sbin/nologin\n",
    )?;
    fs::write(folder.join("group"), "root:x:0:\nnogroup:x:65534:\n")?;
    fs::write(folder.join("nsswitch.conf"), "hosts: files\n")?;
    fs::create_dir(folder.join("work"))?;
    let fixtures = folder.join("fixtures");
    fs::create_dir(&fixtures)?;
    match &setup.documented.folder {
        Some(from) => copy_fixtures(setup.documented, from, &fixtures),
        None => Ok(()),
    }
}

/// The largest fixture.
const FIXTURE_BYTES: u64 = 8 * 1024 * 1024;

/// Copies the files beside the document that its examples name, and those in the folders beside it.
fn copy_fixtures(documented: &Documented, from: &Path, to: &Path) -> io::Result<()> {
    let is_named = |name: &str| {
        let mut scripts = documented.scripts.iter();
        name.len() > 2 && scripts.any(|script| script.code.contains(name))
    };
    let mut folders = vec![String::new()];
    for entry in fs::read_dir(from)?.flatten() {
        let Ok(name) = entry.file_name().into_string() else {
            continue;
        };
        if entry.file_type()?.is_dir() && is_named(&format!("{name}/")) {
            folders.push(format!("{name}/"));
        }
    }
    for folder in folders {
        fs::create_dir_all(to.join(&folder))?;
        for entry in fs::read_dir(from.join(&folder))?.flatten() {
            let Ok(name) = entry.file_name().into_string() else {
                continue;
            };
            // A link is not followed: it may lead anywhere.
            let metadata = entry.metadata()?;
            let path = format!("{folder}{name}");
            if metadata.is_file() && metadata.len() <= FIXTURE_BYTES && is_named(&path) {
                fs::copy(entry.path(), to.join(&path))?;
            }
        }
    }
    Ok(())
}
