//! The sandbox of a document: a bubblewrap with namespaces of its own, as root and as anyone else.

use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::interpreter::{SYSTEM, on_path};

/// The program that is started inside, and the words with which it calls [`super::inside()`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Helper {
    /// The program.
    pub program: PathBuf,
    /// Its words.
    pub words: Vec<String>,
}

/// How well examples are kept from the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Bubblewrap: a network, processes and files of their own.
    Bubblewrap,
    /// Not at all, as the caller wants it.
    Unsandboxed,
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bubblewrap => "bubblewrap: own network, processes and files",
            Self::Unsandboxed => "none, by --unsandboxed",
        })
    }
}

/// What makes sandboxes on this machine.
#[derive(Clone, Debug)]
pub(super) struct Bubblewrap {
    program: PathBuf,
    rights: Rights,
}

/// What the user of this process may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rights {
    /// Everything: examples get a user of their own.
    Root,
    /// The usual: bubblewrap makes a user namespace.
    User,
}

/// What a sandbox shows.
#[derive(Clone, Debug)]
pub(super) struct View<'a> {
    /// Folders that interpreters are made of.
    pub(super) folders: &'a [PathBuf],
    /// The folder with the proxy's socket, the list of hosts and the fixtures.
    pub(super) own: &'a Path,
    /// The helper's program.
    pub(super) helper: &'a Path,
    /// Whether documented addresses are called over TLS: then nothing else is trusted inside.
    pub(super) has_authority: bool,
    /// Whether a port below 1024 is listened on.
    pub(super) has_low_port: bool,
}

/// Where things are inside.
pub(super) const OWN: &str = "/.guild";
/// Where the helper is inside.
pub(super) const HELPER: &str = "/.guild-helper";
/// The folder in which examples run.
pub(super) const WORK: &str = "/work";
/// The file among the session's own with the certificate that examples have to trust.
pub(super) const TRUSTED: &str = "authority.pem";
/// Where systems keep the certificates that they trust, in one file.
const BUNDLES: [&str; 4] = [
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem",
    "/etc/ssl/cert.pem",
];
/// Folders that examples may write to, besides the work folder.
pub(super) const OPEN: [&str; 3] = ["/tmp", "/dev/shm", "/work"];

/// How much may be written to the work folder, and to `/tmp`.
const DISK_BYTES: u64 = 64 * 1024 * 1024;
/// How much may be written to shared memory.
const SHARED_BYTES: u64 = 16 * 1024 * 1024;

/// Files of `/etc` that programs read to find certificates, libraries and time zones. None is secret.
const ETC: [&str; 10] = [
    "/etc/alternatives",
    "/etc/ssl",
    "/etc/pki",
    "/etc/ca-certificates",
    "/etc/ca-certificates.conf",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/localtime",
    "/etc/mime.types",
];

impl Bubblewrap {
    /// Finds bubblewrap and tries it; the error says why there is no sandbox.
    pub(super) fn find(search_path: &str) -> Result<Self, String> {
        let program = on_path(search_path, "bwrap")
            .ok_or("there is no sandbox: `bwrap` (bubblewrap) is not installed")?;
        let rights = rights();
        let bubblewrap = Self { program, rights };
        let output = bubblewrap
            .base()
            .args(["--ro-bind", "/", "/", "--", "/bin/sh", "-c", ":"])
            .stdin(Stdio::null())
            .output()
            .map_err(|error| format!("there is no sandbox: `bwrap` does not start: {error}"))?;
        if output.status.success() {
            return Ok(bubblewrap);
        }
        let said = String::from_utf8_lossy(&output.stderr);
        Err(format!(
            "there is no sandbox: `bwrap` may not make one here ({})",
            said.trim()
        ))
    }

    /// Tells who examples run as.
    pub(super) fn rights(&self) -> Rights {
        self.rights
    }

    /// Makes the command that starts the helper in a sandbox.
    pub(super) fn command(&self, view: &View<'_>) -> Command {
        let mut command = self.base();
        if self.rights == Rights::User {
            // Bubblewrap makes a second user namespace for any user but this one, and that has no say over the network of
            // the first.
            const LOW: [&str; 6] = [
                "--uid",
                "0",
                "--gid",
                "0",
                "--cap-add",
                "CAP_NET_BIND_SERVICE",
            ];
            command.args(match view.has_low_port {
                true => LOW.as_slice(),
                false => ["--disable-userns"].as_slice(),
            });
        }
        command.args(view.words());
        command.args(["--chdir", WORK, "--", HELPER]);
        command
    }

    fn base(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args([
            "--unshare-pid",
            "--unshare-net",
            "--unshare-ipc",
            "--unshare-uts",
            "--unshare-cgroup-try",
            "--die-with-parent",
            "--new-session",
            "--hostname",
            "sandbox",
        ]);
        if self.rights == Rights::User {
            command.arg("--unshare-user");
        }
        command
    }
}

impl View<'_> {
    fn words(&self) -> Vec<OsString> {
        let mut words = Vec::new();
        // Bubblewrap as root would make the folders above what it shows for root alone.
        let shown = self.folders.iter().map(PathBuf::as_path);
        for path in shown.chain([Path::new("/etc/hosts"), Path::new("/nix/store")]) {
            let mut above: Vec<&Path> = path.ancestors().skip(1).collect();
            above.pop();
            for folder in above.into_iter().rev() {
                push(&mut words, &["--perms", "0755", "--dir"]);
                words.push(folder.into());
            }
        }
        for folder in SYSTEM {
            show(&mut words, Path::new(folder));
        }
        for path in ETC {
            show(&mut words, Path::new(path));
        }
        for file in ["hosts", "passwd", "group", "nsswitch.conf"] {
            let made = self.own.join(file);
            bind(&mut words, &made, Path::new("/etc").join(file).as_path());
        }
        if self.has_authority {
            let mut bundles: Vec<PathBuf> = BUNDLES
                .map(fs::canonicalize)
                .into_iter()
                .flatten()
                .collect();
            bundles.dedup();
            for bundle in bundles {
                bind(&mut words, &self.own.join(TRUSTED), &bundle);
            }
        }
        for folder in self.folders {
            show(&mut words, folder);
        }
        push(&mut words, &["--proc", "/proc", "--dev", "/dev"]);
        let disk = DISK_BYTES.to_string();
        let shared = SHARED_BYTES.to_string();
        push(&mut words, &["--size", &shared, "--tmpfs", "/dev/shm"]);
        push(&mut words, &["--size", &disk, "--tmpfs", "/tmp"]);
        push(&mut words, &["--size", &disk, "--tmpfs", WORK]);
        bind(&mut words, self.own, Path::new(OWN));
        bind(&mut words, self.helper, Path::new(HELPER));
        // What is left of the root is a folder in memory without a limit: nobody writes there.
        push(&mut words, &["--remount-ro", "/dev", "--remount-ro", "/"]);
        words
    }
}

/// Shows a path of the machine where it is, to be read; a link stays a link.
fn show(words: &mut Vec<OsString>, path: &Path) {
    match fs::read_link(path) {
        Ok(target) if path.starts_with("/etc") || path.parent() == Some(Path::new("/")) => {
            words.push("--symlink".into());
            words.push(target.into());
            words.push(path.into());
        }
        Ok(_) | Err(_) if path.exists() => bind(words, path, path),
        Ok(_) | Err(_) => {}
    }
}

fn bind(words: &mut Vec<OsString>, from: &Path, to: &Path) {
    words.push("--ro-bind".into());
    words.push(from.into());
    words.push(to.into());
}

fn push(words: &mut Vec<OsString>, list: &[&str]) {
    words.extend(list.iter().map(OsString::from));
}

/// Root that is root of the whole machine may hand examples to a user that owns nothing; root of a container without
/// other users is a user like any other.
fn rights() -> Rights {
    let is_root = rustix::process::geteuid().is_root();
    let map = fs::read_to_string("/proc/self/uid_map").unwrap_or_default();
    let is_whole = map.split_whitespace().eq(["0", "0", "4294967295"]);
    match is_root && is_whole {
        true => Rights::Root,
        false => Rights::User,
    }
}
