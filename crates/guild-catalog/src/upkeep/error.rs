//! Why work on a catalog was not done.

use std::io;
use std::path::PathBuf;

use sqlx::error::ErrorKind;

use crate::dialect::Dialect;
use crate::error::{OpenError, StoreError};

/// Why work on a catalog was not done.
#[derive(Debug, thiserror::Error)]
pub enum UpkeepError {
    /// The place holds no catalog.
    #[error("there is no catalog in {}", path.display())]
    NoCatalog {
        /// Where the database should be.
        path: PathBuf,
    },
    /// The place already holds something else.
    #[error("the target is not empty: its table `{table}` has {rows} rows")]
    NotEmpty {
        /// The first table that has rows.
        table: String,
        /// How many it has.
        rows: u64,
    },
    /// What was read back is not what was written.
    #[error("the table `{table}` of the target is not that of the source after it was copied")]
    Differs {
        /// The table.
        table: String,
    },
    /// The file is there.
    #[error("the file {} is there already", path.display())]
    FileExists {
        /// The file.
        path: PathBuf,
    },
    /// There is no such backup.
    #[error("there is no file {}", path.display())]
    NoBackup {
        /// Where it should be.
        path: PathBuf,
    },
    /// The backup is not what was written.
    #[error("the backup {} is damaged", path.display())]
    DamagedBackup {
        /// The file.
        path: PathBuf,
        /// How that was seen.
        source: Box<UpkeepError>,
    },
    /// The place holds the key of another log.
    #[error("{} is there already, and is not the key of the backup's log", path.display())]
    OtherKey {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: Box<OpenError>,
    },
    /// The target is no database server.
    #[error("a catalog moves to a database server, and the target is a file")]
    NoServer,
    /// There is no room for the file.
    #[error("the disk that holds {} is full", path.display())]
    DiskFull {
        /// The file.
        path: PathBuf,
    },
    /// The file is no backup.
    #[error("the file {} is no backup of a catalog", path.display())]
    NotABackup {
        /// The file.
        path: PathBuf,
    },
    /// The database is of another version than this binary.
    #[error("the database has version {found}, and this guild has version {known}")]
    OtherVersion {
        /// The version of the database.
        found: i64,
        /// The version of this binary.
        known: i64,
    },
    /// A column is of a kind that no engine shares with the others.
    #[error(
        "the column `{column}` of the table `{table}` is of a kind that cannot be moved: {kind}"
    )]
    Column {
        /// The table.
        table: String,
        /// The column.
        column: String,
        /// Its kind.
        kind: String,
    },
    /// A file could not be read or written.
    #[error("the file {} cannot be read or written", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The database failed.
    #[error("the database failed")]
    Database(#[from] sqlx::Error),
    /// The place cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The catalog failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl UpkeepError {
    /// Tells whether there is no room for what was to be written.
    pub(super) fn is_disk_full(&self) -> bool {
        match self {
            Self::Open(OpenError::DiskFull { .. }) | Self::Store(StoreError::DiskFull) => true,
            Self::Database(error) => Dialect::Sqlite.is_disk_full(error),
            Self::File { source, .. } => source.kind() == io::ErrorKind::StorageFull,
            _ => false,
        }
    }

    /// Tells whether what was read is not what a catalog writes.
    pub(super) fn is_of_damage(&self) -> bool {
        match self {
            Self::Store(StoreError::CorruptArchive { .. } | StoreError::Damaged { .. }) => true,
            Self::Database(error) => {
                // Rows that a table does not take were none in the catalog.
                let kind = error.as_database_error().map(|error| error.kind());
                Dialect::is_damaged(error) || kind.is_some_and(|kind| kind != ErrorKind::Other)
            }
            _ => false,
        }
    }
}
