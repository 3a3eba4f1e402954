//! Signed notes (C2SP signed-note): text, and below it the signatures of one or more keys.
//!
//! The one form of signature here: a catalog signs the head of its log with it, and a publisher a release. A key has a
//! name, which stands in the signature line; name and key together are who signed. Only Ed25519 is known (type `0x01`).

mod key;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

pub use key::{KeyError, SigningKey, VerifierKey};

/// The longest note that is read, in bytes: a text of ours is far below, and witnesses add 110 bytes each.
const NOTE_BYTES: usize = 64 << 10;

/// The most signatures of a note that are looked at; the specification asks for 16 at least.
const SIGNATURES: usize = 100;

/// A note as it came: nothing of it may be believed before [`Note::verify`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note<'a> {
    text: &'a str,
    signatures: Vec<Line<'a>>,
}

/// One signature line.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Line<'a> {
    name: &'a str,
    id: [u8; 4],
    bytes: Vec<u8>,
}

/// Why a note is none, or is not to be believed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoteError {
    /// It is no note.
    #[error("it is not a signed note: {reason}")]
    Malformed {
        /// What is wrong with it.
        reason: &'static str,
    },
    /// The key has not signed it.
    #[error("it is not signed by the key `{key}`")]
    NotSigned {
        /// The name of the key.
        key: String,
    },
    /// It says that the key has signed it, and the key has not.
    #[error("its signature by the key `{key}` is wrong")]
    WrongSignature {
        /// The name of the key.
        key: String,
    },
}

impl<'a> Note<'a> {
    /// Reads a note.
    ///
    /// # Errors
    /// When it has not the form of one.
    pub fn parse(note: &'a str) -> Result<Self, NoteError> {
        let malformed = |reason| NoteError::Malformed { reason };
        if note.len() > NOTE_BYTES {
            return Err(malformed("it is too long"));
        }
        if note.bytes().any(|byte| byte < 0x20 && byte != b'\n') {
            return Err(malformed("it holds a control character"));
        }
        let at = note.rfind("\n\n").ok_or(malformed("nothing is signed"))?;
        let (text, signatures) = (&note[..=at], &note[at + 2..]);
        let lines = signatures
            .strip_suffix('\n')
            .ok_or(malformed("its last line does not end"))?;
        let signatures = lines.split('\n').map(Line::parse);
        let signatures: Option<Vec<_>> = signatures.collect();
        let signatures = signatures.ok_or(malformed("a signature line is wrong"))?;
        if signatures.len() > SIGNATURES {
            return Err(malformed("it has too many signatures"));
        }
        Ok(Self { text, signatures })
    }

    /// Gives the text, its last line break included, when the key has signed it.
    ///
    /// # Errors
    /// When it has not.
    pub fn verify(&self, key: &VerifierKey) -> Result<&'a str, NoteError> {
        let mut lines = self.signatures.iter();
        let line = lines.find(|line| line.name == key.name() && line.id == key.id());
        let name = || key.name().to_owned();
        let Some(line) = line else {
            return Err(NoteError::NotSigned { key: name() });
        };
        match key.has_signed(self.text.as_bytes(), &line.bytes) {
            true => Ok(self.text),
            false => Err(NoteError::WrongSignature { key: name() }),
        }
    }
}

impl<'a> Line<'a> {
    fn parse(line: &'a str) -> Option<Self> {
        let (name, signature) = line.strip_prefix("— ")?.split_once(' ')?;
        if !key::is_name(name) {
            return None;
        }
        let bytes = STANDARD.decode(signature).ok()?;
        let (id, bytes) = bytes.split_first_chunk::<4>()?;
        Some(Self {
            name,
            id: *id,
            bytes: bytes.to_vec(),
        })
    }
}

/// Writes a note: a text, which ends with a line break, signed by a key.
pub fn sign(text: &str, key: &SigningKey) -> String {
    let signature = key.sign(text.as_bytes());
    signed(text, key.verifier(), &signature)
}

/// Writes a note of a text and a signature that was made of it.
pub fn signed(text: &str, key: &VerifierKey, signature: &[u8; 64]) -> String {
    let mut bytes = key.id().to_vec();
    bytes.extend(signature);
    format!("{text}\n— {} {}\n", key.name(), STANDARD.encode(bytes))
}
