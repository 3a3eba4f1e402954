//! The server under test, as the proxy sees it.

use std::io::{self, Read, Write};
use std::time::Duration;

use ureq::config::AutoHeaderValue;
use ureq::http::{self, Response};
use ureq::{Agent, Body};

use super::Address;
use super::exchange::Record;
use super::http::Request;

/// How much of an answer is kept to be judged.
const KEPT_BYTES: usize = 4 * 1024 * 1024;
/// How long a server may take to accept a connection.
const CONNECT: Duration = Duration::from_secs(5);

/// Headers that are about one connection and not about the message.
const OF_THE_CONNECTION: [&str; 10] = [
    "connection",
    "keep-alive",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "expect",
    "host",
    "content-length",
];

/// The server under test.
#[derive(Clone, Debug)]
pub(super) struct Upstream {
    address: Address,
    agent: Agent,
}

impl Upstream {
    /// Makes a client of a server; nothing is sent yet. `limit` is the longest that an answer may take.
    pub(super) fn new(address: Address, limit: Duration) -> Self {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .allow_non_standard_methods(true)
            .user_agent(AutoHeaderValue::None)
            .accept(AutoHeaderValue::None)
            .accept_encoding(AutoHeaderValue::None)
            .proxy(None)
            .max_idle_connections(0)
            .timeout_connect(Some(CONNECT))
            .timeout_global(Some(limit))
            .build();
        Self {
            address,
            agent: config.new_agent(),
        }
    }

    /// Forwards a request, records the answer and passes it on.
    pub(super) fn forward(
        &self,
        request: &Request,
        record: &Record,
        answer: &mut impl Write,
    ) -> io::Result<()> {
        match self.send(request) {
            Ok(response) => pass_on(request, response, record, answer),
            Err(error) => {
                let fault = format!("the server at {} gave no answer: {error}", self.address);
                record.change(|exchange| exchange.fault = Some(fault));
                // The example sees what it would see of the server itself: a connection that closes.
                Ok(())
            }
        }
    }

    fn send(&self, request: &Request) -> Result<Response<Body>, ureq::Error> {
        let uri = format!("{}{}", self.address, request.target);
        let mut builder = http::Request::builder()
            .method(request.method.as_str())
            .uri(&uri);
        for (name, value) in &request.headers {
            let lower = name.to_ascii_lowercase();
            // An answer that nobody compressed can be read and held against the document.
            if lower != "accept-encoding" && !OF_THE_CONNECTION.contains(&lower.as_str()) {
                builder = builder.header(name, value);
            }
        }
        if request.body.is_empty() {
            return self.agent.run(builder.body(())?);
        }
        match request.method.as_str() {
            "GET" => self.send_unusual(self.agent.get(&uri), builder, request),
            "HEAD" => self.send_unusual(self.agent.head(&uri), builder, request),
            "DELETE" => self.send_unusual(self.agent.delete(&uri), builder, request),
            "OPTIONS" => self.send_unusual(self.agent.options(&uri), builder, request),
            _ => self.agent.run(builder.body(request.body.as_slice())?),
        }
    }

    /// Sends a body with a method that usually has none.
    fn send_unusual(
        &self,
        unusual: ureq::RequestBuilder<ureq::typestate::WithoutBody>,
        builder: http::request::Builder,
        request: &Request,
    ) -> Result<Response<Body>, ureq::Error> {
        let (parts, ()) = builder.body(())?.into_parts();
        let mut unusual = unusual.force_send_body();
        if let Some(headers) = unusual.headers_mut() {
            *headers = parts.headers;
        }
        unusual.send(request.body.as_slice())
    }
}

fn pass_on(
    request: &Request,
    response: Response<Body>,
    record: &Record,
    answer: &mut impl Write,
) -> io::Result<()> {
    let (head, body) = response.into_parts();
    record.change(|exchange| {
        exchange.status = Some(head.status.as_u16());
        exchange.location = location(&head);
        exchange.media_type = media_type(&head);
    });
    let length: Option<usize> = head
        .headers
        .get("content-length")
        .and_then(|length| length.to_str().ok()?.parse().ok());
    let is_bodiless = request.method == "HEAD" || matches!(head.status.as_u16(), 204 | 304);
    let framing = match length {
        Some(length) => Framing::Length(length),
        None if is_bodiless => Framing::None,
        None if request.is_http_11 => Framing::Chunks,
        None => Framing::Close,
    };
    let mut body = body.into_with_config().limit(u64::MAX).reader();
    if is_bodiless {
        record.change(|exchange| exchange.is_whole = true);
        return write_head(answer, &head, framing);
    }
    // What is small is read to its end before any of it is passed on, so that the record is whole when the example ends.
    if let Framing::Length(length) = framing
        && length <= KEPT_BYTES
    {
        let mut whole = Vec::with_capacity(length);
        let end = body.read_to_end(&mut whole);
        record.change(|exchange| note_end(exchange, &whole, end.as_ref().err()));
        write_head(answer, &head, framing)?;
        answer.write_all(&whole)?;
        return answer.flush();
    }
    write_head(answer, &head, framing)?;
    stream(&mut body, framing, record, answer)
}

fn note_end(exchange: &mut super::Exchange, whole: &[u8], error: Option<&io::Error>) {
    exchange.body = whole.to_vec();
    exchange.is_whole = error.is_none();
    exchange.fault = error.map(|error| format!("the server broke off its answer: {error}"));
}

/// How the end of a body is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Framing {
    None,
    Length(usize),
    Chunks,
    Close,
}

fn write_head(
    answer: &mut impl Write,
    head: &http::response::Parts,
    framing: Framing,
) -> io::Result<()> {
    let reason = head.status.canonical_reason().unwrap_or("");
    let mut text = format!("HTTP/1.1 {} {reason}\r\n", head.status.as_u16()).into_bytes();
    for (name, value) in &head.headers {
        if OF_THE_CONNECTION.contains(&name.as_str()) {
            continue;
        }
        text.extend_from_slice(name.as_str().as_bytes());
        text.extend_from_slice(b": ");
        text.extend_from_slice(value.as_bytes());
        text.extend_from_slice(b"\r\n");
    }
    let framing = match framing {
        Framing::None | Framing::Close => String::new(),
        Framing::Length(length) => format!("content-length: {length}\r\n"),
        Framing::Chunks => "transfer-encoding: chunked\r\n".to_owned(),
    };
    text.extend_from_slice(framing.as_bytes());
    text.extend_from_slice(b"connection: close\r\n\r\n");
    answer.write_all(&text)
}

fn stream(
    body: &mut impl Read,
    framing: Framing,
    record: &Record,
    answer: &mut impl Write,
) -> io::Result<()> {
    let mut buffer = vec![0; 64 * 1024];
    loop {
        let piece = match body.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => &buffer[..count],
            Err(error) => {
                let fault = format!("the server broke off its answer: {error}");
                record.change(|exchange| exchange.fault = Some(fault));
                return Ok(());
            }
        };
        record.change(|exchange| {
            let room = KEPT_BYTES.saturating_sub(exchange.body.len());
            exchange.body.extend(piece.iter().take(room));
        });
        if framing == Framing::Chunks {
            write!(answer, "{:x}\r\n", piece.len())?;
        }
        answer.write_all(piece)?;
        if framing == Framing::Chunks {
            answer.write_all(b"\r\n")?;
        }
        answer.flush()?;
    }
    record.change(|exchange| exchange.is_whole = exchange.body.len() < KEPT_BYTES);
    if framing == Framing::Chunks {
        answer.write_all(b"0\r\n\r\n")?;
    }
    answer.flush()
}

fn location(head: &http::response::Parts) -> Option<String> {
    let header = head
        .headers
        .get("location")
        .filter(|_| head.status.is_redirection())?;
    header.to_str().ok().map(str::to_owned)
}

fn media_type(head: &http::response::Parts) -> String {
    let header = head.headers.get("content-type");
    let text = header.and_then(|value| value.to_str().ok()).unwrap_or("");
    let bare = text.split(';').next().unwrap_or("").trim();
    bare.to_ascii_lowercase()
}
