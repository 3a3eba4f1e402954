//! A bucket of archives: any store that speaks the protocol of S3.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::TryStreamExt as _;
use guild_skill::Digest;
use object_store::memory::InMemory;
use object_store::path::Path;
use object_store::{Error, ObjectStore, ObjectStoreExt as _, PutMode, PutPayload};
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use super::{Kept, checked, failed, number, of_hex};
use crate::error::StoreError;

/// How often a write is tried: its key is the digest, so that a second try harms nothing.
const TRIES: u32 = 3;
/// What is kept in memory of what was read: archives are asked for again, and must be there while the bucket is not.
const MEMORY_BYTES: u64 = 32 * 1024 * 1024;
/// Larger archives are read each time.
const REMEMBERED_UP_TO: usize = 4 * 1024 * 1024;
/// How long the bucket may take to say that it is there.
const READY: Duration = Duration::from_secs(5);
/// How long it may take to keep or to give an archive, tries and all.
const WITHIN: Duration = Duration::from_secs(10);

/// A part of a bucket, in which a catalog keeps its archives.
#[derive(Clone)]
pub struct Bucket {
    store: Arc<dyn ObjectStore>,
    prefix: Path,
    /// What people call it.
    name: String,
    mode: PutMode,
    memory: Arc<Cache<Digest, Bytes, Weight>>,
}

/// Weighs an archive by its bytes.
#[derive(Clone)]
struct Weight;

impl Weighter<Digest, Bytes> for Weight {
    fn weight(&self, _: &Digest, bytes: &Bytes) -> u64 {
        bytes.len() as u64 + 128
    }
}

impl fmt::Debug for Bucket {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Bucket {}", self.name)
    }
}

impl Bucket {
    /// Takes the part of a store below a prefix; `name` is what people call it.
    pub fn new(store: Arc<dyn ObjectStore>, prefix: &str, name: impl Into<String>) -> Self {
        Self {
            store,
            prefix: Path::from(prefix),
            name: name.into(),
            mode: PutMode::Create,
            memory: Arc::new(Cache::with_weighter(1024, MEMORY_BYTES, Weight)),
        }
    }

    /// Makes a bucket that ends with the process.
    pub fn in_memory() -> Self {
        Self::new(Arc::new(InMemory::new()), "", "memory")
    }

    /// Never asks the store to refuse what is there: for stores that cannot.
    pub(super) fn unconditional(self) -> Self {
        Self {
            mode: PutMode::Overwrite,
            ..self
        }
    }

    /// Whether the store is asked to refuse what is there.
    pub(super) fn is_conditional(&self) -> bool {
        self.mode == PutMode::Create
    }

    /// Gives what people call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Gives the store behind it.
    pub fn store(&self) -> &dyn ObjectStore {
        self.store.as_ref()
    }

    /// Gives where an archive is: spread over 256 names, as in a folder.
    pub fn place(&self, digest: &Digest) -> Path {
        let shelf = self.prefix.clone().join("sha256").join(&digest.hex()[..2]);
        shelf.join(digest.hex())
    }

    /// Gives a place outside of the archives.
    pub(super) fn beside(&self, name: &str) -> Path {
        self.prefix.clone().join(name)
    }

    pub(super) fn memory_bytes(&self) -> u64 {
        self.memory.weight()
    }

    pub(super) async fn is_ready(&self) -> Result<(), StoreError> {
        let place = self.beside("ready");
        let asked = tokio::time::timeout(READY, self.store.head(&place)).await;
        match asked.map_err(late)? {
            // Whatever it says of a name that it need not know, it is there.
            Ok(_) | Err(Error::NotFound { .. } | Error::PermissionDenied { .. }) => Ok(()),
            Err(error) => Err(StoreError::Archives {
                source: failed(error),
            }),
        }
    }

    pub(super) async fn put(&self, digest: &Digest, bytes: Bytes) -> Result<(), StoreError> {
        within(self.put_until_there(digest, bytes)).await
    }

    async fn put_until_there(&self, digest: &Digest, bytes: Bytes) -> Result<(), StoreError> {
        let mut mode = self.mode.clone();
        for _ in 1..TRIES {
            let written = self.try_put(digest, &bytes, mode.clone()).await;
            match written {
                Ok(()) => return Ok(()),
                // Damaged bytes under a sound name are replaced.
                Err(StoreError::CorruptArchive { .. }) => mode = PutMode::Overwrite,
                Err(StoreError::Archives { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        self.try_put(digest, &bytes, mode).await
    }

    /// Writes, and reads back what is there then.
    async fn try_put(
        &self,
        digest: &Digest,
        bytes: &Bytes,
        mode: PutMode,
    ) -> Result<(), StoreError> {
        let place = self.place(digest);
        let payload = PutPayload::from_bytes(bytes.clone());
        match self.store.put_opts(&place, payload, mode.into()).await {
            Ok(_) | Err(Error::AlreadyExists { .. }) => {}
            Err(error) => return Err(sorted(digest, error)),
        }
        match self.read(digest).await? {
            Some(_) => Ok(()),
            None => Err(StoreError::MissingArchive {
                digest: digest.clone(),
            }),
        }
    }

    pub(super) async fn get(&self, digest: &Digest) -> Result<Option<Bytes>, StoreError> {
        if let Some(bytes) = self.memory.get(digest) {
            return Ok(Some(bytes));
        }
        let bytes = within(self.read(digest)).await?;
        if let Some(bytes) = bytes
            .as_ref()
            .filter(|bytes| bytes.len() <= REMEMBERED_UP_TO)
        {
            self.memory.insert(digest.clone(), bytes.clone());
        }
        Ok(bytes)
    }

    async fn read(&self, digest: &Digest) -> Result<Option<Bytes>, StoreError> {
        let found = match self.store.get(&self.place(digest)).await {
            Ok(found) => found,
            Err(Error::NotFound { .. }) => return Ok(None),
            Err(error) => return Err(sorted(digest, error)),
        };
        let bytes = found.bytes().await.map_err(|error| sorted(digest, error))?;
        checked(digest, &bytes)?;
        Ok(Some(bytes))
    }

    pub(super) async fn list(&self) -> Result<Vec<Kept>, StoreError> {
        let shelf = self.beside("sha256");
        let found = self.store.list(Some(&shelf)).try_filter_map(|object| {
            let digest = object.location.filename().and_then(of_hex);
            let kept_at = object.last_modified.timestamp_millis();
            let kept = digest.map(|digest| Kept {
                digest,
                size_bytes: object.size,
                kept_at: number(u128::try_from(kept_at).unwrap_or(0)),
            });
            std::future::ready(Ok(kept))
        });
        let found = found.try_collect().await;
        found.map_err(|error| StoreError::Archives {
            source: failed(error),
        })
    }

    pub(super) async fn remove(&self, digest: &Digest) -> Result<(), StoreError> {
        self.memory.remove(digest);
        match self.store.delete(&self.place(digest)).await {
            Ok(()) | Err(Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(sorted(digest, error)),
        }
    }
}

async fn within<T>(work: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
    tokio::time::timeout(WITHIN, work).await.map_err(late)?
}

fn late(error: tokio::time::error::Elapsed) -> StoreError {
    StoreError::Archives {
        source: failed(error),
    }
}

/// Sorts an error by whether the bucket did not answer, or said no.
fn sorted(digest: &Digest, error: Error) -> StoreError {
    match error {
        Error::Generic { .. } => StoreError::Archives {
            source: failed(error),
        },
        error => StoreError::of_archive(digest, failed(error)),
    }
}
