//! What can go wrong, one enum per operation.

use std::io;
use std::path::{Path, PathBuf};

use guild_skill::Digest;

use crate::dialect::Dialect;

/// Why a catalog could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The data folder cannot be made or written.
    #[error("the data folder {} cannot be written", path.display())]
    NotWritable {
        /// The folder, or what in it could not be made.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Another server works on the data folder.
    #[error("the data folder {} is in use by another guild server{}", path.display(), holder(*process))]
    Locked {
        /// The folder.
        path: PathBuf,
        /// The process that holds it, where it is known.
        process: Option<u32>,
    },
    /// A newer guild has changed the shape of the database.
    #[error(
        "the database has version {found}, and this guild knows versions up to {known}: it takes a newer guild"
    )]
    NewerVersion {
        /// The version of the database.
        found: i64,
        /// The newest version that this binary knows.
        known: i64,
    },
    /// The address of the database is none.
    #[error("the database address is not one that guild knows: {reason}")]
    BadAddress {
        /// What is wrong with it; the address itself may hold a password and is not repeated.
        reason: String,
    },
    /// The database server did not answer.
    #[error("the database server at {host} cannot be reached")]
    Unreachable {
        /// Host and port.
        host: String,
        /// Why.
        source: sqlx::Error,
    },
    /// The database server answered, but not to us.
    #[error("the database server at {host} refused the connection")]
    Refused {
        /// Host and port.
        host: String,
        /// What it said.
        source: sqlx::Error,
    },
    /// The file is there, but it is not an SQLite database, or a broken one.
    #[error("the file {} is not a sound SQLite database", path.display())]
    NotADatabase {
        /// The file.
        path: PathBuf,
        /// What SQLite said.
        source: sqlx::Error,
    },
    /// There is no room left on the disk.
    #[error("the disk that holds the data folder {} is full", path.display())]
    DiskFull {
        /// The folder.
        path: PathBuf,
    },
    /// The address of the archives is none.
    #[error("the address of the archives is not one that guild knows: {reason}")]
    BadArchives {
        /// What is wrong with it.
        reason: String,
    },
    /// The store of archives did not answer.
    #[error("the archives at {place} cannot be reached")]
    ArchivesUnreachable {
        /// The bucket.
        place: String,
        /// Why.
        source: object_store::Error,
    },
    /// The store of archives answered, but not to us.
    #[error("the archives at {place} refused the request")]
    ArchivesRefused {
        /// The bucket.
        place: String,
        /// What it said.
        source: object_store::Error,
    },
    /// The store of archives lets anybody overwrite what is there.
    #[error(
        "the archives at {place} ignore the condition `If-None-Match: *`: a second write of one name was not refused"
    )]
    ArchivesUnconditional {
        /// The bucket.
        place: String,
    },
    /// The database could not be brought to the newest version.
    #[error("the database could not be migrated")]
    Migration {
        /// Which migration failed, and why.
        source: sqlx::migrate::MigrateError,
    },
    /// A backup was being restored into the folder, and that did not come to its end.
    #[error("the data folder {} holds a part of a backup: its restore did not come to its end", path.display())]
    HalfRestored {
        /// The folder.
        path: PathBuf,
    },
    /// The log has a key, and it is not there.
    #[error(
        "the key of the catalog's log is missing: {} should hold it, and the log goes on under `{wanted}` alone",
        path.display()
    )]
    NoLogKey {
        /// Where it should be.
        path: PathBuf,
        /// The public key of the log.
        wanted: String,
    },
    /// The key is not that of the log: clients would refuse what it signs.
    #[error(
        "the key in {} is not that of the catalog's log: the log goes on under `{wanted}`, and the key is `{found}`",
        path.display()
    )]
    OtherLogKey {
        /// Where the key is.
        path: PathBuf,
        /// The public key of the log.
        wanted: String,
        /// The public key of the file.
        found: String,
    },
    /// The file holds no key.
    #[error("{} does not hold the private key of a log", path.display())]
    BadLogKey {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: guild_skill::note::KeyError,
    },
    /// The catalog is there but cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl OpenError {
    /// Sorts an error of a folder.
    pub(crate) fn of_folder(path: &Path, source: io::Error) -> Self {
        let path = path.to_owned();
        match source.kind() {
            io::ErrorKind::StorageFull => Self::DiskFull { path },
            _ => Self::NotWritable { path, source },
        }
    }
}

fn holder(process: Option<u32>) -> String {
    process.map_or_else(String::new, |process| format!(" (process {process})"))
}

/// Why the catalog could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database failed.
    #[error("the database failed")]
    Database {
        /// How.
        source: sqlx::Error,
    },
    /// There is no room left on the disk.
    #[error("the disk is full")]
    DiskFull,
    /// An archive on disk is not what was published.
    #[error("the archive {digest} on disk is damaged: its bytes have the digest {found}")]
    CorruptArchive {
        /// What was published.
        digest: Digest,
        /// What is there.
        found: Digest,
    },
    /// An archive is not on disk.
    #[error("the archive {digest} is missing from the archives folder")]
    MissingArchive {
        /// What was published.
        digest: Digest,
    },
    /// An archive could not be read or written.
    #[error("the archive {digest} cannot be read or written")]
    Archive {
        /// Which.
        digest: Digest,
        /// What the system said.
        source: io::Error,
    },
    /// The store of archives does not answer.
    #[error("the archives cannot be reached")]
    Archives {
        /// Why.
        source: io::Error,
    },
    /// A row holds what the catalog never writes.
    #[error("the database holds a damaged {what}: {reason}")]
    Damaged {
        /// What kind of value.
        what: &'static str,
        /// What is wrong with it.
        reason: String,
    },
    /// The search index failed.
    #[error("the search index failed")]
    Search {
        /// How.
        source: tantivy::TantivyError,
    },
    /// The system gave no random bytes.
    #[error("the system gives no random bytes")]
    Chance {
        /// Why.
        source: getrandom::Error,
    },
    /// A piece of work did not come to its end.
    #[error("the work was interrupted")]
    Interrupted,
}

impl StoreError {
    /// Tells whether the same request may well succeed a little later: the database or the archives did not answer.
    pub fn is_passing(&self) -> bool {
        match self {
            Self::Database { source } => Dialect::is_passing(source),
            Self::Archives { .. } => true,
            Self::DiskFull
            | Self::CorruptArchive { .. }
            | Self::MissingArchive { .. }
            | Self::Archive { .. }
            | Self::Damaged { .. }
            | Self::Search { .. }
            | Self::Chance { .. }
            | Self::Interrupted => false,
        }
    }

    /// Sorts an error of the database.
    pub(crate) fn of_database(dialect: Dialect, source: sqlx::Error) -> Self {
        if dialect.is_disk_full(&source) {
            return Self::DiskFull;
        }
        Self::Database { source }
    }

    /// Sorts an error of the archives folder.
    pub(crate) fn of_archive(digest: &Digest, source: io::Error) -> Self {
        use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
        // A quota is a smaller disk.
        if matches!(source.kind(), StorageFull | QuotaExceeded | FileTooLarge) {
            return Self::DiskFull;
        }
        Self::Archive {
            digest: digest.clone(),
            source,
        }
    }
}

impl From<getrandom::Error> for StoreError {
    fn from(source: getrandom::Error) -> Self {
        Self::Chance { source }
    }
}

impl From<tantivy::TantivyError> for StoreError {
    fn from(source: tantivy::TantivyError) -> Self {
        Self::Search { source }
    }
}

impl From<tokio::task::JoinError> for StoreError {
    fn from(_: tokio::task::JoinError) -> Self {
        Self::Interrupted
    }
}

impl From<tokio::sync::oneshot::error::RecvError> for StoreError {
    fn from(_: tokio::sync::oneshot::error::RecvError) -> Self {
        Self::Interrupted
    }
}
