//! Search: an index that is derived from the database and can be lost.
//!
//! The index follows the sequence of changes and notes, in each commit, how far it has come. What is newer than its last
//! commit is read from the database for each search, so that what was published is found at once. Skills of exactly the
//! name or title that was asked for are looked up in the database and stand first.

mod facets;
mod fields;
mod folder;
mod hits;
mod index;
mod query;
mod words;

pub(crate) use self::facets::Tally;
pub(crate) use self::index::{Indexed, indexed};
pub(crate) use self::words::title_key;

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Mutex as AsyncMutex;

use crate::catalog::{SkillSort, Sought};
use crate::error::StoreError;
use crate::page_request::PageRequest;
use crate::search::index::{SkillIndex, Snapshot};
use crate::search::query::Question;
use crate::search::words::Words;
use crate::store::skills::{self, Filter, SearchRow};
use crate::store::{Store, events};

/// How many skills of one name or title stand first; further ones are found by their words.
const EXACT: i64 = 20;
/// How many skills are indexed in one commit.
const BATCH: i64 = 2_000;
/// How many skills newer than the index a search reads; when there are more, it brings the index up to date first.
const NEWER: i64 = 500;

/// What was made for the search before.
type Kept = Mutex<Option<Arc<Snapshot>>>;

/// The search index.
#[derive(Debug)]
pub(crate) struct Search {
    /// Held while the index is written, by one at a time.
    writing: AsyncMutex<SkillIndex>,
    /// The last commit. Replaced after each.
    snapshot: Mutex<Arc<Snapshot>>,
    /// An index in memory of what was newer than the last commit at the last search.
    newer: Arc<Kept>,
}

/// What is searched for.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    pub(crate) text: String,
    pub(crate) filter: Filter,
    pub(crate) sort: SkillSort,
    pub(crate) page: PageRequest,
}

/// What was found.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// The names on the page, best first.
    pub(crate) names: Vec<String>,
    /// How many there are on all pages.
    pub(crate) total: u64,
}

impl Search {
    /// Opens the index in a folder, and empties it when it is missing, damaged, of another version, or of another
    /// database.
    ///
    /// What it lacks is not indexed here, since indexing thousands of skills takes seconds: [`Search::catch_up`] does it
    /// meanwhile, or the first search that needs more than a few of them.
    pub(crate) async fn open(folder: &Path, store: &Store) -> Result<Self, StoreError> {
        let folder = folder.to_owned();
        let mut index = tokio::task::spawn_blocking(move || SkillIndex::open(&folder)).await??;
        let sequence = index.sequence();
        if sequence > 0 && mark(store, sequence).await?.as_deref() != index.mark() {
            index = tokio::task::spawn_blocking(move || index.emptied()).await??;
        }
        let snapshot = index.snapshot();
        Ok(Self {
            writing: AsyncMutex::new(index),
            snapshot: Mutex::new(Arc::new(snapshot)),
            newer: Arc::new(Mutex::new(None)),
        })
    }

    /// Indexes what changed since the last commit.
    pub(crate) async fn catch_up(&self, store: &Store) -> Result<(), StoreError> {
        let mut index = self.writing.lock().await;
        loop {
            let rows = skills::changed_after(store.readers(), index.sequence(), BATCH).await;
            let rows = store.sorted(rows)?;
            let Some(last) = rows.last() else {
                return Ok(());
            };
            let mark = mark(store, last.sequence).await?.unwrap_or_default();
            let writer = index.clone();
            *index = tokio::task::spawn_blocking(move || writer.with(&rows, &mark)).await??;
            *self.snapshot.lock().unwrap_or_else(PoisonError::into_inner) =
                Arc::new(index.snapshot());
        }
    }

    /// Finds skills.
    pub(crate) async fn find(&self, store: &Store, wanted: Wanted) -> Result<Found, StoreError> {
        let words = Words::of(&wanted.text);
        if words.is_empty() {
            return Ok(Found::default());
        }
        let exact = skills::exact(
            store.readers(),
            &wanted.filter,
            (&words.name(), &words.title()),
            EXACT,
        )
        .await;
        let exact = store.sorted(exact)?;
        let (snapshot, rows) = self.current(store).await?;
        let kept = Arc::clone(&self.newer);
        let question = Question {
            words,
            wanted,
            exact,
        };
        let task = tokio::task::spawn_blocking(move || {
            let newer = newer(&kept, &rows)?;
            query::find(&snapshot, newer.as_deref(), &question)
        });
        task.await?
    }

    /// Counts what a search would find, by everything that it can be narrowed by; without words, all skills.
    pub(crate) async fn tally(
        &self,
        store: &Store,
        (text, filter): (&str, Filter),
    ) -> Result<Tally, StoreError> {
        let words = Words::of(text);
        if words.is_empty() && !text.trim().is_empty() {
            // Words of nothing but signs find nothing.
            return Ok(Tally::default());
        }
        let (snapshot, rows) = self.current(store).await?;
        let kept = Arc::clone(&self.newer);
        let task = tokio::task::spawn_blocking(move || {
            let newer = newer(&kept, &rows)?;
            query::tally(&snapshot, newer.as_deref(), (&words, &filter))
        });
        task.await?
    }

    /// Counts the skills that a filter lets through, if the last commit knows them all.
    pub(crate) async fn count(
        &self,
        store: &Store,
        filter: &Filter,
    ) -> Result<Option<u64>, StoreError> {
        let snapshot = self.snapshot();
        let newer = skills::changed_after(store.readers(), snapshot.sequence, 1).await;
        if !store.sorted(newer)?.is_empty() {
            return Ok(None);
        }
        let filter = filter.clone();
        let task = tokio::task::spawn_blocking(move || query::count(&snapshot, &filter));
        Ok(Some(task.await??))
    }

    /// Gives the rarest of some words, of those that enough skills of the last commit have.
    pub(crate) async fn rarest(
        &self,
        words: Vec<String>,
        sought: Sought,
    ) -> Result<Vec<String>, StoreError> {
        let snapshot = self.snapshot();
        let task = tokio::task::spawn_blocking(move || query::rarest(&snapshot, words, sought));
        Ok(task.await?)
    }

    /// Gives the last commit, and what is newer.
    async fn current(&self, store: &Store) -> Result<(Arc<Snapshot>, Vec<SearchRow>), StoreError> {
        let snapshot = self.snapshot();
        let rows = skills::changed_after(store.readers(), snapshot.sequence, NEWER + 1).await;
        let rows = store.sorted(rows)?;
        if rows.len() as i64 <= NEWER {
            return Ok((snapshot, rows));
        }
        self.catch_up(store).await?;
        let snapshot = self.snapshot();
        let rows = skills::changed_after(store.readers(), snapshot.sequence, NEWER).await;
        Ok((snapshot, store.sorted(rows)?))
    }

    fn snapshot(&self) -> Arc<Snapshot> {
        Arc::clone(&self.snapshot.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Indexes rows in memory, unless that was done for the search before.
fn newer(kept: &Kept, rows: &[SearchRow]) -> Result<Option<Arc<Snapshot>>, StoreError> {
    let (Some(first), Some(last)) = (rows.first(), rows.last()) else {
        return Ok(None);
    };
    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(snapshot) = kept.as_ref()
        && snapshot.sequence == last.sequence
        && snapshot.names.len() == rows.len()
        && snapshot.names.first() == Some(&first.name)
    {
        return Ok(Some(Arc::clone(snapshot)));
    }
    let snapshot = Arc::new(index::in_memory(rows)?);
    *kept = Some(Arc::clone(&snapshot));
    Ok(Some(snapshot))
}

/// Tells one database from another: what happened at a sequence.
async fn mark(store: &Store, sequence: i64) -> Result<Option<String>, StoreError> {
    let event = store.sorted(events::one(store.readers(), sequence).await)?;
    Ok(event.map(|event| {
        format!(
            "{} {} {}",
            event.skill,
            event.version.unwrap_or_default(),
            event.occurred_at
        )
    }))
}
