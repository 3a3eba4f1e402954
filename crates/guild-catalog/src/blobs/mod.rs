//! Archives by digest: `sha256/ab/abcd…`, in a folder or in a bucket.
//!
//! An archive is written before the record that names it, so that a record never points at nothing. An archive that no
//! record names is harmless: nobody can ask for it, and the next publish of the same bytes finds it there. What an
//! archive holds is checked each time it is read. Which release is which is the database's matter alone: since the key
//! is the digest, two who write one archive write the same bytes.

mod address;
mod bucket;
mod carrier;
mod folder;
mod probe;

pub use self::address::Archives;
pub use self::bucket::Bucket;
pub(crate) use self::folder::sync_folder;

use std::io;
use std::path::Path;

use bytes::Bytes;
use guild_skill::Digest;
use tracing::Instrument as _;

use self::folder::Folder;
use crate::error::{OpenError, StoreError};

/// Where archives are kept.
#[derive(Clone, Debug)]
pub(crate) enum Blobs {
    /// On this machine.
    Folder(Folder),
    /// In a store of objects that any number of nodes share.
    Bucket(Bucket),
}

/// An archive that is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Kept {
    pub(crate) digest: Digest,
    pub(crate) size_bytes: u64,
    /// When it was written, in milliseconds since 1970 in UTC.
    pub(crate) kept_at: i64,
}

impl Blobs {
    /// Takes what an address names: makes the folder, or holds the bucket against what a catalog needs of it.
    pub(crate) async fn open(archives: &Archives) -> Result<Self, OpenError> {
        match archives {
            Archives::Folder(path) => {
                let folder =
                    Folder::open(path).map_err(|error| OpenError::of_folder(path, error))?;
                Ok(Self::Folder(folder))
            }
            Archives::Bucket(bucket) => {
                probe::hold(bucket).await?;
                Ok(Self::Bucket(bucket.clone()))
            }
        }
    }

    /// Takes away what a killed server left half-written in a folder. Only for who has the folder alone.
    pub(crate) fn sweep(&self, path: &Path) -> Result<(), OpenError> {
        match self {
            Self::Folder(folder) => folder
                .sweep()
                .map_err(|error| OpenError::of_folder(path, error)),
            // A bucket has a whole object or none.
            Self::Bucket(_) => Ok(()),
        }
    }

    /// Tells how many bytes are kept in memory.
    pub(crate) fn memory_bytes(&self) -> u64 {
        match self {
            // The system keeps files in memory by itself.
            Self::Folder(_) => 0,
            Self::Bucket(bucket) => bucket.memory_bytes(),
        }
    }

    /// Tells whether archives can be read.
    pub(crate) async fn is_ready(&self) -> Result<(), StoreError> {
        match self {
            Self::Folder(folder) => {
                let folder = folder.clone();
                let ready = tokio::task::spawn_blocking(move || folder.is_ready()).await?;
                ready.map_err(|source| StoreError::Archives { source })
            }
            Self::Bucket(bucket) => bucket.is_ready().await,
        }
    }

    /// Keeps bytes for ever: once this returns they outlive a loss of power.
    pub(crate) async fn put(&self, digest: &Digest, bytes: Bytes) -> Result<(), StoreError> {
        let span = tracing::trace_span!("keep archive", archive.digest = %digest, archive.bytes = bytes.len());
        self.write(digest, bytes).instrument(span).await
    }

    async fn write(&self, digest: &Digest, bytes: Bytes) -> Result<(), StoreError> {
        match self {
            Self::Folder(folder) => {
                let (folder, digest) = (folder.clone(), digest.clone());
                tokio::task::spawn_blocking(move || folder.put(&digest, &bytes)).await?
            }
            Self::Bucket(bucket) => bucket.put(digest, bytes).await,
        }
    }

    /// Reads bytes; absent when they were never kept.
    pub(crate) async fn get(&self, digest: &Digest) -> Result<Option<Bytes>, StoreError> {
        let span = tracing::trace_span!("read archive", archive.digest = %digest);
        self.read(digest).instrument(span).await
    }

    async fn read(&self, digest: &Digest) -> Result<Option<Bytes>, StoreError> {
        match self {
            Self::Folder(folder) => {
                let (folder, digest) = (folder.clone(), digest.clone());
                let bytes = tokio::task::spawn_blocking(move || folder.get(&digest)).await??;
                Ok(bytes.map(Bytes::from))
            }
            Self::Bucket(bucket) => bucket.get(digest).await,
        }
    }

    /// Lists what is kept, in no order.
    pub(crate) async fn list(&self) -> Result<Vec<Kept>, StoreError> {
        match self {
            Self::Folder(folder) => {
                let folder = folder.clone();
                let all = tokio::task::spawn_blocking(move || folder.list()).await?;
                all.map_err(|source| StoreError::Archives { source })
            }
            Self::Bucket(bucket) => bucket.list().await,
        }
    }

    /// Takes an archive away; absent ones too.
    pub(crate) async fn remove(&self, digest: &Digest) -> Result<(), StoreError> {
        match self {
            Self::Folder(folder) => {
                let (folder, wanted) = (folder.clone(), digest.clone());
                let removed = tokio::task::spawn_blocking(move || folder.remove(&wanted)).await?;
                removed.map_err(|error| StoreError::of_archive(digest, error))
            }
            Self::Bucket(bucket) => bucket.remove(digest).await,
        }
    }
}

/// Holds bytes against the digest that they were asked for by.
fn checked(digest: &Digest, bytes: &[u8]) -> Result<(), StoreError> {
    let found = Digest::of(bytes);
    match found == *digest {
        true => Ok(()),
        false => Err(StoreError::CorruptArchive {
            digest: digest.clone(),
            found,
        }),
    }
}

/// Reads the name of an archive.
fn of_hex(name: &str) -> Option<Digest> {
    Digest::parse(&format!("sha256:{name}")).ok()
}

/// Turns a count of milliseconds into ours.
fn number(milliseconds: u128) -> i64 {
    i64::try_from(milliseconds).unwrap_or(i64::MAX)
}

/// Says that a store of archives has failed, as the system says such things.
fn failed(error: impl std::error::Error + Send + Sync + 'static) -> io::Error {
    io::Error::other(error)
}
