//! How often releases are downloaded, counted without saying whose.
//!
//! A download adds one to a number in memory, and now and then the numbers go into the database together: there is no
//! write for each. What is kept is how often a release was taken on a day, and nothing else: no address, no cookie, no
//! program. A server that stops writes what it holds; one that is killed loses what it counted since the last time, which
//! is a minute at the most. Nodes on one database add up.

use std::collections::HashMap;
use std::mem;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use guild_skill::SkillName;
use semver::Version;

use crate::catalog::{Catalog, Inner};
use crate::error::StoreError;
use crate::store::{count, downloads};

/// A day.
pub(crate) const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// How many releases are written at a time: whoever publishes waits no longer than for these.
const BATCH: usize = 500;

/// Counts the downloads of one release.
#[derive(Debug)]
pub struct DownloadCounter {
    skill: String,
    version: String,
    /// What is not written yet.
    times: AtomicI64,
}

impl DownloadCounter {
    /// Counts one download.
    pub fn count(&self) {
        self.times.fetch_add(1, Ordering::Relaxed);
    }
}

/// The counters of the releases that somebody downloads.
#[derive(Debug, Default)]
pub(crate) struct Downloads {
    /// Locked to find a counter and to write them, never to count. A counter that nobody holds and that counted nothing
    /// is let go.
    counters: Mutex<HashMap<(String, String), Arc<DownloadCounter>>>,
}

impl Downloads {
    fn of(&self, skill: &SkillName, version: &Version) -> Arc<DownloadCounter> {
        let key = (skill.to_string(), version.to_string());
        // Each change of the map is one call, so a poisoned lock guards a sound map.
        let mut counters = self.counters.lock().unwrap_or_else(PoisonError::into_inner);
        let counter = counters.entry(key).or_insert_with_key(|(skill, version)| {
            Arc::new(DownloadCounter {
                skill: skill.clone(),
                version: version.clone(),
                times: AtomicI64::new(0),
            })
        });
        Arc::clone(counter)
    }

    /// Gives the counters that counted something, in an order that is the same on every node: two that write at once wait
    /// for each other, and never both.
    fn counted(&self) -> Vec<Arc<DownloadCounter>> {
        let mut counters = self.counters.lock().unwrap_or_else(PoisonError::into_inner);
        let is_at_rest = |counter: &Arc<DownloadCounter>| {
            Arc::strong_count(counter) == 1 && counter.times.load(Ordering::Relaxed) == 0
        };
        counters.retain(|_, counter| !is_at_rest(counter));
        let counted = counters.values();
        let counted = counted.filter(|counter| counter.times.load(Ordering::Relaxed) > 0);
        let mut counted: Vec<_> = counted.cloned().collect();
        drop(counters);
        counted.sort_by(|a, b| (&a.skill, &a.version).cmp(&(&b.skill, &b.version)));
        counted
    }
}

/// Numbers that were taken from counters, and go back to them unless they are written.
struct Taken(Vec<(Arc<DownloadCounter>, i64)>);

impl Drop for Taken {
    fn drop(&mut self) {
        for (counter, times) in &self.0 {
            counter.times.fetch_add(*times, Ordering::Relaxed);
        }
    }
}

impl Inner {
    /// Writes what was counted.
    pub(crate) async fn keep_downloads(&self) -> Result<(), StoreError> {
        let day = self.clock.now().div_euclid(DAY_MS);
        for counters in self.downloads.counted().chunks(BATCH) {
            let take = |counter: &Arc<DownloadCounter>| {
                (
                    Arc::clone(counter),
                    counter.times.swap(0, Ordering::Relaxed),
                )
            };
            let mut taken = Taken(counters.iter().map(take).collect());
            let mut writing = self.store.begin().await?;
            for (counter, times) in &taken.0 {
                let release = (counter.skill.as_str(), counter.version.as_str());
                let added = downloads::add(&mut writing, release, day, *times).await;
                self.store.sorted(added)?;
            }
            self.store.sorted(writing.commit().await)?;
            mem::take(&mut taken.0);
        }
        Ok(())
    }
}

impl Catalog {
    /// Gives what counts the downloads of a release.
    pub fn download_counter(&self, skill: &SkillName, version: &Version) -> Arc<DownloadCounter> {
        self.inner.downloads.of(skill, version)
    }

    /// Writes now what was counted and not written yet; the catalog does so each minute, and when it closes.
    ///
    /// # Errors
    /// When the database fails; what was counted is then written the next time.
    pub async fn keep_downloads(&self) -> Result<(), StoreError> {
        self.inner.keep_downloads().await
    }

    /// Tells how often a release was downloaded, as far as that is written.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn downloads_of(
        &self,
        skill: &SkillName,
        version: &Version,
    ) -> Result<u64, StoreError> {
        let store = &self.inner.store;
        let version = version.to_string();
        let times = downloads::of_release(store.readers(), skill.as_str(), &version).await;
        Ok(count(store.sorted(times)?))
    }
}
