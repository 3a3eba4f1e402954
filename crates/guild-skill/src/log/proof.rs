//! The proof that an entry stands in a log, as one text (C2SP tlog-proof): checked without asking anybody.

use std::fmt;

use super::checkpoint::{Checkpoint, CheckpointError, number};
use super::hash::{Hash, leaf_hash};
use super::tree::is_included;
use crate::note::VerifierKey;

const HEAD: &str = "c2sp.org/tlog-proof@v1";

/// The longest path: a tree of 2^63 leaves is not higher.
const PATH_LENGTH: usize = 63;

/// A proof as it came: nothing of it may be believed before [`Proof::verify`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The place of the entry, from 0.
    pub index: u64,
    /// The hashes from the leaf's sibling up.
    pub path: Vec<Hash>,
    /// The signed checkpoint, as the log gave it.
    pub checkpoint: String,
}

/// Why a proof proves nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProofError {
    /// The text is no proof.
    #[error("it is not a proof of the form {HEAD}")]
    Form,
    /// The checkpoint is not to be believed.
    #[error("the head of the log is not to be believed")]
    Checkpoint(#[from] CheckpointError),
    /// The entry does not stand there.
    #[error("the log of {size} entries does not hold this entry at {index}")]
    NotIncluded {
        /// Where it should stand.
        index: u64,
        /// How many entries the log has.
        size: u64,
    },
}

impl Proof {
    /// Reads a proof.
    ///
    /// # Errors
    /// When the text has not the form of one.
    pub fn parse(text: &str) -> Result<Self, ProofError> {
        Self::read(text).ok_or(ProofError::Form)
    }

    fn read(text: &str) -> Option<Self> {
        let (head, checkpoint) = text.split_once("\n\n")?;
        let mut lines = head.split('\n').peekable();
        if lines.next()? != HEAD {
            return None;
        }
        // What is said beside the proof is not proved, and not ours.
        lines.next_if(|line| line.starts_with("extra "));
        let index = number(lines.next()?.strip_prefix("index ")?)?;
        let path: Option<Vec<Hash>> = lines.map(|line| line.parse().ok()).collect();
        let path = path.filter(|path| path.len() <= PATH_LENGTH)?;
        Some(Self {
            index,
            path,
            checkpoint: checkpoint.to_owned(),
        })
    }

    /// Proves that an entry stands in the log that a key is named after, and gives the log's head.
    ///
    /// # Errors
    /// When it does not, or the head is not signed by the key: see [`ProofError`].
    pub fn verify(&self, entry: &[u8], key: &VerifierKey) -> Result<Checkpoint, ProofError> {
        let checkpoint = Checkpoint::verify(&self.checkpoint, key)?;
        self.verify_under(entry, &checkpoint)?;
        Ok(checkpoint)
    }

    /// Proves that an entry stands under a head that is already believed.
    ///
    /// # Errors
    /// When it does not.
    pub fn verify_under(&self, entry: &[u8], checkpoint: &Checkpoint) -> Result<(), ProofError> {
        let Checkpoint { size, root, .. } = checkpoint;
        match is_included(&leaf_hash(entry), self.index, *size, root, &self.path) {
            true => Ok(()),
            false => Err(ProofError::NotIncluded {
                index: self.index,
                size: *size,
            }),
        }
    }
}

impl fmt::Display for Proof {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "{HEAD}\nindex {}", self.index)?;
        for hash in &self.path {
            writeln!(formatter, "{hash}")?;
        }
        write!(formatter, "\n{}", self.checkpoint)
    }
}
