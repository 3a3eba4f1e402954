//! A server that is started for the run.

use std::io::{self, Read as _};
use std::net::{TcpListener, TcpStream, ToSocketAddrs as _};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::Address;
use super::inside::{INSIDE, Role};
use super::sandbox::Helper;

/// How long a server may take until it listens.
const START: Duration = Duration::from_secs(60);
/// How much of what it prints is kept.
const KEPT_BYTES: usize = 4096;

/// A server that runs until it is dropped.
#[derive(Debug)]
pub(super) struct Server {
    holder: Child,
    /// Where it listens.
    pub(super) address: Address,
}

/// Why a server does not run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ServerError {
    /// Something else listens there.
    #[error("something listens on {0} already, before `{1}` is started")]
    Taken(Address, String),
    /// The command could not be started.
    #[error("`{0}` could not be started: {1}")]
    NotStarted(String, String),
    /// It ended before it listened.
    #[error("`{command}` ended before it listened on {address}{said}")]
    Ended {
        /// The command.
        command: String,
        /// Where it was expected.
        address: Address,
        /// The last of what it printed.
        said: String,
    },
    /// It did not listen in time.
    #[error("`{command}` did not listen on {address} within 60 s{said}")]
    Silent {
        /// The command.
        command: String,
        /// Where it was expected.
        address: Address,
        /// The last of what it printed.
        said: String,
    },
}

impl Server {
    /// Starts a command in a shell and waits until it listens. `{port}` in it becomes a free port, unless an address is
    /// given.
    pub(super) fn start(
        command: &str,
        address: Option<Address>,
        helper: &Helper,
    ) -> Result<Self, ServerError> {
        let could_not =
            |error: io::Error| ServerError::NotStarted(command.to_owned(), error.to_string());
        let address = match address {
            Some(address) => address,
            None => free().map_err(could_not)?,
        };
        if is_listening(&address) {
            return Err(ServerError::Taken(address, command.to_owned()));
        }
        let filled = command.replace("{port}", &address.port.to_string());
        let words = ["/bin/sh", "-c", &filled].map(str::to_owned).to_vec();
        let role =
            serde_json::to_string(&Role::Hold(words)).map_err(|error| could_not(error.into()))?;
        let (mut output, writer) = io::pipe().map_err(could_not)?;
        let mut holder = Command::new(&helper.program);
        holder
            .args(&helper.words)
            .env(INSIDE, role)
            .stdin(Stdio::piped())
            .stdout(writer.try_clone().map_err(could_not)?)
            .stderr(writer);
        let child = holder.spawn().map_err(could_not)?;
        drop(holder);
        let kept = Arc::new(Mutex::new(Vec::new()));
        let (keeper, (ended, end)) = (Arc::clone(&kept), mpsc::channel::<()>());
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut buffer) {
                let mut kept = keeper.lock().unwrap_or_else(PoisonError::into_inner);
                kept.extend_from_slice(&buffer[..count]);
                let surplus = kept.len().saturating_sub(KEPT_BYTES);
                kept.drain(..surplus);
            }
            // The pipe closes when nothing is left of the server.
            drop(ended);
        });
        let server = Self {
            holder: child,
            address: address.clone(),
        };
        let outcome = wait(&address, &end);
        let said = said(&kept.lock().unwrap_or_else(PoisonError::into_inner));
        let command = command.to_owned();
        match outcome {
            Waited::Listens => Ok(server),
            Waited::Ended => Err(ServerError::Ended {
                command,
                address,
                said,
            }),
            Waited::Silent => Err(ServerError::Silent {
                command,
                address,
                said,
            }),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The holder ends the server, with all that it started, when its standard input closes.
        drop(self.holder.stdin.take());
        let _ = self.holder.wait();
    }
}

enum Waited {
    Listens,
    Ended,
    Silent,
}

fn wait(address: &Address, end: &Receiver<()>) -> Waited {
    let until = Instant::now() + START;
    while Instant::now() < until {
        if is_listening(address) {
            return Waited::Listens;
        }
        match end.recv_timeout(Duration::from_millis(10)) {
            Err(RecvTimeoutError::Timeout) => {}
            Ok(()) | Err(RecvTimeoutError::Disconnected) => return Waited::Ended,
        }
    }
    Waited::Silent
}

fn is_listening(address: &Address) -> bool {
    let addresses = (address.host.as_str(), address.port).to_socket_addrs();
    let mut addresses = addresses.into_iter().flatten();
    addresses
        .any(|address| TcpStream::connect_timeout(&address, Duration::from_millis(500)).is_ok())
}

/// Finds a port that nobody listens on.
fn free() -> io::Result<Address> {
    let listener = TcpListener::bind(("127.0.0.1", 0))?;
    Ok(Address {
        is_https: false,
        host: "127.0.0.1".to_owned(),
        port: listener.local_addr()?.port(),
    })
}

fn said(kept: &[u8]) -> String {
    let text = String::from_utf8_lossy(kept);
    match text.trim() {
        "" => ", and printed nothing".to_owned(),
        text => format!("; it printed:\n{text}"),
    }
}
