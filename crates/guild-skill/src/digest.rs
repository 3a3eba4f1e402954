//! Digests: what proves that bytes are the bytes that were published.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

const PREFIX: &str = "sha256:";

/// The SHA-256 of some bytes, written `sha256:` and 64 lower-case hex digits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Digest(String);

/// A text that is not a digest.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a digest: it takes `sha256:` and 64 lower-case hex digits")]
pub struct DigestError {
    /// What was given.
    pub text: String,
}

impl Digest {
    /// Takes the digest of bytes.
    pub fn of(bytes: &[u8]) -> Self {
        use fmt::Write as _;
        let mut text = String::with_capacity(PREFIX.len() + 64);
        text.push_str(PREFIX);
        for byte in Sha256::digest(bytes) {
            // Writing to a string does not fail.
            let _ = write!(text, "{byte:02x}");
        }
        Self(text)
    }

    /// Reads a digest.
    ///
    /// # Errors
    /// When the prefix is missing, or the digits are not 64 of lower-case hex.
    pub fn parse(text: &str) -> Result<Self, DigestError> {
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        match text.strip_prefix(PREFIX) {
            Some(hex) if hex.len() == 64 && hex.bytes().all(is_digit) => Ok(Self(text.to_owned())),
            _ => Err(DigestError {
                text: text.to_owned(),
            }),
        }
    }

    /// Gives the whole text, `sha256:` included.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Gives the 64 hex digits alone.
    pub fn hex(&self) -> &str {
        &self.0[PREFIX.len()..]
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl FromStr for Digest {
    type Err = DigestError;

    fn from_str(text: &str) -> Result<Self, DigestError> {
        Self::parse(text)
    }
}

impl TryFrom<String> for Digest {
    type Error = DigestError;

    fn try_from(text: String) -> Result<Self, DigestError> {
        Self::parse(&text)
    }
}

impl From<Digest> for String {
    fn from(digest: Digest) -> Self {
        digest.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_of_nothing_is_the_known_one() {
        let digest = Digest::of(b"");
        assert_eq!(
            digest.as_str(),
            "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        );
        assert_eq!(Digest::parse(digest.as_str()), Ok(digest));
    }

    #[test]
    fn upper_case_and_short_digests_are_refused() {
        assert!(Digest::parse(&Digest::of(b"").as_str().to_uppercase()).is_err());
        assert!(Digest::parse("sha256:abc").is_err());
    }
}
