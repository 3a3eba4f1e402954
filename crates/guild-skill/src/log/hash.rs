//! The hashes of the tree (RFC 6962, section 2.1).

use std::fmt;
use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

/// The hash of a leaf or of a tree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hash(pub [u8; 32]);

impl Hash {
    /// How many bytes a hash has.
    pub const LENGTH: usize = 32;

    /// The root of the tree without leaves: the hash of nothing.
    pub fn of_empty_tree() -> Self {
        Self(Sha256::digest([]).into())
    }
}

/// Gives the hash of a leaf with these bytes.
pub fn leaf_hash(entry: &[u8]) -> Hash {
    let mut hasher = Sha256::new();
    hasher.update([0]);
    hasher.update(entry);
    Hash(hasher.finalize().into())
}

/// Gives the hash of a tree from those of its two halves.
pub fn node_hash(left: &Hash, right: &Hash) -> Hash {
    // One buffer is one call into the hash function instead of three.
    let mut bytes = [0; 1 + 2 * Hash::LENGTH];
    bytes[0] = 1;
    bytes[1..=Hash::LENGTH].copy_from_slice(&left.0);
    bytes[1 + Hash::LENGTH..].copy_from_slice(&right.0);
    Hash(Sha256::digest(bytes).into())
}

impl fmt::Display for Hash {
    /// Writes the base64 of RFC 4648, section 4, as every C2SP format does.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&STANDARD.encode(self.0))
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl FromStr for Hash {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let bytes = STANDARD.decode(text).map_err(|_| ())?;
        bytes.try_into().map(Self).map_err(|_| ())
    }
}
