//! The form of a token: what a program sends in place of a password.
//!
//! `gld_`, 43 characters that hold 256 random bits, and 6 that hold the CRC-32 of all before them. The prefix lets a
//! scanner of repositories recognise a token that leaked, the checksum keeps it from crying wolf, and both tell a person
//! at once that something else was pasted. Never change the prefix.

use std::fmt;

use crate::digest::Digest;

/// What every token starts with.
pub const TOKEN_PREFIX: &str = "gld_";

const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// 62^43 is just above 2^256.
const RANDOM_LENGTH: usize = 43;
/// 62^6 is above 2^32.
const CHECKSUM_LENGTH: usize = 6;

/// A token, of which nothing is known yet but its form. It is a secret: it is shown by [`TokenText::reveal`] alone.
#[derive(Clone, PartialEq, Eq)]
pub struct TokenText(String);

/// Why a text is no token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenTextError {
    /// It does not start as one.
    #[error("a token starts with `{TOKEN_PREFIX}`")]
    Prefix,
    /// It has another length, or holds what no token holds.
    #[error("a token has {} letters and digits after `{TOKEN_PREFIX}`", RANDOM_LENGTH + CHECKSUM_LENGTH)]
    Form,
    /// Its checksum is another: a character is missing or changed.
    #[error("the token is damaged: its checksum does not fit")]
    Checksum,
}

impl TokenText {
    /// Makes the token of 256 random bits.
    pub fn of_random(bits: [u8; 32]) -> Self {
        let mut text = TOKEN_PREFIX.to_owned();
        text.push_str(&base62(bits, RANDOM_LENGTH));
        let checksum = checksum(&text);
        text.push_str(&checksum);
        Self(text)
    }

    /// Reads a token.
    ///
    /// # Errors
    /// Says what a token looks like, and never repeats what was given.
    pub fn parse(text: &str) -> Result<Self, TokenTextError> {
        let rest = text
            .strip_prefix(TOKEN_PREFIX)
            .ok_or(TokenTextError::Prefix)?;
        let is_fit = rest.len() == RANDOM_LENGTH + CHECKSUM_LENGTH
            && rest.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if !is_fit {
            return Err(TokenTextError::Form);
        }
        let (token, sum) = text.split_at(text.len() - CHECKSUM_LENGTH);
        if checksum(token) != sum {
            return Err(TokenTextError::Checksum);
        }
        Ok(Self(text.to_owned()))
    }

    /// Gives the secret itself: to send it, or to show it once.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Takes the digest by which a catalog keeps it. It is of random bits, so no slow hash is needed.
    pub fn digest(&self) -> Digest {
        Digest::of(self.0.as_bytes())
    }
}

impl fmt::Debug for TokenText {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{TOKEN_PREFIX}…")
    }
}

fn checksum(text: &str) -> String {
    base62(
        crc32fast::hash(text.as_bytes()).to_be_bytes(),
        CHECKSUM_LENGTH,
    )
}

/// Writes a number of big-endian bytes in base 62.
fn base62<const N: usize>(mut number: [u8; N], length: usize) -> String {
    let mut digits = vec![ALPHABET[0]; length];
    for digit in digits.iter_mut().rev() {
        let mut rest = 0_u32;
        for byte in &mut number {
            let part = rest * 256 + u32::from(*byte);
            // Below 256, because `rest` is below 62.
            *byte = u8::try_from(part / 62).unwrap_or(u8::MAX);
            rest = part % 62;
        }
        *digit = ALPHABET[rest as usize];
    }
    digits.into_iter().map(char::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_read_as_it_was_made() {
        for bits in [[0; 32], [255; 32], [0xa5; 32]] {
            let token = TokenText::of_random(bits);
            assert_eq!(token.reveal().len(), 53);
            assert_eq!(TokenText::parse(token.reveal()).unwrap(), token);
        }
        let other = TokenText::of_random([1; 32]);
        assert_ne!(other, TokenText::of_random([2; 32]));
    }

    #[test]
    fn what_is_no_token_is_told_apart() {
        let token = TokenText::of_random([7; 32]);
        let text = token.reveal();
        let parse = |text: &str| TokenText::parse(text).unwrap_err();
        assert_eq!(parse(""), TokenTextError::Prefix);
        assert_eq!(parse("ghp_123"), TokenTextError::Prefix);
        assert_eq!(parse(&text[..52]), TokenTextError::Form);
        assert_eq!(parse(&format!("{text}ü")), TokenTextError::Form);
        for place in [4, 20, 52] {
            let mut changed = text.to_owned().into_bytes();
            changed[place] = if changed[place] == b'a' { b'b' } else { b'a' };
            let changed = String::from_utf8(changed).unwrap();
            assert_eq!(parse(&changed), TokenTextError::Checksum, "{place}");
        }
    }

    #[test]
    fn a_token_does_not_show_itself() {
        let token = TokenText::of_random([7; 32]);
        assert_eq!(format!("{token:?}"), "gld_…");
    }
}
