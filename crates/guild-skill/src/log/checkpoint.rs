//! The head of a log (C2SP tlog-checkpoint): origin, size and root, signed by the log's key.

use super::hash::Hash;
use crate::note::{self, Note, NoteError, SigningKey, VerifierKey};

/// What a log says of itself at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// Which log; the name of its key too.
    pub origin: String,
    /// How many entries it has.
    pub size: u64,
    /// The root of the tree of these entries.
    pub root: Hash,
}

/// Why a checkpoint is not to be believed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckpointError {
    /// It is no note, or not one that the key has signed.
    #[error(transparent)]
    Note(#[from] NoteError),
    /// The signed text is no checkpoint.
    #[error("what is signed is not the head of a log")]
    Form,
    /// It is the head of another log.
    #[error("it is the head of the log `{origin}`, not of `{wanted}`")]
    OtherLog {
        /// Which log it is of.
        origin: String,
        /// Which log was meant.
        wanted: String,
    },
}

impl Checkpoint {
    /// Writes the signed checkpoint.
    pub fn sign(&self, key: &SigningKey) -> String {
        let Self { origin, size, root } = self;
        note::sign(&format!("{origin}\n{size}\n{root}\n"), key)
    }

    /// Reads a signed checkpoint of the log that a key is named after.
    ///
    /// # Errors
    /// When it is not signed by the key, or is none of this log: see [`CheckpointError`].
    pub fn verify(note: &str, key: &VerifierKey) -> Result<Self, CheckpointError> {
        let text = Note::parse(note)?.verify(key)?;
        let checkpoint = Self::parse(text).ok_or(CheckpointError::Form)?;
        if checkpoint.origin == key.name() {
            return Ok(checkpoint);
        }
        Err(CheckpointError::OtherLog {
            origin: checkpoint.origin,
            wanted: key.name().to_owned(),
        })
    }

    /// Reads the text of a checkpoint; lines after the third are extensions, which say nothing to us.
    fn parse(text: &str) -> Option<Self> {
        let mut lines = text.strip_suffix('\n')?.split('\n');
        let origin = lines.next().filter(|origin| !origin.is_empty())?;
        let size = number(lines.next()?)?;
        let root = lines.next()?.parse().ok()?;
        let is_sound = lines.all(|line| !line.is_empty());
        let is_right_when_empty = size > 0 || root == Hash::of_empty_tree();
        (is_sound && is_right_when_empty).then(|| Self {
            origin: origin.to_owned(),
            size,
            root,
        })
    }
}

/// Reads a decimal number that is written in the one way it can be.
pub(super) fn number(text: &str) -> Option<u64> {
    let number: u64 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}
