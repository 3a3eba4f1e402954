//! Reading a request off a connection. Whoever sends it is hostile: every length has a limit.

use std::io::{self, BufRead, Read, Write};

/// The longest head of a request.
const HEAD_BYTES: u64 = 64 * 1024;
/// The largest body of a request.
const BODY_BYTES: u64 = 16 * 1024 * 1024;

/// A request, read whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Request {
    /// The method as sent.
    pub(super) method: String,
    /// The path with its query.
    pub(super) target: String,
    /// Whether the client understands chunked bodies.
    pub(super) is_http_11: bool,
    /// The headers in their order.
    pub(super) headers: Vec<(String, String)>,
    /// The body.
    pub(super) body: Vec<u8>,
}

/// Why a request could not be read.
#[derive(Debug, thiserror::Error)]
pub(super) enum RequestError {
    /// The connection broke.
    #[error("the connection broke: {0}")]
    Connection(#[from] io::Error),
    /// It closed before a request came.
    #[error("nothing was sent")]
    Nothing,
    /// The words are no request.
    #[error("{0}")]
    Malformed(&'static str),
}

impl Request {
    /// Gives the first header of a name.
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        let found = headers.find(|(key, _)| key.eq_ignore_ascii_case(name))?;
        Some(found.1.as_str())
    }

    /// Reads a request; `answer` is where a client that waits for leave to send its body is told to go on.
    pub(super) fn read(
        from: &mut impl BufRead,
        answer: &mut impl Write,
    ) -> Result<Self, RequestError> {
        let mut request = read_head(&mut from.take(HEAD_BYTES))?;
        if request.header("expect").is_some() {
            answer.write_all(b"HTTP/1.1 100 Continue\r\n\r\n")?;
        }
        request.body = read_body(&request, from)?;
        Ok(request)
    }

    /// Reads a request that is written out in a document: the head, a blank line, the body.
    pub(super) fn written(text: &str) -> Result<Self, RequestError> {
        let text = text.replace("\r\n", "\n");
        let (head, body) = text.split_once("\n\n").unwrap_or((text.trim_end(), ""));
        let mut head = format!("{}\n\n", head.trim_start_matches('\n'));
        let first = head.lines().next().unwrap_or("");
        if first.split_whitespace().count() == 2 {
            head = head.replacen(first, &format!("{} HTTP/1.1", first.trim_end()), 1);
        }
        let mut request = read_head(&mut head.as_bytes())?;
        request.body = body.trim_end_matches('\n').as_bytes().to_vec();
        Ok(request)
    }
}

fn read_head(from: &mut impl BufRead) -> Result<Request, RequestError> {
    let first = read_line(from)?;
    if first.is_empty() {
        return Err(RequestError::Nothing);
    }
    let mut request = request_line(&first).ok_or(RequestError::Malformed(
        "the first line is no HTTP/1.1 request",
    ))?;
    loop {
        let line = read_line(from)?;
        if line.is_empty() {
            return Ok(request);
        }
        let (name, value) = line
            .split_once(':')
            .ok_or(RequestError::Malformed("a header has no colon"))?;
        request
            .headers
            .push((name.trim().to_owned(), value.trim().to_owned()));
    }
}

fn request_line(line: &str) -> Option<Request> {
    let mut words = line.split(' ').filter(|word| !word.is_empty());
    let (method, target, version) = (words.next()?, words.next()?, words.next()?);
    let is_method = method.bytes().all(|byte| byte.is_ascii_uppercase());
    if words.next().is_some() || !is_method || !version.starts_with("HTTP/1.") {
        return None;
    }
    let absolute = target.split_once("://");
    let target = match absolute {
        Some((_, rest)) => rest.find('/').map_or("/", |start| &rest[start..]),
        None => target,
    };
    let mut request = Request {
        method: method.to_owned(),
        target: target.to_owned(),
        is_http_11: version != "HTTP/1.0",
        headers: Vec::new(),
        body: Vec::new(),
    };
    if let Some((_, rest)) = absolute {
        let end = rest.find('/').unwrap_or(rest.len());
        request
            .headers
            .push(("Host".to_owned(), rest[..end].to_owned()));
    }
    target.starts_with('/').then_some(request)
}

/// Reads a line without its end; a line that the limit cuts off ends the head in an error.
fn read_line(from: &mut impl BufRead) -> Result<String, RequestError> {
    let mut line = Vec::new();
    from.read_until(b'\n', &mut line)?;
    if !line.is_empty() && !line.ends_with(b"\n") {
        return Err(RequestError::Malformed("the head is cut off or too long"));
    }
    while line.ends_with(b"\n") || line.ends_with(b"\r") {
        line.pop();
    }
    String::from_utf8(line).map_err(|_| RequestError::Malformed("the head is not UTF-8"))
}

fn read_body(request: &Request, from: &mut impl BufRead) -> Result<Vec<u8>, RequestError> {
    let is_chunked = request
        .header("transfer-encoding")
        .is_some_and(|coding| coding.to_ascii_lowercase().contains("chunked"));
    if is_chunked {
        return read_chunks(from);
    }
    let Some(length) = request.header("content-length") else {
        return Ok(Vec::new());
    };
    let length: u64 = length
        .parse()
        .map_err(|_| RequestError::Malformed("Content-Length is no number"))?;
    read_exactly(from, length)
}

fn read_chunks(from: &mut impl BufRead) -> Result<Vec<u8>, RequestError> {
    let mut body = Vec::new();
    loop {
        let line = read_line(&mut from.take(1024))?;
        let size = line.split(';').next().unwrap_or("").trim();
        let size = u64::from_str_radix(size, 16)
            .map_err(|_| RequestError::Malformed("a chunk has no size"))?;
        if size == 0 {
            while !read_line(&mut from.take(HEAD_BYTES))?.is_empty() {}
            return Ok(body);
        }
        if size.saturating_add(body.len() as u64) > BODY_BYTES {
            return Err(RequestError::Malformed("the body is larger than 16 MiB"));
        }
        body.extend(read_exactly(from, size)?);
        read_line(&mut from.take(2))?;
    }
}

fn read_exactly(from: &mut impl BufRead, length: u64) -> Result<Vec<u8>, RequestError> {
    if length > BODY_BYTES {
        return Err(RequestError::Malformed("the body is larger than 16 MiB"));
    }
    let mut body = Vec::new();
    from.take(length).read_to_end(&mut body)?;
    if (body.len() as u64) < length {
        return Err(RequestError::Malformed("the body is cut off"));
    }
    Ok(body)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &[u8]) -> Result<Request, RequestError> {
        Request::read(&mut &text[..], &mut Vec::new())
    }

    #[test]
    fn a_request_is_read_with_either_framing() {
        let plain =
            read(b"POST /a?b=1 HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi").unwrap();
        assert_eq!(
            (plain.method.as_str(), plain.target.as_str()),
            ("POST", "/a?b=1")
        );
        assert_eq!(plain.body, b"hi");
        let chunked =
            read(b"PUT /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2;x\r\nhi\r\n0\r\n\r\n");
        assert_eq!(chunked.unwrap().body, b"hi");
    }

    #[test]
    fn what_is_no_request_is_refused() {
        assert!(matches!(read(b""), Err(RequestError::Nothing)));
        assert!(read(b"GET /\r\n\r\n").is_err());
        assert!(read(b"GET / HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n").is_err());
        assert!(read(b"GET / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhi").is_err());
        let long = format!("GET /{} HTTP/1.1\r\n\r\n", "a".repeat(100_000));
        assert!(read(long.as_bytes()).is_err());
    }

    #[test]
    fn a_written_request_needs_no_version() {
        let request =
            Request::written("POST http://127.0.0.1:3000/a\nX-A: b\n\n{\"a\": 1}\n").unwrap();
        assert_eq!(request.target, "/a");
        assert_eq!(request.header("host"), Some("127.0.0.1:3000"));
        assert_eq!(request.body, b"{\"a\": 1}");
    }

    proptest! {
        #[test]
        fn no_bytes_break_the_reader(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
            let _ = read(&bytes);
            let _ = Request::written(&String::from_utf8_lossy(&bytes));
        }
    }
}
