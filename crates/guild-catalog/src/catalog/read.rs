//! Reading.

use std::sync::Arc;

use bytes::Bytes;
use guild_skill::archive::{self, ArchiveLimits};
use guild_skill::files::FilePath;
use guild_skill::page::{Opinion, PageRecord};
use guild_skill::{Digest, PackName, SkillName, wire};
use semver::Version;

use super::{ArchiveBytes, Catalog, FileContent, Layout, SkillEntry, SkillQuery, SkillSort};
use crate::downloads::DAY_MS;
use crate::error::StoreError;
use crate::page_request::PageRequest;
use crate::search::{Found, Wanted};
use crate::store::releases::ReleaseRow;
use crate::store::skills::{Filter, Order, SkillRow, SummaryRow};
use crate::store::{count, downloads, events, files, packs, releases, skills};

/// How long ago a recent download is at the most.
const RECENT_DAYS: i64 = 30;

impl Catalog {
    /// Lists the packs by name.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn packs(&self, page: PageRequest) -> Result<wire::List<wire::Pack>, StoreError> {
        let store = &self.inner.store;
        let rows = store.sorted(packs::list(store.readers(), page.limits()).await)?;
        let total = store.sorted(packs::count_all(store.readers()).await)?;
        Ok(page.list(rows.into_iter().map(Into::into).collect(), count(total)))
    }

    /// Finds a pack.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn pack(&self, name: &PackName) -> Result<Option<wire::Pack>, StoreError> {
        let store = &self.inner.store;
        let row = store.sorted(packs::one(store.readers(), name.as_str()).await)?;
        Ok(row.map(Into::into))
    }

    /// Lists skills, or searches for them.
    ///
    /// # Errors
    /// When the database or the search index fails. No text is a wrong query.
    pub async fn skills(
        &self,
        query: SkillQuery,
    ) -> Result<wire::List<wire::SkillSummary>, StoreError> {
        let filter = query.filter();
        match query.query.as_deref().map(str::trim) {
            None | Some("") => self.all_skills(&filter, query.sort, query.page).await,
            Some(text) => {
                let wanted = Wanted {
                    text: text.to_owned(),
                    filter,
                    sort: query.sort,
                    page: query.page,
                };
                self.found_skills(wanted).await
            }
        }
    }

    async fn all_skills(
        &self,
        filter: &Filter,
        sort: SkillSort,
        page: PageRequest,
    ) -> Result<wire::List<wire::SkillSummary>, StoreError> {
        let store = &self.inner.store;
        let order = match sort {
            SkillSort::Relevance | SkillSort::Name => Order::Name,
            SkillSort::Newest => Order::Newest,
            SkillSort::Updated => Order::Updated,
            SkillSort::Rating => Order::Rating,
            SkillSort::Downloads => Order::Downloads,
            SkillSort::Stars => Order::Stars,
        };
        let rows =
            store.sorted(skills::list(store.readers(), filter, order, page.limits()).await)?;
        let total = match self.inner.search.count(store, filter).await? {
            Some(total) => total,
            // The index lags behind; to count rows takes long where there are many.
            None => count(store.sorted(skills::count_of(store.readers(), filter).await)?),
        };
        Ok(page.list(rows.into_iter().map(Into::into).collect(), total))
    }

    async fn found_skills(
        &self,
        wanted: Wanted,
    ) -> Result<wire::List<wire::SkillSummary>, StoreError> {
        let store = &self.inner.store;
        let page = wanted.page;
        let order = match wanted.sort {
            SkillSort::Rating => Some(Order::Rating),
            SkillSort::Downloads => Some(Order::Downloads),
            SkillSort::Stars => Some(Order::Stars),
            SkillSort::Relevance | SkillSort::Name | SkillSort::Newest | SkillSort::Updated => None,
        };
        let found = match order {
            Some(order) => self.found_in_order(wanted, order).await?,
            None => self.inner.search.find(store, wanted).await?,
        };
        let mut rows = store.sorted(skills::named(store.readers(), &found.names).await)?;
        let place = |row: &SummaryRow| found.names.iter().position(|name| *name == row.name);
        rows.sort_by_key(place);
        Ok(page.list(rows.into_iter().map(Into::into).collect(), found.total))
    }

    /// Puts the best matches in an order that changes too often to stand in the index; those behind them follow as they
    /// match.
    async fn found_in_order(&self, wanted: Wanted, order: Order) -> Result<Found, StoreError> {
        let store = &self.inner.store;
        let page = wanted.page;
        let sort = SkillSort::Relevance;
        if page.offset() >= u64::from(page.best().page_size()) {
            return self
                .inner
                .search
                .find(store, Wanted { sort, ..wanted })
                .await;
        }
        let matching = Wanted {
            sort,
            page: page.best(),
            ..wanted
        };
        let found = self.inner.search.find(store, matching).await?;
        let names = skills::ordered(store.readers(), &found.names, order).await;
        let (limit, offset) = page.limits();
        let names = store.sorted(names)?.into_iter();
        let places = (count(offset) as usize, count(limit) as usize);
        Ok(Found {
            names: names.skip(places.0).take(places.1).collect(),
            total: found.total,
        })
    }

    /// Finds a skill with its page record and its newest release.
    ///
    /// # Errors
    /// When the database fails or holds a damaged record.
    pub async fn skill(&self, name: &SkillName) -> Result<Option<SkillEntry>, StoreError> {
        let store = &self.inner.store;
        let Some(row) = store.sorted(skills::one(store.readers(), name.as_str()).await)? else {
            return Ok(None);
        };
        let release = releases::one(store.readers(), name.as_str(), &row.version).await;
        let Some(release) = store.sorted(release)? else {
            return Ok(None);
        };
        let since = self.inner.clock.now().div_euclid(DAY_MS) - RECENT_DAYS + 1;
        let recent = downloads::since(store.readers(), name.as_str(), since).await;
        let recent = count(store.sorted(recent)?);
        entry(name, row, release, recent).map(Some)
    }

    /// Lists the releases of a skill, newest version first; absent when there is no such skill.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn releases(
        &self,
        name: &SkillName,
        page: PageRequest,
    ) -> Result<Option<wire::List<wire::Release>>, StoreError> {
        let store = &self.inner.store;
        let total = store.sorted(releases::count_of(store.readers(), name.as_str()).await)?;
        if total == 0 {
            return Ok(None);
        }
        let rows =
            store.sorted(releases::list(store.readers(), name.as_str(), page.limits()).await)?;
        Ok(Some(page.list(
            rows.into_iter().map(Into::into).collect(),
            count(total),
        )))
    }

    /// Finds a release.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn release(
        &self,
        name: &SkillName,
        version: &Version,
    ) -> Result<Option<wire::Release>, StoreError> {
        let store = &self.inner.store;
        let row = releases::one(store.readers(), name.as_str(), &version.to_string()).await;
        Ok(store.sorted(row)?.map(Into::into))
    }

    /// Lists the files of a release by path; absent when there is no such release.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn files(
        &self,
        name: &SkillName,
        version: &Version,
        page: PageRequest,
    ) -> Result<Option<wire::List<wire::File>>, StoreError> {
        let store = &self.inner.store;
        let version = version.to_string();
        let total =
            store.sorted(files::count_of(store.readers(), name.as_str(), &version).await)?;
        if total == 0 {
            return Ok(None);
        }
        let rows = files::list(store.readers(), (name.as_str(), &version), page.limits()).await;
        let files = store.sorted(rows)?.into_iter().map(Into::into).collect();
        Ok(Some(page.list(files, count(total))))
    }

    /// Finds a file of a release with what it holds, cut out of the archive.
    ///
    /// # Errors
    /// When the database fails, or the archive on disk is missing or damaged.
    pub async fn file(
        &self,
        name: &SkillName,
        version: &Version,
        path: &str,
    ) -> Result<Option<FileContent>, StoreError> {
        // No file stands at what is no path, and a NUL would be an error of PostgreSQL.
        if FilePath::parse(path).is_err() {
            return Ok(None);
        }
        let store = &self.inner.store;
        let version = version.to_string();
        let file = files::one(store.readers(), (name.as_str(), &version), path).await;
        let Some(file) = store.sorted(file)? else {
            return Ok(None);
        };
        let release = releases::one(store.readers(), name.as_str(), &version).await;
        let Some(release) = store.sorted(release)? else {
            return Ok(None);
        };
        let digest = parsed("digest", &release.root_digest)?;
        let file = wire::File::from(file);
        let path = file.path.clone();
        // An archive and a file of it are in memory for so many who ask at a time.
        let room = Arc::clone(&self.inner.unpacking).acquire_owned().await;
        let archive = self.blob(&digest).await?;
        let cut = tokio::task::spawn_blocking(move || {
            let _room = room;
            cut_out(&archive, &path)
        });
        let bytes = cut.await??;
        Ok(Some(FileContent { file, bytes }))
    }

    /// Gives an archive by its digest, in whichever layout; absent when no release has it.
    ///
    /// # Errors
    /// When the archive on disk is missing, or is not what was published: then it is not given out.
    pub async fn archive(&self, digest: &Digest) -> Result<Option<ArchiveBytes>, StoreError> {
        let Some(row) = self.row_of_archive(digest).await? else {
            return Ok(None);
        };
        let layout = if row.digest == digest.as_str() {
            Layout::Folder
        } else {
            Layout::Root
        };
        Ok(Some(ArchiveBytes {
            skill: parsed("skill name", &row.skill)?,
            version: parsed("version", &row.version)?,
            layout,
            digest: digest.clone(),
            bytes: self.blob(digest).await?,
        }))
    }

    /// Finds the release that an archive belongs to, by the digest of either layout.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn release_of_archive(
        &self,
        digest: &Digest,
    ) -> Result<Option<wire::Release>, StoreError> {
        Ok(self.row_of_archive(digest).await?.map(Into::into))
    }

    async fn row_of_archive(&self, digest: &Digest) -> Result<Option<ReleaseRow>, StoreError> {
        let store = &self.inner.store;
        store.sorted(releases::by_digest(store.readers(), digest.as_str()).await)
    }

    /// Reads an archive that a record names.
    pub(crate) async fn blob(&self, digest: &Digest) -> Result<Bytes, StoreError> {
        let bytes = self.inner.blobs.get(digest).await?;
        bytes.ok_or_else(|| StoreError::MissingArchive {
            digest: digest.clone(),
        })
    }

    /// Lists what happened after the event `after`, oldest first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn events(
        &self,
        after: u64,
        page: PageRequest,
    ) -> Result<wire::List<wire::Event>, StoreError> {
        let events = self.events_after(after, page).await?;
        let store = &self.inner.store;
        let total = store.sorted(events::count_after(store.readers(), after).await)?;
        Ok(page.list(events, count(total)))
    }

    /// Gives a page of what happened after the event `after`, oldest first, without counting what there is: for who goes
    /// on from the last one.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn events_after(
        &self,
        after: u64,
        page: PageRequest,
    ) -> Result<Vec<wire::Event>, StoreError> {
        let store = &self.inner.store;
        let rows = store.sorted(events::after(store.readers(), after, page.limits()).await)?;
        rows.into_iter().map(events::EventRow::into_wire).collect()
    }
}

fn entry(
    name: &SkillName,
    row: SkillRow,
    release: ReleaseRow,
    recent: u64,
) -> Result<SkillEntry, StoreError> {
    let record = serde_json::from_str(&row.record).map_err(|error| StoreError::Damaged {
        what: "page record",
        reason: error.to_string(),
    })?;
    // The pack may have another label now, or the skill another pack.
    let record = PageRecord {
        pack_label: row.pack_label.clone(),
        ..record
    };
    Ok(SkillEntry {
        name: name.clone(),
        pack: parsed("pack name", &row.pack)?,
        pack_label: row.pack_label,
        record,
        updated_at: row.updated_at,
        latest: release.into(),
        opinion: Opinion {
            rating: wire::RatingSummary::of(count(row.rating_count), count(row.rating_stars)),
            download_count: count(row.download_count),
            recent_download_count: recent,
            star_count: count(row.star_count),
        },
    })
}

/// Cuts one file out of an archive of our own making.
fn cut_out(archive: &[u8], path: &str) -> Result<Vec<u8>, StoreError> {
    let damaged = |reason: String| StoreError::Damaged {
        what: "archive",
        reason,
    };
    let file = archive::read_file(archive, path, &ArchiveLimits::STANDARD);
    file.map_err(|error| damaged(error.to_string()))?
        .ok_or_else(|| damaged(format!("it does not hold `{path}`")))
}

/// Reads a value that the catalog wrote.
pub(crate) fn parsed<T>(what: &'static str, text: &str) -> Result<T, StoreError>
where
    T: std::str::FromStr<Err: std::fmt::Display>,
{
    text.parse().map_err(|error: T::Err| StoreError::Damaged {
        what,
        reason: error.to_string(),
    })
}
