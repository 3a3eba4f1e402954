//! The catalog: opening it, and reading from it.

mod discovery;
mod facets;
mod gauges;
mod matching;
mod news;
mod open;
mod read;
mod related;
mod tail;

pub use self::discovery::Discovered;
pub use self::gauges::{Gauges, PoolGauge};
pub(crate) use self::matching::Sought;
pub use self::news::{News, NewsOf};
pub(crate) use self::read::parsed;

use std::path::PathBuf;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};

use bytes::Bytes;
use guild_skill::page::{Listing, Opinion, PageRecord};
use guild_skill::{Date, Digest, PackName, SkillName, wire};
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;

use crate::accounts::Passwords;
use crate::blobs::{Archives, Blobs};
use crate::clock::Clock;
use crate::downloads::Downloads;
use crate::folder_lock::FolderLock;
use crate::log::{Log, LogOptions};
use crate::page_request::PageRequest;
use crate::publish::Line;
use crate::search::Search;
use crate::store::{Store, count};

/// The catalog. Cheap to clone; all clones are one.
#[derive(Clone, Debug)]
pub struct Catalog {
    pub(crate) inner: Arc<Inner>,
}

/// Where a catalog is.
#[derive(Clone, Debug)]
pub struct CatalogOptions {
    /// The data folder: the search index, and unless they are elsewhere the archives and the SQLite database.
    pub data: PathBuf,
    /// `postgres://…`, or the path of an SQLite file; by default `catalog.sqlite` in the data folder.
    pub database: Option<String>,
    /// Where the archives are; by default `archives` in the data folder.
    pub archives: Option<Archives>,
    /// The transparency log.
    pub log: LogOptions,
    /// Tells when things happen.
    pub clock: Clock,
}

impl CatalogOptions {
    /// Gives where the archives are, said or not.
    pub(crate) fn archives_or_default(&self) -> Archives {
        let archives = self.archives.clone();
        archives.unwrap_or_else(|| Archives::Folder(self.data.join("archives")))
    }
}

#[derive(Debug)]
pub(crate) struct Inner {
    pub(crate) store: Store,
    pub(crate) blobs: Blobs,
    pub(crate) search: Search,
    pub(crate) log: Log,
    pub(crate) line: Line,
    /// Room for those who unpack a file of an archive.
    pub(crate) unpacking: Arc<Semaphore>,
    pub(crate) clock: Clock,
    pub(crate) passwords: Passwords,
    pub(crate) downloads: Downloads,
    /// The sequence of the newest change that this node knows. Only grows.
    newest: AtomicI64,
    /// The newest change when the search index was last brought up to date.
    searched: AtomicI64,
    /// The task that follows the events; taken by `close`.
    tail: Mutex<Option<JoinHandle<()>>>,
    /// Held as long as the catalog lives, and given up by `close`; absent with PostgreSQL, which many nodes share.
    lock: Mutex<Option<FolderLock>>,
}

impl Inner {
    /// Notes that the catalog has changed.
    pub(crate) fn advance(&self, sequence: i64) {
        self.newest.fetch_max(sequence, Ordering::AcqRel);
    }
}

/// Which skills are wanted, in which order.
#[derive(Clone, Debug)]
pub struct SkillQuery {
    /// Words to search for; none means every skill.
    pub query: Option<String>,
    /// Only skills of this pack.
    pub pack: Option<PackName>,
    /// Only skills whose record is, or is not, derived.
    pub is_derived: Option<bool>,
    /// Only skills that do, or do not, state as data what the work they guide has to be.
    pub has_contract: Option<bool>,
    /// Only skills whose newest release is, or is not, signed.
    pub is_signed: Option<bool>,
    /// The order.
    pub sort: SkillSort,
    /// The page.
    pub page: PageRequest,
}

impl SkillQuery {
    /// Asks for every skill.
    pub const fn all(sort: SkillSort, page: PageRequest) -> Self {
        Self {
            query: None,
            pack: None,
            is_derived: None,
            has_contract: None,
            is_signed: None,
            sort,
            page,
        }
    }
}

/// In which order skills are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SkillSort {
    /// The best match first; by name where nothing is searched for.
    Relevance,
    /// By name.
    Name,
    /// The last listed first.
    Newest,
    /// The last updated first; those of unknown age last.
    Updated,
    /// The best rated first: the mean with five ratings of three stars added, so that one rating of five stars does not
    /// outweigh fifty of nearly five.
    Rating,
    /// The most downloaded first.
    Downloads,
    /// What most accounts have starred first.
    Stars,
}

/// A skill with its page record and its newest release.
#[derive(Clone, Debug)]
pub struct SkillEntry {
    /// Its name.
    pub name: SkillName,
    /// The pack that lists it.
    pub pack: PackName,
    /// The label of the pack.
    pub pack_label: String,
    /// What its page says.
    pub record: PageRecord,
    /// When its content last changed, in milliseconds since 1970 in UTC; absent when unknown.
    pub updated_at: Option<i64>,
    /// The release that stands for it.
    pub latest: wire::Release,
    /// What people make of it.
    pub opinion: Opinion,
}

impl SkillEntry {
    /// Gives what the API's shapes are made from.
    pub fn listing(&self) -> Listing<'_> {
        Listing {
            name: &self.name,
            pack: &self.pack,
            record: &self.record,
            release: &self.latest,
            updated: self.updated_at.map(Date::of_milliseconds),
            opinion: self.opinion,
        }
    }
}

/// A file of a release with what it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileContent {
    /// What it is.
    pub file: wire::File,
    /// What it holds.
    pub bytes: Vec<u8>,
}

/// How the files stand in an archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Under a folder of the skill's name, to be unzipped into a skills folder.
    Folder,
    /// With SKILL.md at the root.
    Root,
}

/// An archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchiveBytes {
    /// The skill it holds.
    pub skill: SkillName,
    /// The version it holds.
    pub version: semver::Version,
    /// How its files stand.
    pub layout: Layout,
    /// Its digest, which was compared with the bytes.
    pub digest: Digest,
    /// Its bytes.
    pub bytes: Bytes,
}

impl Catalog {
    /// Tells which state of the catalog this is: the number changes with every write, here or on another node, and
    /// never comes back. It is the key of whatever is made from the catalog and kept.
    pub fn generation(&self) -> u64 {
        count(self.inner.newest.load(Ordering::Acquire))
    }
}
