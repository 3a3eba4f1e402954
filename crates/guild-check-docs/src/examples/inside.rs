//! What runs inside the sandbox: this program, started once more, with a role.
//!
//! The role is read from a variable, so that any program that calls [`inside`] can be the helper.

mod confine;
mod descendants;
mod enter;
mod filter;
mod hold;
mod limited;
mod relay;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod sockets;
mod start;
mod supervise;
mod usage;
mod wait;

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

pub(super) use self::confine::{Confine, World, landlock_is_there};
pub(super) use self::descendants::processes_of_this_user;
use super::sandbox::Show;

/// The variable that holds the role, in JSON.
pub const INSIDE: &str = "GUILD_INSIDE";

/// Plays the role that the variable [`INSIDE`] gives, and gives the exit code to end with; nothing but the checker itself calls this in earnest.
pub fn inside() -> u8 {
    let role = std::env::var(INSIDE).unwrap_or_default();
    match serde_json::from_str(&role) {
        Ok(Role::Supervise(role)) => supervise::supervise(&role, Ok(())),
        Ok(Role::Enter(role)) => supervise::supervise(&role.supervise, enter::enter(&role)),
        Ok(Role::Limited(role)) => limited::run(&role),
        Ok(Role::Hold(role)) => hold::hold(&role),
        Err(_) => NOT_STARTED,
    }
}

/// The exit code of a helper that could not do what it was asked.
pub(super) const NOT_STARTED: u8 = 125;

/// What a helper does.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Role {
    /// Run the examples of a document as they are ordered over the standard input, which is a socket.
    Supervise(Supervise),
    /// Make the files of a sandbox first, in namespaces that are there already.
    Enter(Enter),
    /// Become a program under limits.
    Limited(Limited),
    /// Run a server until the standard input closes.
    Hold(Vec<String>),
}

/// The files of a sandbox, and what is done in it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Enter {
    /// An empty folder, which becomes the root.
    pub(super) root: PathBuf,
    /// What is put there, in this order.
    pub(super) shows: Vec<Show>,
    /// What is done then.
    pub(super) supervise: Supervise,
}

/// What the supervisor of a document has to know.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Supervise {
    /// The socket of the recording proxy.
    pub(super) relay: PathBuf,
    /// The ports on which the documented servers stand.
    pub(super) ports: Vec<u16>,
    /// The folder in which examples run.
    pub(super) work: PathBuf,
    /// The folder for what examples throw away.
    pub(super) scratch: PathBuf,
    /// Folders that are opened to examples.
    pub(super) open: Vec<PathBuf>,
    /// Folders that lie on the machine's disk, where what examples write is watched.
    pub(super) watched: Vec<PathBuf>,
    /// The folder whose files are copied into the work folder.
    pub(super) fixtures: Option<PathBuf>,
    /// The user that examples run as; the supervisor's own if absent.
    pub(super) identity: Option<u32>,
    /// The helper, as it is seen from inside.
    pub(super) helper: PathBuf,
    /// Its words.
    pub(super) words: Vec<String>,
    /// What examples may touch; all that their user may if absent.
    pub(super) confine: Option<Confine>,
}

/// A program under limits.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Limited {
    /// The program and its words.
    pub(super) words: Vec<String>,
    /// Its whole environment.
    pub(super) environment: BTreeMap<String, String>,
    /// Its limits.
    pub(super) limits: Limits,
    /// What it may touch; all that its user may if absent.
    pub(super) confine: Option<Confine>,
    /// The user that it runs as; this one if absent.
    pub(super) identity: Option<u32>,
}

/// The limits of an example.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Limits {
    /// How many processes and threads there may be; nothing where others of the same user would count.
    pub(super) processes: Option<u64>,
    /// How large a file may become.
    pub(super) file_bytes: u64,
    /// How much memory a process may write to.
    pub(super) data_bytes: u64,
    /// How many files may be open.
    pub(super) open_files: u64,
}

/// An example to run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Order {
    /// The name of its file in the work folder.
    pub(super) file: String,
    /// What the file holds.
    pub(super) code: String,
    /// The commands to run, one after the other.
    pub(super) steps: Vec<Vec<String>>,
    /// Their whole environment.
    pub(super) environment: BTreeMap<String, String>,
    /// How long all of it may take.
    pub(super) milliseconds: u64,
    /// How much of what it prints is kept.
    pub(super) output_bytes: usize,
    /// Its limits.
    pub(super) limits: Limits,
}

/// What the supervisor says.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Said {
    /// The examples can run.
    Ready,
    /// They cannot.
    Unable(String),
    /// An example is over.
    Over(Over),
}

/// How an example ended.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Over {
    /// The end.
    pub(super) end: Ended,
    /// The start of what it printed.
    pub(super) output: String,
    /// Whether it printed more.
    pub(super) is_cut: bool,
    /// How long it took.
    pub(super) milliseconds: u64,
    /// Whether something of it could not be ended.
    pub(super) is_left: bool,
}

/// The end of a process.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Ended {
    /// With a code.
    Exit(i32),
    /// By a signal.
    Signal(i32),
    /// Its time was up.
    TimedOut,
    /// All of it together went over a limit: which one.
    OverLimit(String),
    /// It never started.
    NotStarted(String),
}

/// The crate that speaks to the kernel about calls knows no other processors, and neither does [`landlock_is_there`].
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
mod sockets {
    use std::os::fd::OwnedFd;

    pub(super) fn intercept() -> Result<OwnedFd, String> {
        Err("the system calls of this processor are not known".to_owned())
    }

    pub(super) fn serve(_calls: OwnedFd) {}
}
