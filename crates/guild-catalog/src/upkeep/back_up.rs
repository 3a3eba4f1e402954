//! A backup: one SQLite file with all tables and all archives.
//!
//! It is taken beside the running server, at one moment of its database: archives are never changed and go only long
//! after the rows that named them, so those that the moment names are there.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use guild_skill::Digest;
use sqlx::AnyConnection;

use super::archives::{Walk, read};
use super::migrate::{State, move_rows, snapshot, state};
use super::place::{Place, version_of};
use super::{Moved, UpkeepError, schema};
use crate::blobs::{Blobs, sync_folder};
use crate::catalog::{CatalogOptions, parsed};
use crate::dialect::Dialect;
use crate::error::StoreError;
use crate::private;
use crate::store::Store;
use crate::store::connect::{self, Address};

/// Archives in a backup. It is no table of the catalog, which has them elsewhere.
const SHELF: &str =
    "CREATE TABLE backup_archives (digest TEXT NOT NULL PRIMARY KEY, content BLOB NOT NULL)";

/// The private key of the catalog's log: without it the log could not go on. It makes the backup a secret.
const LOG_KEY: &str = "CREATE TABLE backup_log_key (key TEXT NOT NULL)";

/// Writes a catalog to a file that is not there yet. The catalog may be in use.
///
/// # Errors
/// When the file is there, or the catalog cannot be read: see [`UpkeepError`].
pub async fn back_up(from: &CatalogOptions, file: &Path) -> Result<Moved, UpkeepError> {
    let taken = take(from, file).await;
    taken.map_err(|error| match error.is_disk_full() {
        true => UpkeepError::DiskFull {
            path: file.to_owned(),
        },
        false => error,
    })
}

async fn take(from: &CatalogOptions, file: &Path) -> Result<Moved, UpkeepError> {
    if file.exists() {
        let path = file.to_owned();
        return Err(UpkeepError::FileExists { path });
    }
    let from = Place::of(from)?;
    let mut reader = from.reading().await?;
    let blobs = from.blobs().await?;
    let folder = file
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let failed = |source: io::Error| UpkeepError::File {
        path: file.to_owned(),
        source,
    };
    // Beside its place, so that a half-written one never has the name.
    let unfinished = private::temporary_folder(".guild-backup-", folder).map_err(failed)?;
    let path = unfinished.path().join("backup");
    let key = from.log_key()?;
    let moved = write(&mut reader, &blobs, key.as_deref(), &path).await?;
    File::open(&path)
        .and_then(|file| file.sync_all())
        .map_err(failed)?;
    fs::hard_link(&path, file)
        .or_else(|_| fs::rename(&path, file))
        .and_then(|()| sync_folder(folder))
        .map_err(failed)?;
    Ok(moved)
}

async fn write(
    reader: &mut AnyConnection,
    blobs: &Blobs,
    key: Option<&str>,
    path: &Path,
) -> Result<Moved, UpkeepError> {
    let target = connect::open(&Address::File(path.to_owned()), path).await?;
    let tables = schema::tables().await?;
    let (rows, is_new) = move_rows(reader, &target, &tables, State::Empty).await?;
    let (archives, archive_bytes) = shelve(reader, blobs, &target).await?;
    let mut writing = target.begin().await?;
    sqlx::query(LOG_KEY).execute(&mut *writing).await?;
    if let Some(key) = key {
        let insert = sqlx::query("INSERT INTO backup_log_key (key) VALUES ($1)").bind(key);
        insert.execute(&mut *writing).await?;
    }
    writing.commit().await?;
    target.close().await;
    // One file, without the ones that SQLite keeps beside it while it works.
    connect::settle(path).await?;
    Ok(Moved {
        tables: tables.len() as u64,
        rows,
        archives,
        archive_bytes,
        is_new,
        has_log_key: key.is_some(),
    })
}

/// Writes every archive that the database names.
async fn shelve(
    reader: &mut AnyConnection,
    blobs: &Blobs,
    target: &Store,
) -> Result<(u64, u64), UpkeepError> {
    let (mut archives, mut bytes) = (0, 0);
    let mut writing = target.begin().await?;
    sqlx::query(SHELF).execute(&mut *writing).await?;
    let mut walk = Walk::default();
    loop {
        let page = walk.next(reader).await?;
        if page.is_empty() {
            break;
        }
        for digest in page.iter().map(super::archives::Named::digests) {
            for digest in digest? {
                let content = read(blobs, &digest).await?;
                bytes += content.len() as u64;
                archives += 1;
                sqlx::query("INSERT INTO backup_archives (digest, content) VALUES ($1, $2) ON CONFLICT DO NOTHING")
                    .bind(digest.as_str())
                    .bind(content.to_vec())
                    .execute(&mut *writing)
                    .await?;
            }
        }
    }
    writing.commit().await?;
    Ok((archives, bytes))
}

/// Puts a backup into an empty place. One of an older version is brought to the newest on the way.
///
/// # Errors
/// When the file is no backup, or the place holds something: see [`UpkeepError`].
pub async fn restore(file: &Path, to: &CatalogOptions) -> Result<Moved, UpkeepError> {
    let restored = put_back(file, to).await;
    restored.map_err(|error| match error.is_of_damage() {
        true => UpkeepError::DamagedBackup {
            path: file.to_owned(),
            source: Box::new(error),
        },
        false => error,
    })
}

async fn put_back(file: &Path, to: &CatalogOptions) -> Result<Moved, UpkeepError> {
    let to = Place::of(to)?;
    let copy = private::temporary_folder(".guild-restore-", &std::env::temp_dir());
    let copy = copy.map_err(|source| UpkeepError::File {
        path: file.to_owned(),
        source,
    })?;
    let (mut source, _) = open(file, copy.path()).await?;
    to.has_no_other_key(&mut source).await?;
    let _held = to.lock()?;
    if to.is_new() {
        to.begin_restore()?;
    }
    let target = to.store().await?;
    let tables = schema::tables().await?;
    let state = state(&mut source, &target, &tables).await?;
    if state == State::Empty {
        to.begin_restore()?;
    }
    let (archives, archive_bytes) = unshelve(&mut source, &to.blobs().await?).await?;
    let moved = move_rows(&mut source, &target, &tables, state).await;
    target.close().await;
    let (rows, is_new) = moved?;
    let key: Result<Option<String>, sqlx::Error> =
        sqlx::query_scalar("SELECT key FROM backup_log_key")
            .fetch_optional(&mut source)
            .await;
    // A backup from before the log has no such table; its log begins when it is opened.
    let key = key.unwrap_or_default();
    to.keep_log_key(key.as_deref())?;
    to.end_restore()?;
    Ok(Moved {
        tables: tables.len() as u64,
        rows,
        archives,
        archive_bytes,
        is_new,
        has_log_key: key.is_some(),
    })
}

/// Opens a backup to read; an older one is copied first, and the copy brought to the newest version.
async fn open(file: &Path, copy: &Path) -> Result<(AnyConnection, PathBuf), UpkeepError> {
    let no_backup = || UpkeepError::NotABackup {
        path: file.to_owned(),
    };
    if !file.exists() {
        let path = file.to_owned();
        return Err(UpkeepError::NoBackup { path });
    }
    if !file.is_file() {
        return Err(no_backup());
    }
    let address = Address::File(file.to_owned());
    let mut reader = connect::reader(&address, file)
        .await
        .map_err(|_| no_backup())?;
    let shelf = sqlx::query("SELECT digest FROM backup_archives LIMIT 1")
        .fetch_optional(&mut reader)
        .await;
    shelf.map_err(|error| match Dialect::is_malformed(&error) {
        true => error.into(),
        false => no_backup(),
    })?;
    let (found, known) = (version_of(&mut reader).await?, schema::version());
    if found > known {
        return Err(UpkeepError::OtherVersion { found, known });
    }
    let mut path = file.to_owned();
    if found < known {
        path = copy.join("backup");
        fs::copy(file, &path).map_err(|source| UpkeepError::File {
            path: path.clone(),
            source,
        })?;
        let address = Address::File(path.clone());
        connect::open(&address, copy).await?.close().await;
        reader = connect::reader(&address, copy).await?;
    }
    snapshot(&mut reader).await?;
    Ok((reader, path))
}

async fn unshelve(source: &mut AnyConnection, blobs: &Blobs) -> Result<(u64, u64), UpkeepError> {
    let (mut archives, mut bytes) = (0, 0);
    let mut last = String::new();
    loop {
        let next: Option<(String, Vec<u8>)> = sqlx::query_as(
            "SELECT digest, content FROM backup_archives WHERE digest > $1 ORDER BY digest LIMIT 1",
        )
        .bind(&last)
        .fetch_optional(&mut *source)
        .await?;
        let Some((name, content)) = next else {
            return Ok((archives, bytes));
        };
        let digest: Digest = parsed("digest", &name)?;
        let found = Digest::of(&content);
        if found != digest {
            return Err(StoreError::CorruptArchive { digest, found }.into());
        }
        archives += 1;
        bytes += content.len() as u64;
        blobs.put(&digest, content.into()).await?;
        last = name;
    }
}
