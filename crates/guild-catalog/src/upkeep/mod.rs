//! Work on a catalog from outside of its server: moving it, backing it up, and finding what is wrong with it.
//!
//! Nothing here knows a table by name that it need not: which tables there are, which columns they have and in which
//! order they can be filled is read from the schema itself ([`schema::tables`]), so that no new one is forgotten.

mod archives;
mod back_up;
mod check;
mod check_log;
mod check_release;
mod error;
mod flaw;
mod mark;
mod mending;
mod migrate;
mod moment;
mod place;
mod rows;
mod schema;

pub use self::back_up::{back_up, restore};
pub use self::check::check;
pub use self::error::UpkeepError;
pub use self::flaw::{CheckReport, Flaw, FlawKind, Repair};
pub(crate) use self::mark::check as check_mark;
pub use self::migrate::migrate;
pub use self::moment::copy_of;

/// What was moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moved {
    /// Tables of the database.
    pub tables: u64,
    /// Rows of all tables.
    pub rows: u64,
    /// Archives, in both layouts.
    pub archives: u64,
    /// Bytes of all archives.
    pub archive_bytes: u64,
    /// Whether anything was written: the same catalog may have been there already.
    pub is_new: bool,
    /// Whether the private key of the log came with it: the catalog starts with that key alone.
    pub has_log_key: bool,
}
