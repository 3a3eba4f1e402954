//! Messages over a WebSocket, to a browser that runs elsewhere.

use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tungstenite::protocol::{Role, WebSocketConfig};
use tungstenite::{Message as Frame, WebSocket};

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

/// Connects to `ws://host:port/devtools/browser/…`.
pub(super) fn connect(url: &str) -> Result<(SocketOut, SocketIn), String> {
    let parsed = url::Url::parse(url).map_err(|error| format!("`{url}` is no address: {error}"))?;
    if parsed.scheme() != "ws" {
        return Err(format!("`{url}` does not begin with `ws://`"));
    }
    let host = parsed.host_str().unwrap_or_default();
    let port = parsed.port().unwrap_or(80);
    let reached = reach(host, port).map_err(|error| format!("cannot reach `{url}`: {error}"))?;
    let (socket, _) = tungstenite::client(url, reached)
        .map_err(|error| format!("`{url}` speaks no WebSocket: {error}"))?;
    let stream = socket.into_inner();
    split(stream).map_err(|error| format!("cannot use the connection to `{url}`: {error}"))
}

fn reach(host: &str, port: u16) -> io::Result<TcpStream> {
    let host = host.trim_start_matches('[').trim_end_matches(']');
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
