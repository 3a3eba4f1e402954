//! What git answers: read to its end, which comes early when it takes too much.

use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::process::{Child, Command};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

/// How much of a repository is fetched.
const BYTES: u64 = 512 << 20;
/// How often to look how much has come.
const PERIOD: Duration = Duration::from_millis(100);

/// What ends a process that takes too much.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watch<'a> {
    folder: &'a Path,
    until: Instant,
    time: Duration,
}

impl<'a> Watch<'a> {
    /// Lets it take so long from now on, and fill the folder as far as a repository may.
    pub(super) fn of(folder: &'a Path, time: Duration) -> Self {
        let until = Instant::now() + time;
        Self {
            folder,
            until,
            time,
        }
    }

    /// Says why the process is to be ended, if it is.
    fn objection(&self) -> Option<String> {
        if Instant::now() > self.until {
            return Some(format!(
                "it took longer than {} seconds",
                self.time.as_secs()
            ));
        }
        (size(self.folder) > BYTES).then(|| format!("it is larger than {} MiB", BYTES >> 20))
    }
}

/// Puts a process that is to be started into a group with all that it starts, so that all of it can be ended at once.
pub(super) fn in_a_group(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(not(unix))]
    let _ = command;
}

/// Reads what a process in a group of its own says to its end, and gives the reason when it is ended before.
pub(super) fn read(mut child: Child, most: u64, watch: Watch<'_>) -> Result<Vec<u8>, String> {
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let (ended, waiting) = mpsc::channel();
    let reader = std::thread::spawn(move || {
        let mut answer = Vec::new();
        let read = stdout.map(|stdout| stdout.take(most + 1).read_to_end(&mut answer));
        // Who waits has ended the process when nobody takes this.
        let _ = ended.send(());
        read.transpose().map(|_| answer)
    });
    let errors = std::thread::spawn(move || {
        let mut said = Vec::new();
        let _ = stderr.map(|stderr| stderr.take(64 << 10).read_to_end(&mut said));
        String::from_utf8_lossy(&said).into_owned()
    });
    loop {
        match waiting.recv_timeout(PERIOD) {
            Ok(()) | Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Some(reason) = watch.objection() {
            // What is still said is not waited for: who holds the other end may not end.
            end(&mut child);
            return Err(reason);
        }
    }
    let answer = reader.join().ok().and_then(Result::ok).unwrap_or_default();
    if answer.len() as u64 > most {
        end(&mut child);
        return Err(format!(
            "it holds more than the {most} bytes that are read of it"
        ));
    }
    let status = child.wait().map_err(|error| error.to_string())?;
    let said = errors.join().unwrap_or_default();
    if !status.success() {
        let line = said.lines().find(|line| !line.trim().is_empty());
        let line = line.unwrap_or("git did not say why");
        return Err(line.trim_start_matches("fatal: ").to_owned());
    }
    Ok(answer)
}

/// Ends a process with all that it has started, such as git's helper for HTTP, which would wait for its server.
fn end(child: &mut Child) {
    #[cfg(unix)]
    {
        let group = rustix::process::Pid::from_child(child);
        // An error means that there is nobody left, here and below.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
    let _ = child.wait();
}

/// Adds up the sizes of all files below a folder.
fn size(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let sizes = entries.map(|entry| match entry.file_type() {
        Ok(kind) if kind.is_dir() => size(&entry.path()),
        Ok(_) | Err(_) => entry.metadata().map_or(0, |meta| meta.len()),
    });
    sizes.sum()
}

#[cfg(all(test, unix))]
mod tests {
    use std::net::TcpListener;
    use std::thread;

    use tempfile::TempDir;

    use super::*;

    #[test]
    fn a_server_that_never_answers_is_given_up_with_all_that_git_started() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/a.git", listener.local_addr().unwrap());
        let folder = TempDir::new().unwrap();
        let child = super::super::start(folder.path(), &["ls-remote", "--", &url]).unwrap();
        let (mut connection, _) = listener.accept().unwrap();
        let (given_up, heard) = mpsc::channel();
        thread::spawn(move || {
            let watch = Watch::of(folder.path(), Duration::from_secs(1));
            given_up.send(read(child, 1 << 20, watch))
        });
        let answer = heard.recv_timeout(Duration::from_secs(60));
        let reason = answer.expect("it does not wait for ever").unwrap_err();
        assert_eq!(reason, "it took longer than 1 seconds");
        // The helper that has the connection is gone too: nothing else ends what it says.
        let patience = Some(Duration::from_secs(60));
        connection.set_read_timeout(patience).unwrap();
        let mut asked = String::new();
        connection.read_to_string(&mut asked).unwrap();
        assert!(asked.starts_with("GET /a.git/info/refs"), "{asked}");
    }
}
