//! The pages that are tested, served on loopback.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;

const SIGNUP: &str = include_str!("signup.html");
const DELAYED: &str = include_str!("delayed.html");

/// A server that ends with this process.
pub(in crate::bench) struct Site {
    origin: String,
}

impl Site {
    pub(in crate::bench) fn start() -> io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let origin = format!("http://{}", listener.local_addr()?);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                thread::spawn(move || answer(&stream));
            }
        });
        Ok(Self { origin })
    }

    pub(in crate::bench) fn origin(&self) -> &str {
        &self.origin
    }
}

/// Answers one request. Who hangs up gets no answer.
fn answer(mut stream: &TcpStream) -> io::Result<()> {
    let mut reader = BufReader::new(stream);
    let mut first = String::new();
    reader.read_line(&mut first)?;
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        match line.trim().split_once(':') {
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                length = value.trim().parse().unwrap_or(0);
            }
            Some(_) => {}
            None => break,
        }
    }
    io::copy(&mut reader.take(length), &mut io::sink())?;
    let (status, kind, body) = match first.split(' ').nth(1).unwrap_or_default() {
        "/signup" | "/" => ("200 OK", "text/html", SIGNUP),
        "/orders" => ("200 OK", "text/html", DELAYED),
        "/api/accounts" => {
            let account = r#"{"id": 7, "name": "Ada", "company": "Engines"}"#;
            ("201 Created", "application/json", account)
        }
        "/api/orders" => ("201 Created", "application/json", r#"{"id": 12}"#),
        _ => ("404 Not Found", "text/plain", "not found"),
    };
    let size = body.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\ncontent-type: {kind}\r\ncontent-length: {size}\r\nconnection: close\r\n\r\n{body}"
    )
}
