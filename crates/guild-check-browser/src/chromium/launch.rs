//! Starting a browser, and ending it.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use super::commands::{GetVersion, SetAutoAttach};
use super::connection::{Connection, Handler, lock};
use super::profile::Profile;
use super::session::Session;
use super::socket;
use super::transport::{PipeIn, PipeOut};
use super::trouble::Trouble;

/// How long a browser may take until it answers for the first time: on a busy machine a start takes seconds.
const START: Duration = Duration::from_secs(60);

/// How often a browser is started that ends before its first answer: on a busy machine one in thousands crashes then.
const STARTS: usize = 3;

/// The browser's shell. The pipes come as its input and output and become the browser's files 3 and 4, where it looks
/// for them. The browser ends when the pipe into it is closed, however this process ended; then its folder goes.
const SHELL: &str = r#"
folder=$1; shift
exec 3<&0 4>&1 </dev/null >/dev/null
"$@" & browser=$!
exec 3<&- 4>&-
wait $browser; status=$?
rm -rf "$folder"
exit $status
"#;

/// What is the same at every start: no window for itself, nothing fetched that no page asks for, nothing kept, no
/// renderer in store for a page that nobody opens, and no process of its own for the network, which takes a tenth of a
/// short run to start.
const FLAGS: [&str; 26] = [
    "--remote-debugging-pipe",
    "--no-startup-window",
    "--no-first-run",
    "--no-default-browser-check",
    "--no-service-autorun",
    "--disable-background-networking",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--disable-breakpad",
    "--disable-client-side-phishing-detection",
    "--disable-component-extensions-with-background-pages",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    "--disable-extensions",
    "--disable-features=Translate,MediaRouter,OptimizationHints,DialMediaRouteProvider,SpareRendererForSitePerProcess",
    "--disable-hang-monitor",
    "--disable-prompt-on-repost",
    "--disable-quic",
    "--disable-sync",
    "--enable-features=NetworkServiceInProcess2",
    "--force-color-profile=srgb",
    "--metrics-recording-only",
    "--mute-audio",
    "--password-store=basic",
];

/// What is so where nobody looks on: pictures are drawn without a graphics card, and so need no process of their own.
const UNSEEN: [&str; 4] = [
    "--headless",
    "--hide-scrollbars",
    "--disable-gpu",
    "--in-process-gpu",
];

/// What a start needs to know.
#[derive(Clone, Debug)]
pub struct LaunchOptions {
    /// The browser's program.
    pub program: PathBuf,
    /// Below it the browser's profile is kept as long as it runs.
    pub temporary: PathBuf,
    /// Whether a person sees it.
    pub headed: Headed,
}

impl LaunchOptions {
    /// Less room than this is kept for others.
    const ROOM_BYTES: u64 = 512 << 20;

    /// Gives the folder where a profile is kept best: in memory, where the machine has such a folder with room, as a
    /// profile on a disk takes longer to remove than a page to test; otherwise `temporary`.
    pub fn best_folder(temporary: &Path) -> PathBuf {
        let memory = Path::new("/dev/shm");
        let room =
            rustix::fs::statvfs(memory).map(|room| room.f_bavail.saturating_mul(room.f_frsize));
        let is_writable = rustix::fs::access(memory, rustix::fs::Access::WRITE_OK).is_ok();
        match room {
            Ok(room) if is_writable && room >= Self::ROOM_BYTES => memory.to_owned(),
            _ => temporary.to_owned(),
        }
    }
}

/// Whether a person sees the browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Headed {
    /// It has no window.
    No,
    /// It has one.
    Yes,
}

/// Why there is no browser.
#[derive(Debug, thiserror::Error)]
pub enum LaunchError {
    /// The folder for its profile cannot be made.
    #[error("cannot make a profile folder in `{}`", folder.display())]
    Profile {
        /// Where.
        folder: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The program cannot be started.
    #[error("cannot start `{}`", program.display())]
    Start {
        /// The program.
        program: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It was started and gave no answer.
    #[error("`{program}` started and gave no answer: {reason}")]
    NoAnswer {
        /// The program or address.
        program: String,
        /// What it said last.
        reason: String,
    },
    /// There is none at the address.
    #[error("{0}")]
    Connect(String),
}

/// A browser that answers.
pub(crate) struct Chromium {
    connection: Arc<Connection>,
    /// Its name and version, such as `Chrome/156.0.8078.79`.
    product: String,
    system: &'static str,
    /// None if it runs elsewhere.
    process: Option<Process>,
}

/// The browser's shell and all that it started, as one group.
struct Process {
    child: Child,
    /// Dropped after the processes have ended.
    profile: Profile,
}

impl Chromium {
    /// Starts a browser; `handler` gets its events. What `begun` sends does not wait for the browser's first answer.
    pub(crate) fn launch(
        options: &LaunchOptions,
        handler: &Arc<Handler>,
        begun: &mut impl FnMut(&Self),
    ) -> Result<Self, LaunchError> {
        let mut starts = 1;
        loop {
            let started = Started::new(options, Arc::clone(handler))?;
            match greet(started.connection, Some(started.process), begun) {
                Ok(browser) => return Ok(browser),
                Err(Trouble::Ended) if starts < STARTS => starts += 1,
                Err(trouble) => {
                    return Err(LaunchError::NoAnswer {
                        program: options.program.display().to_string(),
                        reason: reason(&trouble, &lock(&started.words)) + of_window(options.headed),
                    });
                }
            }
        }
    }

    /// Reaches a browser that runs elsewhere, at `ws://…`.
    pub(crate) fn connect(
        url: &str,
        handler: Arc<Handler>,
        begun: &mut impl FnMut(&Self),
    ) -> Result<Self, LaunchError> {
        let (into, out_of) = socket::connect(url).map_err(LaunchError::Connect)?;
        let connection = Connection::open(Box::new(into), Box::new(out_of), handler);
        greet(connection, None, begun).map_err(|trouble| LaunchError::NoAnswer {
            program: url.to_owned(),
            reason: trouble.to_string(),
        })
    }

    /// Gives the session of the browser itself.
    pub(crate) fn session(&self) -> Session {
        Session::of_browser(&self.connection)
    }

    /// Gives the connection that all sessions share.
    pub(crate) fn connection(&self) -> &Arc<Connection> {
        &self.connection
    }

    /// Gives its name and version.
    pub(crate) fn product(&self) -> &str {
        &self.product
    }

    /// Gives the system that it runs on, in one word.
    pub(crate) fn system(&self) -> &'static str {
        self.system
    }

    /// Gives the folder that goes away with the browser; none if it runs elsewhere.
    pub(crate) fn folder(&self) -> Option<&Path> {
        self.process.as_ref().map(|process| process.profile.path())
    }
}

/// A browser that has not answered yet.
struct Started {
    connection: Arc<Connection>,
    process: Process,
    /// What it said last on its standard error.
    words: Arc<Mutex<Vec<u8>>>,
}

impl Started {
    fn new(options: &LaunchOptions, handler: Arc<Handler>) -> Result<Self, LaunchError> {
        let profile =
            Profile::create(&options.temporary).map_err(|source| LaunchError::Profile {
                folder: options.temporary.clone(),
                source,
            })?;
        let failed = |source| LaunchError::Start {
            program: options.program.clone(),
            source,
        };
        // A shell would find a program that is not there only when nobody can tell the reason any more.
        std::fs::metadata(&options.program).map_err(failed)?;
        let mut child = command(options, &profile).spawn().map_err(failed)?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let words = child.stderr.take().map(last_words).unwrap_or_default();
        let process = Process { child, profile };
        let Some((into, out_of)) = pipes else {
            return Err(failed(io::ErrorKind::BrokenPipe.into()));
        };
        let (into, out_of) = (PipeOut(into), PipeIn::new(out_of));
        Ok(Self {
            connection: Connection::open(Box::new(into), Box::new(out_of), handler),
            process,
            words,
        })
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        // The profile is thrown away: there is nothing that a browser would have to put in order first.
        drop(self.process.take());
        self.connection.close();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let group = i32::try_from(self.child.id())
            .ok()
            .and_then(rustix::process::Pid::from_raw);
        if let Some(group) = group {
            // An error means that there is nobody left.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        drop(self.child.wait());
    }
}

/// Asks for the version, and to hear of every tab from its first moment.
fn greet(
    connection: Arc<Connection>,
    process: Option<Process>,
    begun: &mut impl FnMut(&Chromium),
) -> Result<Chromium, Trouble> {
    let mut browser = Chromium {
        connection,
        product: String::new(),
        system: "",
        process,
    };
    let session = browser.session();
    session.send(&SetAutoAttach {
        auto_attach: true,
        wait_for_debugger_on_start: true,
        flatten: true,
    });
    begun(&browser);
    let version = session.call(&GetVersion {}, START)?;
    browser.product = version.product;
    browser.system = system(&version.user_agent);
    Ok(browser)
}

/// Variables of ours whose secrets no page has any business with.
const SECRETS: [&str; 4] = [
    "GUILD_ID_TOKEN",
    "GUILD_MCP_TOKEN",
    "GUILD_SIGNING_KEY",
    "GUILD_TOKEN",
];

fn command(options: &LaunchOptions, profile: &Profile) -> Command {
    let folder = profile.path();
    let mut command = Command::new("/bin/sh");
    command.args(["-c", SHELL, "sh"]).arg(folder);
    command.arg(&options.program).args(FLAGS);
    command.arg(format!("--user-data-dir={}", profile.of_user().display()));
    if options.headed == Headed::No {
        command.args(UNSEEN);
    }
    // What it leaves in the folder for temporary files goes with the profile.
    command.env("TMPDIR", folder);
    for secret in SECRETS {
        command.env_remove(secret);
    }
    // As root there is nobody less whom the sandbox could become.
    if rustix::process::geteuid().is_root() {
        command.arg("--no-sandbox");
    }
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    // One group, so that all of it can be ended at once.
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command
}

/// Reads what a browser says until it ends, and keeps the end of it.
fn last_words(mut stderr: impl Read + Send + 'static) -> Arc<Mutex<Vec<u8>>> {
    const KEPT: usize = 4096;
    let words = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&words);
    thread::spawn(move || {
        let mut buffer = [0; 1024];
        while let Ok(length @ 1..) = stderr.read(&mut buffer) {
            let mut kept = lock(&kept);
            kept.extend_from_slice(&buffer[..length]);
            let surplus = kept.len().saturating_sub(KEPT);
            kept.drain(..surplus);
        }
    });
    words
}

/// A browser does not say of itself what its window lacks.
fn of_window(headed: Headed) -> &'static str {
    match headed {
        Headed::Yes => {
            " (its window needs a display: leave `--headed` away, or run it under `xvfb-run`)"
        }
        Headed::No => "",
    }
}

fn reason(trouble: &Trouble, words: &[u8]) -> String {
    let words = String::from_utf8_lossy(words);
    let last = words.lines().map(str::trim).rfind(|line| !line.is_empty());
    match last {
        Some(line) if *trouble == Trouble::Ended => line.to_owned(),
        _ => trouble.to_string(),
    }
}

/// Reads the system from what a browser says of itself to servers.
fn system(user_agent: &str) -> &'static str {
    let known = [
        ("Android", "android"),
        ("Windows", "windows"),
        ("Mac OS", "macos"),
        ("CrOS", "chromeos"),
        ("Linux", "linux"),
    ];
    let mut fitting = known
        .into_iter()
        .filter(|(word, _)| user_agent.contains(word));
    fitting.next().map_or("other", |(_, system)| system)
}
