//! What of the machine a sandbox with files of its own shows.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{HELPER, OWN, SCRATCH, TRUSTED, WORK};
use crate::examples::interpreter::SYSTEM;

/// What a sandbox shows.
#[derive(Clone, Debug)]
pub(in crate::examples) struct View<'a> {
    /// Folders that interpreters are made of.
    pub(in crate::examples) folders: &'a [PathBuf],
    /// The folder with the proxy's socket, the list of hosts and the fixtures.
    pub(in crate::examples) own: &'a Path,
    /// The helper's program.
    pub(in crate::examples) helper: &'a Path,
    /// Whether documented addresses are called over TLS: then nothing else is trusted inside.
    pub(in crate::examples) has_authority: bool,
    /// Whether a port below 1024 is listened on.
    pub(in crate::examples) has_low_port: bool,
}

/// One thing that a sandbox shows; later ones lie over earlier ones.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::examples) enum Show {
    /// An empty folder, which everyone may look into.
    Folder(PathBuf),
    /// A link.
    Link {
        /// Where it leads.
        target: PathBuf,
        /// Where it is.
        at: PathBuf,
    },
    /// A path of the machine, to be read.
    Path {
        /// Where it is outside.
        from: PathBuf,
        /// Where it is inside.
        at: PathBuf,
    },
    /// A folder in memory, to be written.
    Memory {
        /// Where it is.
        at: PathBuf,
        /// How much fits into it.
        bytes: u64,
    },
    /// The processes inside and the devices that reach nothing.
    System,
}

/// How much may be written to the work folder, and to `/tmp`.
const DISK_BYTES: u64 = 64 * 1024 * 1024;
/// How much may be written to shared memory.
const SHARED_BYTES: u64 = 16 * 1024 * 1024;

/// Files of `/etc` that programs read to find certificates, libraries and time zones. None is secret.
pub(in crate::examples) const ETC: [&str; 10] = [
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

/// Where systems keep the certificates that they trust, in one file.
const BUNDLES: [&str; 4] = [
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem",
    "/etc/ssl/cert.pem",
];

impl View<'_> {
    /// Lists what is shown, in the order in which it is made.
    pub(in crate::examples) fn shows(&self) -> Vec<Show> {
        let mut shows = Vec::new();
        // Root would make the folders above what is shown for root alone.
        let shown = self.folders.iter().map(PathBuf::as_path);
        for path in shown.chain([Path::new("/etc/hosts"), Path::new("/nix/store")]) {
            let mut above: Vec<&Path> = path.ancestors().skip(1).collect();
            above.pop();
            let above = above.into_iter().rev().map(PathBuf::from);
            shows.extend(above.map(Show::Folder));
        }
        shows.extend(SYSTEM.iter().filter_map(|path| seen(Path::new(path))));
        shows.extend(ETC.iter().filter_map(|path| seen(Path::new(path))));
        for file in ["hosts", "passwd", "group", "nsswitch.conf"] {
            shows.push(path(self.own.join(file), Path::new("/etc").join(file)));
        }
        if self.has_authority {
            let mut bundles: Vec<PathBuf> = BUNDLES
                .iter()
                .filter_map(|bundle| fs::canonicalize(bundle).ok())
                .collect();
            bundles.dedup();
            let bundles = bundles.into_iter();
            shows.extend(bundles.map(|bundle| path(self.own.join(TRUSTED), bundle)));
        }
        shows.push(Show::System);
        shows.push(memory("/dev/shm", SHARED_BYTES));
        shows.push(memory(SCRATCH, DISK_BYTES));
        shows.push(memory(WORK, DISK_BYTES));
        // After the empty ones: an interpreter may lie in `/tmp`.
        shows.extend(self.folders.iter().filter_map(|folder| seen(folder)));
        shows.push(path(self.own, OWN));
        shows.push(path(self.helper, HELPER));
        shows
    }
}

/// Shows a path of the machine where it is; a link stays a link.
fn seen(at: &Path) -> Option<Show> {
    match fs::read_link(at) {
        Ok(target) if at.starts_with("/etc") || at.parent() == Some(Path::new("/")) => {
            let at = at.to_owned();
            Some(Show::Link { target, at })
        }
        Ok(_) | Err(_) => at.exists().then(|| path(at, at)),
    }
}

fn path(from: impl Into<PathBuf>, at: impl Into<PathBuf>) -> Show {
    Show::Path {
        from: from.into(),
        at: at.into(),
    }
}

fn memory(at: &str, bytes: u64) -> Show {
    Show::Memory {
        at: PathBuf::from(at),
        bytes,
    }
}
