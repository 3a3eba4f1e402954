//! Finished answers, kept in memory within a bound of bytes.
//!
//! An answer belongs to a moment: the catalog's generation and ten minutes of a day. A write, or the next ten minutes,
//! make a new moment, under which nothing is found; what belongs to old ones is never asked for again and leaves when
//! room is needed.

use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use quick_cache::sync::Cache as Shards;
use quick_cache::{Equivalent, Weighter};

use crate::document::Finished;
use crate::headers::Encoding;

/// What an answer depends on beside its address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Moment {
    /// The catalog's generation, which changes with every write.
    pub(crate) generation: u64,
    /// Which ten minutes since 1970 they are: `Updated <n> days ago` changes with the day, and counts of downloads, which
    /// are no write of their own, are shown that soon.
    pub(crate) span: i64,
}

/// The answers.
pub(crate) struct Cache {
    shards: Shards<Key, Arc<Finished>, Bytes>,
    hits: AtomicU64,
    misses: AtomicU64,
}

/// How often the cache had what was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CacheCounts {
    pub(crate) hits: u64,
    pub(crate) misses: u64,
    pub(crate) bytes: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Key {
    moment: Moment,
    encoding: Encoding,
    /// Path and query as they came.
    url: String,
}

/// A key that borrows its text, so that looking up allocates nothing.
#[derive(Hash)]
struct Borrowed<'a> {
    moment: Moment,
    encoding: Encoding,
    url: &'a str,
}

#[derive(Clone)]
struct Bytes;

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let borrowed = Borrowed {
            moment: self.moment,
            encoding: self.encoding,
            url: &self.url,
        };
        borrowed.hash(state);
    }
}

impl Equivalent<Key> for Borrowed<'_> {
    fn equivalent(&self, key: &Key) -> bool {
        self.moment == key.moment && self.encoding == key.encoding && self.url == key.url
    }
}

impl Weighter<Key, Arc<Finished>> for Bytes {
    fn weight(&self, key: &Key, finished: &Arc<Finished>) -> u64 {
        key.url.len() as u64 + finished.weight()
    }
}

impl Cache {
    /// Makes a cache that holds so many bytes.
    pub(crate) fn new(bytes: u64) -> Self {
        // A page with its headers is about 16 KB; the number only sizes the first tables.
        let items = usize::try_from(bytes / 16_384).unwrap_or(usize::MAX);
        Self {
            shards: Shards::with_weighter(items.max(16), bytes, Bytes),
            hits: AtomicU64::new(0),
            misses: AtomicU64::new(0),
        }
    }

    /// Finds an answer.
    pub(crate) fn get(
        &self,
        moment: Moment,
        encoding: Encoding,
        url: &str,
    ) -> Option<Arc<Finished>> {
        let found = self.shards.get(&Borrowed {
            moment,
            encoding,
            url,
        });
        let counter = if found.is_some() {
            &self.hits
        } else {
            &self.misses
        };
        counter.fetch_add(1, Ordering::Relaxed);
        found
    }

    /// Keeps an answer.
    pub(crate) fn insert(
        &self,
        moment: Moment,
        encoding: Encoding,
        url: &str,
        finished: Arc<Finished>,
    ) {
        let key = Key {
            moment,
            encoding,
            url: url.to_owned(),
        };
        self.shards.insert(key, finished);
    }

    /// Tells how it did.
    pub(crate) fn counts(&self) -> CacheCounts {
        CacheCounts {
            hits: self.hits.load(Ordering::Relaxed),
            misses: self.misses.load(Ordering::Relaxed),
            bytes: self.shards.weight(),
        }
    }
}
