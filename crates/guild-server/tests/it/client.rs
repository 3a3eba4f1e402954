//! A client that sends exactly what a test says, however strange.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;

/// Nothing here takes this long unless the server hangs.
const HANG: Duration = Duration::from_secs(20);

/// One connection.
pub(crate) struct Connection {
    pub(crate) stream: TcpStream,
}

/// What the server answered.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Connection {
    pub(crate) fn open(address: SocketAddr) -> Self {
        Self::over(TcpStream::connect(address).unwrap())
    }

    pub(crate) fn over(stream: TcpStream) -> Self {
        stream.set_read_timeout(Some(HANG)).unwrap();
        Self { stream }
    }

    pub(crate) fn send(&mut self, bytes: impl AsRef<[u8]>) {
        self.stream.write_all(bytes.as_ref()).unwrap();
    }

    /// Reads one answer; one to HEAD has no body.
    pub(crate) fn answer_to(&mut self, method: &str) -> Answer {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(self.byte().expect("an answer ends its head"));
        }
        let head = String::from_utf8(head).unwrap();
        let mut lines = head.lines();
        let status = lines.next().unwrap().split(' ').nth(1).unwrap();
        let headers = lines.filter_map(|line| line.split_once(':'));
        let headers = headers.map(|(name, value)| (name.to_owned(), value.trim().to_owned()));
        let mut answer = Answer {
            status: status.parse().unwrap(),
            headers: headers.collect(),
            body: Vec::new(),
        };
        let length = answer.header("content-length");
        let length = length.map_or(0, |length| length.parse().unwrap());
        let has_body = method != "HEAD" && answer.status != 304;
        answer.body.resize(if has_body { length } else { 0 }, 0);
        self.stream.read_exact(&mut answer.body).unwrap();
        answer
    }

    /// Waits for the server to close; true when it does.
    pub(crate) fn is_closed(&mut self) -> bool {
        self.byte().is_none()
    }

    fn byte(&mut self) -> Option<u8> {
        let mut byte = [0];
        match self.stream.read(&mut byte) {
            Ok(0) => None,
            Ok(_) => Some(byte[0]),
            Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => None,
            Err(error) => panic!("the server neither answers nor closes: {error}"),
        }
    }
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        headers.find_map(|(key, value)| key.eq_ignore_ascii_case(name).then_some(value.as_str()))
    }

    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    /// Gives status and code of an error: `404 SKILL_NOT_FOUND`.
    pub(crate) fn error(&self) -> String {
        let json = self.json();
        let message = json["error"]["message"].as_str().unwrap();
        assert!(!message.is_empty(), "an error has a message");
        let code = json["error"]["code"].as_str().unwrap();
        format!("{} {code}", self.status)
    }
}
