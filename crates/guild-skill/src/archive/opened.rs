//! A file that is given as an archive: what it holds, or why it is refused.

use super::{Archive, ArchiveError, ArchiveLimits, read};

/// A file that is given as an archive.
#[derive(Debug)]
pub struct Opened {
    /// The file as reports show it.
    pub path: String,
    /// What it holds, or why it is refused.
    pub archive: Result<Archive, ArchiveError>,
}

impl Opened {
    /// Reads the bytes of an archive.
    pub fn of(path: String, bytes: &[u8], limits: &ArchiveLimits) -> Self {
        Self {
            path,
            archive: read(bytes, limits),
        }
    }
}
