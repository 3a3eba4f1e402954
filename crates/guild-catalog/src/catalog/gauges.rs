//! How a catalog is doing, in numbers for whoever runs it.

use std::sync::atomic::Ordering;

use super::Catalog;
use crate::store::count;

/// How many connections to the database there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolGauge {
    /// What the connections are for: `reader` or `writer`.
    pub role: &'static str,
    /// Open ones.
    pub open: u64,
    /// Open ones that nobody uses.
    pub idle: u64,
    /// How many there may be.
    pub limit: u64,
}

/// How a catalog is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gauges {
    /// The connections that read, and those that write.
    pub pools: [PoolGauge; 2],
    /// How many changes the search index on disk lacks; a search reads them from the database.
    pub search_lag: u64,
    /// Bytes of archives from a bucket that are kept in memory.
    pub archive_memory_bytes: u64,
}

impl Catalog {
    /// Tells how the catalog is doing, without asking anything of the database.
    pub fn gauges(&self) -> Gauges {
        let newest = self.inner.newest.load(Ordering::Acquire);
        let searched = self.inner.searched.load(Ordering::Acquire);
        Gauges {
            pools: self.inner.store.pools(),
            search_lag: count(newest - searched),
            archive_memory_bytes: self.inner.blobs.memory_bytes(),
        }
    }
}
