//! What can be wrong with a catalog.

/// What to do about what is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repair {
    /// Tell of it.
    No,
    /// Mend what can be mended: see [`FlawKind`].
    Yes,
}

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlawKind {
    /// The engine finds the database unsound, or rows that refer to nothing.
    Database,
    /// A release names an archive that is not there; mended from the other layout of the same release.
    MissingArchive,
    /// An archive has other bytes than its name says; mended likewise.
    DamagedArchive,
    /// An archive that no release has named for a day; mended by removing it.
    OrphanArchive,
    /// A release says of itself what is not so.
    Release,
    /// Events are missing, or there are more than happened.
    Events,
    /// The transparency log is not the one that its head was signed for, or lacks a release.
    Log,
    /// The key of the log is not there, or is another one: no server starts with it.
    LogKey,
    /// The search index is not that of this database; mended by making it anew.
    Search,
}

impl FlawKind {
    /// Gives the word that machines read.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Database => "DATABASE",
            Self::MissingArchive => "MISSING_ARCHIVE",
            Self::DamagedArchive => "DAMAGED_ARCHIVE",
            Self::OrphanArchive => "ORPHAN_ARCHIVE",
            Self::Release => "RELEASE",
            Self::Events => "EVENTS",
            Self::Log => "LOG",
            Self::LogKey => "LOG_KEY",
            Self::Search => "SEARCH",
        }
    }
}

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// What kind of thing.
    pub kind: FlawKind,
    /// What it is about: a release, a digest, a table.
    pub subject: String,
    /// What is wrong with it.
    pub message: String,
    /// Whether it was mended.
    pub is_mended: bool,
}

/// What a check found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckReport {
    /// What is wrong.
    pub flaws: Vec<Flaw>,
    /// How many releases were looked at.
    pub releases: u64,
    /// How many archives were read and compared.
    pub archives: u64,
    /// How many archives no release names, of which none is a day old.
    pub young_orphans: u64,
    /// Whether the key of the log was not looked at: the database is on a server, and nobody said where the key is.
    pub is_key_unseen: bool,
}

impl CheckReport {
    /// Tells whether nothing is wrong, or nothing any more.
    pub fn is_clean(&self) -> bool {
        self.flaws.iter().all(|flaw| flaw.is_mended)
    }

    pub(super) fn add(
        &mut self,
        kind: FlawKind,
        subject: impl Into<String>,
        message: impl Into<String>,
    ) {
        self.flaws.push(Flaw {
            kind,
            subject: subject.into(),
            message: message.into(),
            is_mended: false,
        });
    }
}
