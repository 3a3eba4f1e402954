//! What an address gives: from the address itself, and what kind of thing it is.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use percent_encoding::percent_decode_str;

use crate::snapshot::Fetched;

/// Reads an address that is its own content.
pub(super) fn data(written: &str) -> Option<Fetched> {
    let (head, content) = written.split_once(',')?;
    let bytes = match head.strip_suffix(";base64") {
        Some(_) => STANDARD.decode(content).ok()?,
        None => percent_decode_str(content).collect(),
    };
    let mime = kind(&bytes);
    Some(Fetched { mime, bytes })
}

/// Tells a picture or a font by its first bytes; all else is text.
pub(super) fn kind(bytes: &[u8]) -> String {
    let mime = match bytes {
        [0x89, b'P', b'N', b'G', ..] => "image/png",
        [0xff, 0xd8, 0xff, ..] => "image/jpeg",
        [b'G', b'I', b'F', b'8', ..] => "image/gif",
        [
            b'R',
            b'I',
            b'F',
            b'F',
            _,
            _,
            _,
            _,
            b'W',
            b'E',
            b'B',
            b'P',
            ..,
        ] => "image/webp",
        [
            _,
            _,
            _,
            _,
            b'f',
            b't',
            b'y',
            b'p',
            b'a',
            b'v',
            b'i',
            b'f',
            ..,
        ] => "image/avif",
        [b'B', b'M', ..] => "image/bmp",
        [0, 0, 1 | 2, 0, ..] => "image/x-icon",
        [b'w', b'O', b'F', b'2', ..] => "font/woff2",
        [b'w', b'O', b'F', b'F', ..] => "font/woff",
        [b'O', b'T', b'T', b'O', ..] => "font/otf",
        [0, 1, 0, 0, ..] | [b't', b'r', b'u', b'e', ..] => "font/ttf",
        [b't', b't', b'c', b'f', ..] => "font/collection",
        _ if String::from_utf8_lossy(&bytes[..bytes.len().min(1_000)]).contains("<svg") => {
            "image/svg+xml"
        }
        _ => "text/plain",
    };
    mime.to_owned()
}

#[cfg(test)]
mod tests {
    use super::data;

    #[test]
    fn an_address_may_be_its_own_content() {
        let content = |address| data(address).map(|fetched| fetched.bytes);
        assert_eq!(content("text/plain,a%20b").as_deref(), Some(&b"a b"[..]));
        assert_eq!(content("text/plain,5%+5%").as_deref(), Some(&b"5%+5%"[..]));
    }
}
