//! Messages over a WebSocket, to a browser that runs elsewhere.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tungstenite::protocol::{Role, WebSocketConfig};
use tungstenite::{Message as Frame, WebSocket};
use url::Url;

use super::connection::lock;
use super::transport::{Incoming, Message, Outgoing};

/// How long a browser elsewhere may take to accept a connection.
const CONNECT: Duration = Duration::from_secs(10);
/// A longer message ends the connection.
const LONGEST_BYTES: usize = 128 << 20;

/// Two ends of one connection: each frame is written whole, whichever end writes it.
struct Shared {
    read: TcpStream,
    write: Arc<Mutex<TcpStream>>,
}

impl Read for Shared {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.read.read(buffer)
    }
}

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        lock(&self.write).write_all(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        lock(&self.write).flush()
    }
}

/// The end that commands go into.
pub(super) struct SocketOut(WebSocket<Shared>, TcpStream);

/// The end that answers come out of.
pub(super) struct SocketIn(WebSocket<Shared>);

/// Connects to `ws://host:port/devtools/browser/…`, or to what `http://host:port` says is there.
pub(super) fn connect(url: &str) -> Result<(SocketOut, SocketIn), String> {
    let parsed = Url::parse(url).map_err(|error| format!("`{url}` is no address: {error}"))?;
    let parsed = match parsed.scheme() {
        "ws" => parsed,
        "http" => named(&parsed).map_err(|why| format!("`{url}` names no browser: {why}"))?,
        _ => {
            return Err(format!(
                "`{url}` begins neither with `ws://` nor with `http://`"
            ));
        }
    };
    let url = parsed.as_str();
    let reached = reach(&parsed).map_err(|error| format!("cannot reach `{url}`: {error}"))?;
    let (socket, _) = tungstenite::client(url, reached)
        .map_err(|error| format!("`{url}` speaks no WebSocket: {error}"))?;
    let stream = socket.into_inner();
    split(stream).map_err(|error| format!("cannot use the connection to `{url}`: {error}"))
}

/// Asks a browser for the address of its WebSocket. It names itself as it sees itself: it is reached where it was asked.
fn named(at: &Url) -> Result<Url, String> {
    #[derive(serde::Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct About {
        web_socket_debugger_url: String,
    }
    let body = about(at).map_err(|error| error.to_string())?;
    let about: About = serde_json::from_slice(&body)
        .map_err(|_| "`/json/version` has no `webSocketDebuggerUrl`".to_owned())?;
    let mut socket =
        Url::parse(&about.web_socket_debugger_url).map_err(|error| error.to_string())?;
    // Both are schemes of the web, so that a host and a port that one has the other can have.
    let is_moved = socket.set_host(at.host_str()).is_ok() && socket.set_port(at.port()).is_ok();
    match is_moved && socket.scheme() == "ws" {
        true => Ok(socket),
        false => Err(format!("it is said to be at `{socket}`")),
    }
}

fn about(at: &Url) -> io::Result<Vec<u8>> {
    /// No answer of a browser is longer.
    const LONGEST_BYTES: u64 = 64 << 10;
    let mut stream = reach(at)?;
    let host = &at[url::Position::BeforeHost..url::Position::AfterPort];
    write!(
        stream,
        "GET /json/version HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
    )?;
    let mut answer = BufReader::new(stream.take(LONGEST_BYTES));
    let mut length = 0;
    loop {
        let mut line = String::new();
        answer.read_line(&mut line)?;
        match line.trim().split_once(':') {
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                length = value.trim().parse().unwrap_or(0);
            }
            None if line.trim().is_empty() => break,
            Some(_) | None => {}
        }
    }
    let mut body = Vec::new();
    answer.take(length).read_to_end(&mut body)?;
    Ok(body)
}

fn reach(at: &Url) -> io::Result<TcpStream> {
    let host = at.host_str().unwrap_or_default();
    let host = host.trim_start_matches('[').trim_end_matches(']');
    let port = at.port().unwrap_or(80);
    let mut last = io::Error::from(io::ErrorKind::AddrNotAvailable);
    for address in (host, port).to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, CONNECT) {
            Ok(stream) => {
                stream.set_nodelay(true)?;
                // The handshake has its time; what comes later may take as long as it likes.
                stream.set_read_timeout(Some(CONNECT))?;
                return Ok(stream);
            }
            Err(error) => last = error,
        }
    }
    Err(last)
}

fn split(stream: TcpStream) -> io::Result<(SocketOut, SocketIn)> {
    stream.set_read_timeout(None)?;
    let write = Arc::new(Mutex::new(stream.try_clone()?));
    let end = |read: TcpStream| Shared {
        read,
        write: Arc::clone(&write),
    };
    let config = WebSocketConfig::default()
        .max_message_size(Some(LONGEST_BYTES))
        .max_frame_size(Some(LONGEST_BYTES));
    let socket = |end| WebSocket::from_raw_socket(end, Role::Client, Some(config));
    let out = SocketOut(socket(end(stream.try_clone()?)), stream.try_clone()?);
    Ok((out, SocketIn(socket(end(stream)))))
}

impl Outgoing for SocketOut {
    fn send(&mut self, message: &str) -> io::Result<()> {
        self.0.send(Frame::text(message)).map_err(io::Error::other)
    }
}

impl Drop for SocketOut {
    fn drop(&mut self) {
        // The thread that reads waits for as long as the connection stands.
        drop(self.1.shutdown(std::net::Shutdown::Both));
    }
}

impl Incoming for SocketIn {
    fn next(&mut self) -> io::Result<Option<Message>> {
        loop {
            match self.0.read().map_err(io::Error::other)? {
                Frame::Text(text) => return Ok(Some(Message::Whole(text.as_bytes().to_vec()))),
                Frame::Binary(bytes) => return Ok(Some(Message::Whole(bytes.to_vec()))),
                Frame::Close(_) => return Ok(None),
                Frame::Ping(_) | Frame::Pong(_) | Frame::Frame(_) => {}
            }
        }
    }
}
