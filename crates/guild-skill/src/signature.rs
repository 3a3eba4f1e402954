//! What a publisher signs: that these files are this release.
//!
//! The statement is the text of a signed note (`note`), so that any program that knows the format can check it:
//!
//! ```text
//! guild release v1
//! skill adr-writer
//! version 1.0.0
//! archive sha256:…
//! files sha256:…
//! ```
//!
//! It names no catalog: what a publisher signed is the same release wherever it is mirrored. Which account of which
//! catalog a key belongs to is another statement, [`Registration`], which key follows it a third, [`Rotation`], and the
//! first line keeps them apart.

use std::fmt;
use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use semver::Version;

use crate::note::{self, SigningKey, VerifierKey};
use crate::{AccountName, Digest, SkillName};

const HEAD: &str = "guild release v1";

const REGISTRATION_HEAD: &str = "guild key v1";

const ROTATION_HEAD: &str = "guild key rotation v1";

/// What a publisher says of a release.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement<'a> {
    /// The skill.
    pub skill: &'a SkillName,
    /// The version.
    pub version: &'a Version,
    /// The digest of the canonical archive, whose entries stand under the skill's name.
    pub archive: &'a Digest,
    /// The digest of the files.
    pub files: &'a Digest,
}

/// A publisher's signature of a release, written `<key> <base64>`, where the key is a vkey.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The key that signed.
    pub key: VerifierKey,
    bytes: [u8; 64],
}

/// What a publisher says when they register a key: that it is theirs. Nobody registers a key that they only saw.
///
/// ```text
/// guild key v1
/// account anna
/// catalog skills.example.org/log
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Registration<'a> {
    /// The account that the key signs for.
    pub account: &'a AccountName,
    /// The name of the catalog's log.
    pub catalog: &'a str,
}

/// What a key says of the one that follows it: whoever believed the one believes the other.
///
/// ```text
/// guild key rotation v1
/// from anna+124b6c43+AScRa3ux…
/// to anna+530d903a+AekyeRrm…
/// ```
///
/// It names no catalog, as a release does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rotation<'a> {
    /// The key that announces.
    pub from: &'a VerifierKey,
    /// The key that follows.
    pub to: &'a VerifierKey,
}

/// The text is no signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a signature is `<name>+<id>+<base64 of the key> <base64 of the signature>`")]
pub struct SignatureError;

impl Statement<'_> {
    /// Signs the statement.
    pub fn sign(&self, key: &SigningKey) -> Signature {
        Signature::of(&self.to_string(), key)
    }

    /// Tells whether a signature is of this statement, by the key that it names.
    pub fn is_signed_by(&self, signature: &Signature) -> bool {
        signature.is_of(&self.to_string())
    }

    /// Writes the whole note: the statement, and the signature below it.
    pub fn note(&self, signature: &Signature) -> String {
        note::signed(&self.to_string(), &signature.key, &signature.bytes)
    }
}

impl Registration<'_> {
    /// Signs the statement with the key that is to be registered.
    pub fn sign(&self, key: &SigningKey) -> Signature {
        Signature::of(&self.to_string(), key)
    }

    /// Tells whether a signature is of this statement, by the key that it names.
    pub fn is_signed_by(&self, signature: &Signature) -> bool {
        signature.is_of(&self.to_string())
    }
}

impl Rotation<'_> {
    /// Signs the statement with the key that announces.
    pub fn sign(&self, key: &SigningKey) -> Signature {
        Signature::of(&self.to_string(), key)
    }

    /// Tells whether a signature is of this statement, by the key that announces.
    pub fn is_signed_by(&self, signature: &Signature) -> bool {
        signature.key == *self.from && self.from != self.to && signature.is_of(&self.to_string())
    }
}

impl Signature {
    fn of(text: &str, key: &SigningKey) -> Self {
        Self {
            key: key.verifier().clone(),
            bytes: key.sign(text.as_bytes()),
        }
    }

    fn is_of(&self, text: &str) -> bool {
        self.key.has_signed(text.as_bytes(), &self.bytes)
    }
}

impl fmt::Display for Rotation<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { from, to } = self;
        writeln!(formatter, "{ROTATION_HEAD}\nfrom {from}\nto {to}")
    }
}

impl fmt::Display for Registration<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { account, catalog } = self;
        writeln!(
            formatter,
            "{REGISTRATION_HEAD}\naccount {account}\ncatalog {catalog}"
        )
    }
}

impl fmt::Display for Statement<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            skill,
            version,
            archive,
            files,
        } = self;
        writeln!(
            formatter,
            "{HEAD}\nskill {skill}\nversion {version}\narchive {archive}\nfiles {files}"
        )
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}", self.key, STANDARD.encode(self.bytes))
    }
}

impl FromStr for Signature {
    type Err = SignatureError;

    fn from_str(text: &str) -> Result<Self, SignatureError> {
        let (key, bytes) = text.split_once(' ').ok_or(SignatureError)?;
        let bytes = STANDARD.decode(bytes).map_err(|_| SignatureError)?;
        Ok(Self {
            key: key.parse().map_err(|_| SignatureError)?,
            bytes: bytes.try_into().map_err(|_| SignatureError)?,
        })
    }
}
