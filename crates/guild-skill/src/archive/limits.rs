//! How much an archive may hold.

/// The limits of an archive and of the files in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArchiveLimits {
    /// The size of the archive itself.
    pub archive_bytes: u64,
    /// How many entries it lists. What macOS adds (`__MACOSX/`, `.DS_Store`) is not counted, up to as many again.
    pub entries: usize,
    /// The sizes of all files together.
    pub unpacked_bytes: u64,
    /// The size of one file.
    pub file_bytes: u64,
    /// The length of a path; never more than [`PATH_BYTES`](crate::files::PATH_BYTES).
    pub path_bytes: usize,
    /// The parts of a path, the file's own name included; never more than [`PATH_LEVELS`](crate::files::PATH_LEVELS).
    pub path_depth: usize,
    /// How many times its packed size a file may have, once it is larger than [`RATIO_FREE_BYTES`](Self::RATIO_FREE_BYTES).
    pub ratio: u64,
}

impl ArchiveLimits {
    /// What every part of the catalog uses unless its settings say otherwise.
    pub const STANDARD: Self = Self {
        archive_bytes: 12 << 20,
        entries: 1_000,
        unpacked_bytes: 50 << 20,
        file_bytes: 10 << 20,
        path_bytes: 1_024,
        path_depth: 16,
        ratio: 100,
    };

    /// Below this size a file may be packed as well as it likes.
    pub const RATIO_FREE_BYTES: u64 = 1 << 20;

    /// What the records of a plain zip can count to, whatever the limits say.
    pub(crate) fn within_format(&self) -> Self {
        Self {
            entries: self.entries.min(60_000),
            unpacked_bytes: self.unpacked_bytes.min(2 << 30),
            ..*self
        }
    }

    /// Tells whether a file is packed so well that it looks made to fill a disk.
    pub(crate) fn is_bomb(&self, unpacked: u64, packed: u64) -> bool {
        unpacked > Self::RATIO_FREE_BYTES && unpacked > packed.saturating_mul(self.ratio)
    }
}
