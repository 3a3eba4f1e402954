//! The transparency log: a catalog's history as a Merkle tree that can only grow, and the proofs of it.
//!
//! The tree is that of RFC 6962 with SHA-256, served as C2SP tlog-tiles; its head is a C2SP tlog-checkpoint, and a proof
//! that an entry stands in it a C2SP tlog-proof, so that witnesses and monitors that exist can follow a catalog.
//! Start reading at [`Entry`] for what a line of the history says, and at [`Proof::verify`] for how it is proved.

mod checkpoint;
mod edge;
mod entry;
mod hash;
mod proof;
mod tile;
mod tree;

pub use checkpoint::{Checkpoint, CheckpointError};
pub use edge::{Edge, FullTile};
pub use entry::{Entry, EntryError, EntryKind, LoggedRelease, Signer};
pub use hash::{Hash, leaf_hash, node_hash};
pub use proof::{Proof, ProofError};
pub use tile::{HASHES_PER_TILE, TileError, TileId, Tiles, entries_path, parse_entries};
pub use tree::{Span, consistency_spans, inclusion_spans, is_consistent, is_included};
