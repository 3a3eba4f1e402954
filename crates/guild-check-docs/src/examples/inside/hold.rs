//! Running a server until whoever asked for it is gone.

use std::io::{self, Read as _};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use super::{INSIDE, NOT_STARTED, descendants};

/// How long a server may take to end when it is asked to.
const GRACE: Duration = Duration::from_secs(3);

enum Event {
    /// The standard input closed.
    Stop,
    /// The command ended, with this code.
    Ended(u8),
}

/// Runs the command, and ends it with all that it started when the standard input closes.
pub(super) fn hold(words: &[String]) -> u8 {
    descendants::adopt();
    let Some((program, words)) = words.split_first() else {
        return NOT_STARTED;
    };
    let mut command = Command::new(program);
    command.args(words).env_remove(INSIDE).stdin(Stdio::null());
    let Ok(mut child) = command.spawn() else {
        return NOT_STARTED;
    };
    let (sender, events) = mpsc::channel();
    let stops = sender.clone();
    thread::spawn(move || {
        let _ = io::stdin().read_to_end(&mut Vec::new());
        let _ = stops.send(Event::Stop);
    });
    thread::spawn(move || {
        let status = child.wait().ok().and_then(|status| status.code());
        let code = status.and_then(|code| u8::try_from(code).ok());
        let _ = sender.send(Event::Ended(code.unwrap_or(NOT_STARTED)));
    });
    let mut code = 0;
    if let Ok(Event::Ended(ended)) = events.recv() {
        code = ended;
        // A command may end well and leave the server running.
        if code == 0 && !descendants::living().is_empty() {
            let _ = events.recv();
        }
    }
    descendants::ask_to_end();
    let until = std::time::Instant::now() + GRACE;
    while !descendants::living().is_empty() && std::time::Instant::now() < until {
        // An event is the end of the command; without one, look again soon.
        let _ = events.recv_timeout(Duration::from_millis(20));
    }
    descendants::end(GRACE);
    code
}
