//! Opening and closing.

use std::sync::atomic::AtomicI64;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Semaphore;

use super::{Catalog, CatalogOptions, Inner, tail};
use crate::accounts::Passwords;
use crate::blobs::Blobs;
use crate::dialect::Dialect;
use crate::downloads::Downloads;
use crate::error::{OpenError, StoreError};
use crate::folder_lock::FolderLock;
use crate::log;
use crate::private;
use crate::publish::Line;
use crate::search::Search;
use crate::store::connect::{self, Address};
use crate::store::{Store, events, looks};
use crate::upkeep;

/// How many unpack a file of an archive at a time.
const UNPACKING: usize = 4;

impl Catalog {
    /// Opens a catalog: makes what is not there, takes the data folder, and brings the database to the newest version.
    ///
    /// Must be called inside a Tokio runtime, which then also runs the task that keeps the search index current.
    ///
    /// # Errors
    /// Says what is wrong with the data folder or the database: see [`OpenError`].
    pub async fn open(options: CatalogOptions) -> Result<Self, OpenError> {
        let archives = options.archives_or_default();
        let CatalogOptions {
            data,
            database,
            log,
            clock,
            archives: _,
        } = options;
        let address = Address::parse(database.as_deref(), &data)?;
        private::make_folder(&data).map_err(|error| OpenError::of_folder(&data, error))?;
        let lock = match address.dialect() {
            Dialect::Sqlite => Some(FolderLock::take(&data)?),
            Dialect::Postgres => None,
        };
        upkeep::check_mark(&data)?;
        let blobs = Blobs::open(&archives).await?;
        // Elsewhere another server may be writing.
        if let Some(path) = archives.folder().filter(|path| path.starts_with(&data))
            && lock.is_some()
        {
            blobs.sweep(path)?;
        }
        let store = connect::open(&address, &data).await?;
        fill_looks(&store).await?;
        let log = log::open(&log, &data, &store).await?;
        let newest = store.sorted(events::newest(store.readers()).await)?;
        let search = Search::open(&data.join("search"), &store).await?;
        let inner = Arc::new(Inner {
            store,
            blobs,
            search,
            log,
            line: Line::default(),
            unpacking: Arc::new(Semaphore::new(UNPACKING)),
            clock,
            passwords: Passwords::new(),
            downloads: Downloads::default(),
            newest: AtomicI64::new(newest),
            searched: AtomicI64::new(0),
            tail: Mutex::new(None),
            lock: Mutex::new(lock),
        });
        let task = tokio::spawn(tail::follow(Arc::downgrade(&inner)));
        *inner.tail.lock().unwrap_or_else(PoisonError::into_inner) = Some(task);
        Ok(Self { inner })
    }

    /// Tells whether the catalog can answer.
    ///
    /// # Errors
    /// When the database or the archives do not answer.
    pub async fn is_ready(&self) -> Result<(), StoreError> {
        let store = &self.inner.store;
        store.sorted(events::newest(store.readers()).await)?;
        self.inner.blobs.is_ready().await
    }

    /// Ends the work: what was published is already kept, and the database is left tidy. Every clone is closed with it.
    pub async fn close(&self) {
        // Before the task is ended, which may be writing the index: two cannot write it at a time.
        // The index is derived: the next start does what could not be done here.
        if let Err(error) = self.inner.search.catch_up(&self.inner.store).await {
            tracing::warn!(
                error = &error as &dyn std::error::Error,
                "the search index was not brought up to date"
            );
        }
        let task = self
            .inner
            .tail
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        if let Some(task) = task {
            task.abort();
        }
        tail::keep_downloads(&self.inner).await;
        self.inner.store.close().await;
        drop(
            self.inner
                .lock
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .take(),
        );
    }
}

/// Writes what names look like, which an older guild did not.
async fn fill_looks(store: &Store) -> Result<(), StoreError> {
    loop {
        let mut writing = store.begin().await?;
        let is_done = !store.sorted(looks::fill(&mut writing).await)?;
        store.sorted(writing.commit().await)?;
        if is_done {
            return Ok(());
        }
    }
}
