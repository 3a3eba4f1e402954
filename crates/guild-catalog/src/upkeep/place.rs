//! A catalog as its parts: the database, the archives, and the lock of its folder.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sqlx::{AnyConnection, AssertSqlSafe};

use super::{UpkeepError, mark, schema};
use crate::blobs::{Archives, Blobs};
use crate::catalog::CatalogOptions;
use crate::dialect::Dialect;
use crate::error::OpenError;
use crate::folder_lock::FolderLock;
use crate::log;
use crate::private;
use crate::store::Store;
use crate::store::connect::{self, Address};
use crate::store::log::head;

/// Where a catalog is.
pub(super) struct Place {
    address: Address,
    archives: Archives,
    options: CatalogOptions,
}

impl Place {
    pub(super) fn of(options: &CatalogOptions) -> Result<Self, UpkeepError> {
        Ok(Self {
            address: Address::parse(options.database.as_deref(), &options.data)?,
            archives: options.archives_or_default(),
            options: options.clone(),
        })
    }

    pub(super) fn data(&self) -> &Path {
        &self.options.data
    }

    pub(super) fn dialect(&self) -> Dialect {
        self.address.dialect()
    }

    /// Takes the folder for itself, where one process alone may work on it, and makes it where it is not. Whoever is to
    /// write takes it first: to open a database is to bring it to the newest version.
    pub(super) fn lock(&self) -> Result<Option<FolderLock>, UpkeepError> {
        match self.address.dialect() {
            Dialect::Sqlite => {
                self.make()?;
                Ok(Some(FolderLock::take(self.data())?))
            }
            Dialect::Postgres => Ok(None),
        }
    }

    fn make(&self) -> Result<(), OpenError> {
        let data = self.data();
        private::make_folder(data).map_err(|error| OpenError::of_folder(data, error))
    }

    /// Reads the private key of the catalog's log, as text; nothing where there is none.
    pub(super) fn log_key(&self) -> Result<Option<String>, UpkeepError> {
        let path = self.options.log.path(self.data());
        match fs::read_to_string(&path) {
            Ok(key) => Ok(Some(key)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(source) => Err(UpkeepError::File { path, source }),
        }
    }

    /// Keeps the private key of the catalog's log, unless one is there: the log goes on under its key alone.
    pub(super) fn keep_log_key(&self, key: Option<&str>) -> Result<(), UpkeepError> {
        let path = self.options.log.path(self.data());
        match key.filter(|_| !path.exists()) {
            Some(key) => {
                log::write_key(&path, key).map_err(|source| UpkeepError::File { path, source })
            }
            None => Ok(()),
        }
    }

    /// Makes sure that a catalog is there, without making one.
    pub(super) fn is_there(&self) -> Result<(), UpkeepError> {
        mark::check(self.data())?;
        match &self.address {
            Address::File(path) if !path.is_file() => {
                Err(UpkeepError::NoCatalog { path: path.clone() })
            }
            Address::File(_) | Address::Server { .. } => Ok(()),
        }
    }

    /// Tells whether the database is still to be made.
    pub(super) fn is_new(&self) -> bool {
        matches!(&self.address, Address::File(path) if !path.exists())
    }

    /// Notes that a restore begins, so that nobody takes a part of a catalog for the whole.
    pub(super) fn begin_restore(&self) -> Result<(), UpkeepError> {
        let data = self.data();
        mark::set(data).map_err(|error| OpenError::of_folder(data, error).into())
    }

    /// Notes that all is there.
    pub(super) fn end_restore(&self) -> Result<(), UpkeepError> {
        let data = self.data();
        mark::clear(data).map_err(|error| OpenError::of_folder(data, error).into())
    }

    /// Makes sure that the key that is there, if one is, is that of the log of a catalog.
    pub(super) async fn has_no_other_key(&self, of: &mut AnyConnection) -> Result<(), UpkeepError> {
        let path = self.key_path();
        let Some(head) = head(of).await?.filter(|_| path.exists()) else {
            return Ok(());
        };
        match log::known(&path, &head.key) {
            Ok(_) => Ok(()),
            Err(source) => Err(UpkeepError::OtherKey {
                path,
                source: Box::new(source),
            }),
        }
    }

    /// Opens the archives.
    pub(super) async fn blobs(&self) -> Result<Blobs, UpkeepError> {
        Ok(Blobs::open(&self.archives).await?)
    }

    /// Opens the database to write, makes it where it is not, and brings it to the newest version.
    pub(super) async fn store(&self) -> Result<Store, UpkeepError> {
        self.make()?;
        Ok(connect::open(&self.address, self.data()).await?)
    }

    /// Connects to the database to read it as it is at each question.
    pub(super) async fn asking(&self) -> Result<AnyConnection, UpkeepError> {
        Ok(connect::reader(&self.address, self.data()).await?)
    }

    /// Says of a file that it is no sound database, where that is why it could not be read.
    fn unsound(&self, error: UpkeepError) -> UpkeepError {
        match (&self.address, error) {
            (Address::File(path), UpkeepError::Database(source))
                if Dialect::is_damaged(&source) =>
            {
                let path = path.clone();
                OpenError::NotADatabase { path, source }.into()
            }
            (_, error) => error,
        }
    }

    /// Tells where the private key of the catalog's log is.
    pub(super) fn key_path(&self) -> PathBuf {
        self.options.log.path(self.data())
    }

    /// Tells whether the key of the log may be with other nodes alone: nobody said where it is, and it is not here.
    pub(super) fn is_key_elsewhere(&self) -> bool {
        let is_shared = self.dialect() == Dialect::Postgres && self.options.log.key.is_none();
        is_shared && !self.key_path().exists()
    }

    /// Begins to read the database at one moment, beside whoever writes to it.
    pub(super) async fn reading(&self) -> Result<AnyConnection, UpkeepError> {
        self.is_there()?;
        let mut reader = self.asking().await?;
        let found = version_of(&mut reader).await;
        let found = found.map_err(|error| self.unsound(error))?;
        let known = schema::version();
        if found == 0 {
            let path = self.address.shown();
            return Err(UpkeepError::NoCatalog { path });
        }
        if found != known {
            return Err(UpkeepError::OtherVersion { found, known });
        }
        begin_reading(&mut reader, self.dialect()).await?;
        Ok(reader)
    }
}

/// From here on the connection sees the database as it is now.
pub(super) async fn begin_reading(
    reader: &mut AnyConnection,
    dialect: Dialect,
) -> Result<(), UpkeepError> {
    let text = AssertSqlSafe(dialect.begin_snapshot());
    sqlx::raw_sql(text).execute(&mut *reader).await?;
    // SQLite takes its moment at the first read.
    version_of(reader).await.map(|_| ())
}

/// Tells the version of a database; none is 0.
pub(super) async fn version_of(connection: &mut AnyConnection) -> Result<i64, UpkeepError> {
    let found: Result<i64, sqlx::Error> = sqlx::query_scalar(
        "SELECT CAST(COALESCE(MAX(version), 0) AS BIGINT) FROM _sqlx_migrations",
    )
    .fetch_one(connection)
    .await;
    match found {
        Err(error) if Dialect::is_missing_table(&error) => Ok(0),
        found => Ok(found?),
    }
}
