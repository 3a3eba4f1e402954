//! Percent-encoding (RFC 3986, 2.1): what is escaped, and whether escapes are sound.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC};

/// What is escaped where any byte may mean something: all but letters, digits, `-`, `.`, `_` and `~`.
pub const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// Tells whether two hex digits follow each `%`. Decoding leaves any other `%` as it is.
pub fn is_sound(text: &str) -> bool {
    text.split('%').skip(1).all(|after| {
        let digits = after.as_bytes().get(..2);
        digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    })
}

#[cfg(test)]
mod tests {
    use super::is_sound;

    #[test]
    fn an_escape_has_two_hex_digits() {
        for text in ["", "a b", "%2F", "a%2fb%C3%A4", "%2525"] {
            assert!(is_sound(text), "{text}");
        }
        for text in ["%", "a%2", "%zz", "%+5", "%%20", "%2%20", "%ä"] {
            assert!(!is_sound(text), "{text}");
        }
    }
}
