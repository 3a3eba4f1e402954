//! A client as small as a load needs it: requests one after another over a connection that is kept.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// Whoever waits longer has met an error.
const PATIENCE: Duration = Duration::from_secs(60);

/// A connection.
pub(crate) struct Connection {
    address: String,
    stream: BufReader<TcpStream>,
}

/// An answer.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(super) head: Vec<String>,
    pub(crate) body: Vec<u8>,
}

impl Connection {
    pub(crate) fn open(address: &str) -> io::Result<Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_nodelay(true)?;
        Ok(Self {
            address: address.to_owned(),
            stream: BufReader::new(stream),
        })
    }

    /// Asks and reads the whole answer.
    pub(crate) fn ask(
        &mut self,
        method: &str,
        path: &str,
        more: &str,
        body: impl AsRef<[u8]>,
    ) -> io::Result<Answer> {
        self.send(method, path, more, body.as_ref())?;
        let (status, head) = self.head()?;
        let length = value(&head, "content-length").and_then(|length| length.parse().ok());
        let mut whole = vec![0; length.unwrap_or(0)];
        self.stream.read_exact(&mut whole)?;
        Ok(Answer {
            status,
            head,
            body: whole,
        })
    }

    /// Begins a stream of events.
    pub(super) fn listen(&mut self, path: &str) -> io::Result<u16> {
        self.send("GET", path, "accept: text/event-stream\r\n", b"")?;
        self.head().map(|(status, _)| status)
    }

    /// Waits for a line of the stream.
    pub(super) fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        match self.stream.read_line(&mut line)? {
            0 => Err(io::ErrorKind::UnexpectedEof.into()),
            _ => Ok(line),
        }
    }

    fn send(&mut self, method: &str, path: &str, more: &str, body: &[u8]) -> io::Result<()> {
        let (address, length) = (&self.address, body.len());
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {address}\r\ncontent-length: {length}\r\n{more}\r\n"
        );
        self.stream
            .get_mut()
            .write_all(&[request.as_bytes(), body].concat())
    }

    fn head(&mut self) -> io::Result<(u16, Vec<String>)> {
        let mut lines = Vec::new();
        loop {
            let line = self.line()?;
            match line.trim_end() {
                "" => break,
                line => lines.push(line.to_owned()),
            }
        }
        let status = lines
            .first()
            .and_then(|line| line.split(' ').nth(1)?.parse().ok());
        let status = status.ok_or_else(|| io::Error::other("the answer has no status"))?;
        Ok((status, lines))
    }
}

/// Finds a header.
pub(super) fn value<'h>(head: &'h [String], name: &str) -> Option<&'h str> {
    head.iter().find_map(|line| {
        let (found, value) = line.split_once(':')?;
        found.eq_ignore_ascii_case(name).then_some(value.trim())
    })
}
