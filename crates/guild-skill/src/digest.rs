//! Digests: what proves that bytes are the bytes that were published.

use std::fmt;
use std::io;
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
        let mut builder = DigestBuilder::new();
        builder.update(bytes);
        builder.finish()
    }

    /// Takes the digest of all that a reader gives, without holding it.
    ///
    /// # Errors
    /// When the reader fails.
    pub fn of_reader(mut reader: impl io::Read) -> io::Result<Self> {
        let mut builder = DigestBuilder::new();
        io::copy(&mut reader, &mut builder)?;
        Ok(builder.finish())
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

/// Takes a digest of bytes that come in parts, such as a download; it can be written to.
#[derive(Clone, Debug, Default)]
pub struct DigestBuilder(Sha256);

impl DigestBuilder {
    /// Starts with nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes the next bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// Gives the digest of all bytes taken.
    pub fn finish(self) -> Digest {
        use fmt::Write as _;
        let mut text = String::with_capacity(PREFIX.len() + 64);
        text.push_str(PREFIX);
        for byte in self.0.finalize() {
            // Writing to a string does not fail.
            let _ = write!(text, "{byte:02x}");
        }
        Digest(text)
    }
}

impl io::Write for DigestBuilder {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
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
    fn bytes_in_parts_have_the_digest_of_the_whole() {
        let mut builder = DigestBuilder::new();
        builder.update(b"guild");
        builder.update(b"hall");
        assert_eq!(builder.finish(), Digest::of(b"guildhall"));
        assert_eq!(
            Digest::of_reader(&b"guildhall"[..]).unwrap(),
            Digest::of(b"guildhall")
        );
    }

    #[test]
    fn upper_case_and_short_digests_are_refused() {
        assert!(Digest::parse(&Digest::of(b"").as_str().to_uppercase()).is_err());
        assert!(Digest::parse("sha256:abc").is_err());
    }
}
