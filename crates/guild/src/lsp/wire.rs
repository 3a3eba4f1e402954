//! Messages on a stream: a header with the length, then JSON.
//!
//! Libraries end the connection at the first message that they cannot read; an editor would have to start the server
//! again. Here the next header is looked for, and the client is told.

use std::io::{self, BufRead, Read as _};

use serde_json::{Value, json};

/// The longest message that is read; a longer one is passed over.
const MOST_BYTES: u64 = 256 << 20;

/// The longest line of a header; what is longer is none.
const LONGEST_LINE: u64 = 8 << 10;

/// What came.
#[derive(Debug)]
pub(super) enum Incoming {
    /// A message in JSON.
    Message(Value),
    /// Something that is none, and why.
    Malformed(String),
}

/// Reads the next message; nothing at the end of the stream.
pub(super) fn read(from: &mut impl BufRead) -> io::Result<Option<Incoming>> {
    let Some(length) = header(from)? else {
        return Ok(None);
    };
    let length = match length {
        Ok(length) => length,
        Err(malformed) => return Ok(Some(Incoming::Malformed(malformed))),
    };
    let mut body = from.take(length);
    if length > MOST_BYTES {
        io::copy(&mut body, &mut io::sink())?;
        let text = format!("a message of {length} bytes is too long");
        return Ok(Some(Incoming::Malformed(text)));
    }
    let mut bytes = Vec::new();
    body.read_to_end(&mut bytes)?;
    if (bytes.len() as u64) < length {
        return Ok(None);
    }
    Ok(Some(match serde_json::from_slice(&bytes) {
        Ok(message) => Incoming::Message(message),
        Err(error) => Incoming::Malformed(format!("the message is no JSON: {error}")),
    }))
}

/// Writes a message with its header.
pub(super) fn framed(message: &Value) -> String {
    let body = message.to_string();
    format!("Content-Length: {}\r\n\r\n{body}", body.len())
}

/// Makes the answer to something that could not be read or done.
pub(super) fn failure(id: &Value, code: i32, message: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } })
}

/// Reads lines up to the empty one that ends a header with a length in it.
///
/// What stands before is passed over: the rest of a message whose length was wrong.
fn header(from: &mut impl BufRead) -> io::Result<Option<Result<u64, String>>> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        if from.take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line).to_ascii_lowercase();
        if let Some((_, value)) = line.rsplit_once("content-length:") {
            let value = value.trim();
            let read = value.parse::<u64>();
            length = Some(read.map_err(|_| format!("`{value}` is no length of a message")));
        } else if line.trim().is_empty() {
            match length.take() {
                Some(length) => return Ok(Some(length)),
                None => continue,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(mut bytes: &[u8]) -> Vec<String> {
        let mut found = Vec::new();
        while let Some(incoming) = read(&mut bytes).unwrap() {
            found.push(match incoming {
                Incoming::Message(message) => message.to_string(),
                Incoming::Malformed(_) => "malformed".to_owned(),
            });
        }
        found
    }

    #[test]
    fn what_is_no_message_is_passed_over() {
        let text = concat!(
            "Content-Length: 2\r\nContent-Type: x\r\n\r\n{}",
            "content-length:2\n\n{]",
            "Content-Length: -1\r\n\r\n",
            "Content-Length: 2\r\n\r\n{\"a\":1}Content-Length: 4\r\n\r\nnull",
            "garbage\r\n\r\nContent-Length: 1\r\n\r\n7",
            "Content-Length: 99\r\n\r\n{",
        );
        let expected = ["{}", "malformed", "malformed", "malformed", "null", "7"];
        assert_eq!(all(text.as_bytes()), expected);
        assert!(all(&[0xff; 20_000]).is_empty());
    }

    #[test]
    fn what_is_written_is_read() {
        let message = json!({ "text": "ä\n\u{1b}" });
        assert_eq!(all(framed(&message).as_bytes()), [message.to_string()]);
    }
}
