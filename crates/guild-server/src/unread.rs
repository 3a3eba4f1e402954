//! What a client is told whose request is none.
//!
//! hyper answers what it cannot read by itself, with a status and nothing else, before any service hears of it. That
//! answer is known by its form and replaced by one with the error body and the security headers.

use axum::http::uri::Authority;
use http::header::{self, HeaderValue};
use http::{Request, Version};

use crate::accept::HEAD_BYTES;
use crate::edge;
use crate::error::{ApiError, Code};

/// Refuses a request that does not name its host exactly once (RFC 9112, section 3.2).
pub(crate) fn names_its_host<B>(request: &Request<B>) -> Result<(), ApiError> {
    let mut hosts = request.headers().get_all(header::HOST).iter();
    let message = match (hosts.next(), hosts.next()) {
        (Some(host), None) if is_host(host) => return Ok(()),
        (None, _) if request.version() < Version::HTTP_11 => return Ok(()),
        (None, _) => "the request has no `Host`",
        (Some(_), Some(_)) => "the request has more than one `Host`",
        (Some(_), None) => "the `Host` of the request names no host",
    };
    Err(ApiError::new(Code::MalformedRequest, message))
}

/// Whether a value is a host, with a port or without; it is empty where the address has none.
fn is_host(value: &HeaderValue) -> bool {
    let bytes = value.as_bytes();
    bytes.is_empty() || (!bytes.contains(&b'@') && Authority::try_from(bytes).is_ok())
}

/// Gives what to write in the place of an answer of hyper's own; nothing for any other bytes.
pub(crate) fn instead_of(written: &[u8]) -> Option<Vec<u8>> {
    let (status, date) = bare(written)?;
    let error = match status {
        "431" => ApiError::new(
            Code::HeadTooLong,
            format!("the head of a request may have {HEAD_BYTES} bytes"),
        ),
        "414" => ApiError::new(Code::UrlTooLong, "path and query are too long"),
        _ => ApiError::new(Code::MalformedRequest, "this is no HTTP request"),
    };
    let body = error.json();
    let status = error.code.status();
    let mut answer = format!("HTTP/1.1 {status}\r\n").into_bytes();
    for (name, value) in &edge::error_headers(&error, edge::JSON) {
        answer.extend([name.as_str().as_bytes(), b": ", value.as_bytes(), b"\r\n"].concat());
    }
    let length = body.len();
    let rest = format!("{date}connection: close\r\ncontent-length: {length}\r\n\r\n");
    answer.extend(rest.into_bytes());
    answer.extend(body);
    Some(answer)
}

/// Reads an answer that refuses and has no body and no headers but those that hyper writes by itself; gives its status
/// and the line of its date. An answer of ours always has others.
fn bare(written: &[u8]) -> Option<(&str, String)> {
    let refusal = written
        .strip_prefix(b"HTTP/1.1 ")
        .filter(|rest| rest.starts_with(b"4"))?;
    let head = std::str::from_utf8(refusal)
        .ok()?
        .strip_suffix("\r\n\r\n")?;
    let mut lines = head.split("\r\n");
    let status = lines.next()?.get(..3)?;
    let mut date = String::new();
    for line in lines {
        match line.split_once(": ")? {
            ("connection", "close") | ("content-length", "0") => {}
            ("date", _) => date = format!("{line}\r\n"),
            _ => return None,
        }
    }
    Some((status, date))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_of_ours_is_left_as_it_is() {
        let bare = "HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\n\r\n";
        assert!(instead_of(bare.as_bytes()).is_some());
        for written in [
            "",
            "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n",
            "HTTP/1.1 404 Not Found\r\netag: \"1\"\r\ncontent-length: 0\r\n\r\n",
            "HTTP/1.1 400 Bad Request\r\ncontent-length: 2\r\n\r\n{}",
            "HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n",
        ] {
            assert_eq!(instead_of(written.as_bytes()), None, "{written:?}");
        }
    }
}
