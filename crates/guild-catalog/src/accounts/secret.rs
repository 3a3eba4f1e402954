//! Secrets that the catalog gives out, and the ids by which people name what is behind them.

use std::fmt;
use std::str::FromStr;

use guild_skill::Digest;

use crate::error::StoreError;

/// 256 random bits as 64 lower-case hexadecimal digits. Only its digest is kept.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

/// The text is no secret of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it is not what this catalog gave out")]
pub struct SecretError;

impl Secret {
    /// Makes one.
    pub(crate) fn random() -> Result<Self, StoreError> {
        let bits = random_bits()?;
        Ok(Self(hex(&bits)))
    }

    /// Gives the secret itself: to send it to whom it belongs.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Makes the text under which the database finds it.
    pub(crate) fn digest(&self) -> String {
        Digest::of(self.0.as_bytes()).hex().to_owned()
    }
}

impl FromStr for Secret {
    type Err = SecretError;

    fn from_str(text: &str) -> Result<Self, SecretError> {
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        let is_secret = text.len() == 64 && text.bytes().all(is_digit);
        is_secret.then(|| Self(text.to_owned())).ok_or(SecretError)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Secret")
    }
}

/// Takes 256 random bits from the system.
pub(crate) fn random_bits() -> Result<[u8; 32], StoreError> {
    let mut bits = [0; 32];
    getrandom::fill(&mut bits).map_err(|source| StoreError::Chance { source })?;
    Ok(bits)
}

/// Makes an id: 16 hexadecimal digits that are no secret.
pub(crate) fn random_id() -> Result<String, StoreError> {
    Ok(hex(&random_bits()?[..8]))
}

/// Writes bytes in hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    use fmt::Write as _;
    bytes
        .iter()
        .fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
            // Writing to a string does not fail.
            let _ = write!(text, "{byte:02x}");
            text
        })
}
