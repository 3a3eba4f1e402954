//! The archive of a skill: one canonical zip, written the same on every machine, and read as hostile.
//!
//! [`write()`] makes the one form that the catalog stores and hands out. [`read()`] takes what people and their tools
//! make, but only when every program that reads zip files would find the same files in it: each byte must belong to
//! exactly one record, and all records must agree. What it does not take it refuses by the entry and the reason.

mod central;
mod directory;
mod error;
mod extra;
mod inflate;
mod layout;
mod limits;
mod local;
mod opened;
mod read;
mod write;

pub use self::error::{ArchiveError, EntryError};
pub use self::limits::ArchiveLimits;
pub use self::opened::Opened;
pub use self::read::{Archive, read, read_file};
pub use self::write::{Layout, write, write_each};
