//! One document's sandbox, seen from outside: started, given orders, ended.

mod folder;

use std::collections::BTreeSet;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::Shutdown;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use tempfile::TempDir;

use self::folder::Parts;
use super::exchange::Exchange;
use super::inside::{
    Confine, Enter, INSIDE, Limits, Order, Over, Role, Said, Supervise, World,
    processes_of_this_user,
};
use super::interpreter::SYSTEM;
use super::proxy::Proxy;
use super::sandbox::{
    DEVICES, ETC, HELPER, Helper, OPEN, OWN, Rights, SCRATCH, Sandbox, TRUSTED, View, WORK,
};
use super::tls::Authority;
use super::upstream::Upstream;
use super::{Address, Documented, Level};

/// What a session is made of.
#[derive(Debug)]
pub(super) struct Setup<'a> {
    /// The document.
    pub(super) documented: &'a Documented,
    /// What makes the sandbox.
    pub(super) sandbox: &'a Sandbox,
    /// The program that runs inside.
    pub(super) helper: &'a Helper,
    /// Folders that the document's interpreters are made of.
    pub(super) folders: Vec<PathBuf>,
    /// The addresses that the proxy stands at.
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
    /// The folder for what they throw away, as they see it.
    pub(super) scratch: PathBuf,
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
        let authority =
            Authority::of(&setup.addresses).map_err(|error| could_not(io::Error::other(error)))?;
        let parts = folder::fill(folder.path(), setup, authority.as_ref()).map_err(could_not)?;
        let own = own(setup, &parts);
        let trusted = authority.as_ref().map(|_| own.join(TRUSTED));
        let idle = setup.timeout + OVERTIME;
        let proxy = Proxy::start(
            &parts.own.join("proxy"),
            setup.upstream.clone(),
            authority,
            idle,
        )
        .map_err(could_not)?;
        let supervise = supervise(setup, &parts);
        let (work, scratch) = (supervise.work.clone(), supervise.scratch.clone());
        let view = view(setup, &parts);
        let role = match setup.sandbox.level {
            Level::Namespaces => Role::Enter(Enter {
                root: parts.root.clone(),
                shows: view.shows(),
                supervise,
            }),
            Level::Bubblewrap | Level::Landlock | Level::Unsandboxed => Role::Supervise(supervise),
        };
        let (control, inside) = UnixStream::pair().map_err(could_not)?;
        let mut command = setup.sandbox.command(&view);
        command
            .args(&setup.helper.words)
            .env_clear()
            .env("PATH", "/usr/bin:/bin")
            .env(INSIDE, in_json(&role)?)
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
            work,
            scratch,
            trusted,
            limits: limits(setup.sandbox),
            _folder: folder,
        };
        match session.hear(START) {
            Ok(Said::Ready) => Ok(session),
            Ok(Said::Unable(why)) if setup.sandbox.level.has_namespaces() => Err(why),
            Ok(Said::Unable(why)) => Err(format!(
                "{why}; without a network of their own examples need it: let the server listen elsewhere, and say where with --target"
            )),
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

fn view<'a>(setup: &'a Setup<'_>, parts: &'a Parts) -> View<'a> {
    View {
        folders: &setup.folders,
        own: &parts.own,
        helper: &setup.helper.program,
        has_authority: setup.addresses.iter().any(|address| address.is_https),
        has_low_port: setup.addresses.iter().any(|address| address.port < 1024),
    }
}

/// Gives the session's own folder as it is seen from inside.
fn own<'a>(setup: &Setup<'_>, parts: &'a Parts) -> &'a Path {
    match setup.sandbox.level.has_namespaces() {
        true => Path::new(OWN),
        false => &parts.own,
    }
}

fn supervise(setup: &Setup<'_>, parts: &Parts) -> Supervise {
    let ports: BTreeSet<u16> = setup.addresses.iter().map(|address| address.port).collect();
    let ports: Vec<u16> = ports.into_iter().collect();
    let sandbox = setup.sandbox;
    let own = own(setup, parts);
    let has_own_user = sandbox.level != Level::Unsandboxed && sandbox.rights == Rights::Root;
    let supervise = Supervise {
        relay: own.join("proxy"),
        work: parts.work.clone(),
        scratch: parts.scratch.clone(),
        open: Vec::new(),
        watched: Vec::new(),
        fixtures: Some(own.join("fixtures")),
        identity: has_own_user.then(identity),
        helper: setup.helper.program.clone(),
        words: setup.helper.words.clone(),
        confine: None,
        ports: ports.clone(),
    };
    match sandbox.level {
        Level::Bubblewrap | Level::Namespaces => Supervise {
            work: PathBuf::from(WORK),
            scratch: PathBuf::from(SCRATCH),
            open: OPEN.iter().map(PathBuf::from).collect(),
            helper: PathBuf::from(HELPER),
            confine: Some(Confine {
                readable: vec![PathBuf::from("/")],
                writable: [WORK, SCRATCH, "/dev", "/proc"].map(PathBuf::from).into(),
                world: World::Own,
            }),
            ..supervise
        },
        Level::Landlock => Supervise {
            watched: vec![parts.work.clone(), parts.scratch.clone()],
            confine: Some(Confine {
                readable: readable(setup, own),
                writable: writable(parts),
                world: World::Machine {
                    ports,
                    has_own_user,
                },
            }),
            ..supervise
        },
        Level::Unsandboxed => supervise,
    }
}

/// Lists what of the machine's files an example may read that has no files of its own.
fn readable(setup: &Setup<'_>, own: &Path) -> Vec<PathBuf> {
    // None of these is secret, and none is about another process.
    const KNOWN: [&str; 14] = [
        "/etc/hosts",
        "/etc/host.conf",
        "/etc/gai.conf",
        "/etc/nsswitch.conf",
        "/etc/passwd",
        "/etc/group",
        "/proc/cpuinfo",
        "/proc/filesystems",
        "/proc/meminfo",
        "/proc/stat",
        "/proc/version",
        "/proc/sys/kernel",
        "/proc/sys/vm",
        "/proc/self",
    ];
    let known = SYSTEM.iter().chain(&ETC).chain(&KNOWN);
    let mut readable: Vec<PathBuf> = known.map(PathBuf::from).collect();
    readable.extend(setup.folders.iter().cloned());
    readable.push(own.join(TRUSTED));
    readable
}

fn writable(parts: &Parts) -> Vec<PathBuf> {
    let mut writable: Vec<PathBuf> = DEVICES.iter().map(PathBuf::from).collect();
    writable.extend([parts.work.clone(), parts.scratch.clone()]);
    writable
}

/// Gives a user that owns nothing and that no other sandbox has: limits on processes count by user.
fn identity() -> u32 {
    const FIRST: u32 = 0x4000_0000;
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed) % 64;
    FIRST + ((std::process::id() & 0x003f_ffff) << 6 | number)
}

fn limits(sandbox: &Sandbox) -> Limits {
    /// How many more there may be than the user has where those count too: the supervisor ends an example long before.
    const MORE: u64 = 2048;
    let is_alone = sandbox.level.has_namespaces() || sandbox.rights == Rights::Root;
    Limits {
        processes: match sandbox.level {
            Level::Unsandboxed => None,
            _ if is_alone => Some(256),
            _ => Some(processes_of_this_user() + MORE),
        },
        file_bytes: 64 * 1024 * 1024,
        data_bytes: 1024 * 1024 * 1024,
        open_files: 512,
    }
}
