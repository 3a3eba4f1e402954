//! How long single requests take, over one connection that stays open: what a person waits for on an idle server.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use super::table::{Row, milliseconds};

/// A connection to a server.
pub(super) struct Line {
    stream: BufReader<TcpStream>,
    host: String,
}

impl Line {
    /// Connects to `127.0.0.1:port`.
    pub(super) fn to(address: &str) -> Result<Self, String> {
        let stream = TcpStream::connect(address).map_err(|error| error.to_string())?;
        stream
            .set_nodelay(true)
            .map_err(|error| error.to_string())?;
        Ok(Self {
            stream: BufReader::new(stream),
            host: address.to_owned(),
        })
    }

    /// Asks for a path, and gives the body of a 200 and the time until its last byte.
    pub(super) fn ask(&mut self, path: &str) -> Result<(Vec<u8>, Duration), String> {
        let failed = |error: std::io::Error| format!("{path}: {error}");
        let started = Instant::now();
        let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.host);
        let stream = self.stream.get_mut();
        stream.write_all(request.as_bytes()).map_err(failed)?;
        let mut length = None;
        let mut line = String::new();
        self.stream.read_line(&mut line).map_err(failed)?;
        if !line.starts_with("HTTP/1.1 200") {
            return Err(format!("{path}: {}", line.trim_end()));
        }
        loop {
            line.clear();
            self.stream.read_line(&mut line).map_err(failed)?;
            let Some((name, value)) = line.trim_end().split_once(':') else {
                break;
            };
            if name.eq_ignore_ascii_case("content-length") {
                length = value.trim().parse::<usize>().ok();
            }
        }
        let length = length.ok_or_else(|| format!("{path}: an answer without a length"))?;
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body).map_err(failed)?;
        Ok((body, started.elapsed()))
    }

    /// Asks for paths, one after the other, and makes the row of their times.
    pub(super) fn row(
        &mut self,
        what: String,
        paths: impl Iterator<Item = String>,
        (goal, words): (Duration, &'static str),
    ) -> Result<Row, String> {
        let mut times = Vec::new();
        for path in paths {
            times.push(self.ask(&path)?.1);
        }
        times.sort_unstable();
        let at = |part: f64| {
            let place = (times.len() as f64 * part) as usize;
            times.get(place.min(times.len().saturating_sub(1)))
        };
        let seconds = |part| at(part).map_or(f64::NAN, Duration::as_secs_f64);
        let p99 = seconds(0.99);
        Ok(Row {
            what,
            ours: format!("p99 {}", milliseconds(p99)),
            peer: "none".to_owned(),
            result: format!(
                "p50 {}, worst {}, {} requests",
                milliseconds(seconds(0.5)),
                milliseconds(seconds(1.0)),
                times.len()
            ),
            goal: words,
            is_met: p99 <= goal.as_secs_f64(),
        })
    }
}

/// Escapes a value of a query.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || byte == b'-' {
            escaped.push(char::from(byte));
        } else {
            let _ = write!(escaped, "%{byte:02X}");
        }
    }
    escaped
}
