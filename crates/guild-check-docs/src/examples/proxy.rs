//! The recording proxy: what stands behind the documented address.

use std::cell::RefCell;
use std::io::{self, BufRead as _, BufReader, Read, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::exchange::Records;
use super::http::{Request, RequestError};
use super::tls::{Authority, is_handshake};
use super::upstream::Upstream;

/// How many connections of one document may be open at a time; an example opens a handful.
const CONNECTIONS: usize = 64;

/// A proxy that runs until it is dropped.
#[derive(Debug)]
pub(super) struct Proxy {
    /// Where it listens.
    socket: PathBuf,
    is_stopping: Arc<AtomicBool>,
    /// The thread that accepts connections; taken when the proxy stops.
    thread: Option<JoinHandle<()>>,
    /// What was said since it was last asked.
    pub(super) records: Records,
}

/// What each connection needs.
#[derive(Clone, Debug)]
struct Line {
    upstream: Upstream,
    /// Who vouches for the proxy; nothing if no address is called over TLS.
    authority: Option<Authority>,
    records: Records,
    idle: Duration,
}

impl Proxy {
    /// Starts a proxy on a socket; a connection that says nothing for `idle` is closed.
    pub(super) fn start(
        socket: &Path,
        upstream: Upstream,
        authority: Option<Authority>,
        idle: Duration,
    ) -> io::Result<Self> {
        let listener = UnixListener::bind(socket)?;
        let records = Records::default();
        let is_stopping = Arc::new(AtomicBool::new(false));
        let line = Line {
            upstream,
            authority,
            records: records.clone(),
            idle,
        };
        let flag = Arc::clone(&is_stopping);
        let thread = thread::Builder::new().spawn(move || accept(&listener, &line, &flag))?;
        Ok(Self {
            socket: socket.to_owned(),
            is_stopping,
            thread: Some(thread),
            records,
        })
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.is_stopping.store(true, Ordering::Release);
        // The listener wakes up for a connection, sees the flag and ends.
        let woken = UnixStream::connect(&self.socket);
        if let (Some(thread), Ok(_)) = (self.thread.take(), woken) {
            let _ = thread.join();
        }
    }
}

/// Accepts connections, each on a thread of its own.
fn accept(listener: &UnixListener, line: &Line, is_stopping: &AtomicBool) {
    let open = Arc::new(AtomicUsize::new(0));
    for connection in listener.incoming() {
        let Ok(connection) = connection else {
            return;
        };
        if is_stopping.load(Ordering::Acquire) {
            return;
        }
        if open.fetch_add(1, Ordering::AcqRel) >= CONNECTIONS {
            open.fetch_sub(1, Ordering::AcqRel);
            continue;
        }
        let (line, counted) = (line.clone(), Arc::clone(&open));
        let serving = move || {
            // A connection that breaks is the example's business; what was said is recorded.
            let _ = converse(&connection, &line);
            counted.fetch_sub(1, Ordering::AcqRel);
        };
        if thread::Builder::new().spawn(serving).is_err() {
            open.fetch_sub(1, Ordering::AcqRel);
        }
    }
}

/// Both directions of a connection whose first bytes were looked at.
#[derive(Debug)]
struct Looked<'a> {
    from: BufReader<&'a UnixStream>,
    to: &'a UnixStream,
}

impl Read for Looked<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.from.read(buffer)
    }
}

impl Write for Looked<'_> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.to.write(buffer)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

fn converse(connection: &UnixStream, line: &Line) -> io::Result<()> {
    connection.set_read_timeout(Some(line.idle))?;
    connection.set_write_timeout(Some(line.idle))?;
    let mut from = BufReader::new(connection);
    let first = from.fill_buf()?.first().copied();
    let looked = Looked {
        from,
        to: connection,
    };
    match (&line.authority, first.is_some_and(is_handshake)) {
        (Some(authority), true) => match authority.accept(looked) {
            Ok(mut stream) => {
                let answered = answer(&mut stream, line);
                stream.conn.send_close_notify();
                stream.flush()?;
                answered
            }
            Err(error) => {
                let record = line.records.start("", "");
                let fault = format!("the TLS connection was not made: {error}");
                record.change(|exchange| exchange.fault = Some(fault));
                Err(error)
            }
        },
        (_, _) => answer(looked, line),
    }
}

/// One end of a stream that is read and written in turn.
struct End<'a, S>(&'a RefCell<S>);

impl<S: Read> Read for End<'_, S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.borrow_mut().read(buffer)
    }
}

impl<S: Write> Write for End<'_, S> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(buffer)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.borrow_mut().flush()
    }
}

/// Reads a request, forwards it and passes the answer on.
fn answer(stream: impl Read + Write, line: &Line) -> io::Result<()> {
    let stream = RefCell::new(stream);
    let mut reader = BufReader::new(End(&stream));
    let mut writer = End(&stream);
    match Request::read(&mut reader, &mut writer) {
        Ok(request) => {
            let record = line.records.start(&request.method, &request.target);
            line.upstream.forward(&request, &record, &mut writer)
        }
        Err(RequestError::Nothing) => Ok(()),
        Err(error) => {
            let record = line.records.start("", "");
            record.change(|exchange| exchange.fault = Some(error.to_string()));
            let text = format!("{error}\n");
            write!(
                writer,
                "HTTP/1.1 400 Bad Request\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{text}",
                text.len()
            )
        }
    }
}
