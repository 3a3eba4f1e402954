//! How a release comes into the catalog: archives first, then one transaction.
//!
//! 1. The record is read and both archives are made, away from the database.
//! 2. The archives are kept on disk.
//! 3. One transaction decides the version, writes everything, and commits. Only then is the release there, for everyone.

mod prepare;

use std::error::Error;

use guild_skill::archive::ArchiveError;
use guild_skill::files::FileSet;
use guild_skill::name::NameError;
use guild_skill::page::{self, RecordError};
use guild_skill::wire::{self, EventKind};
use guild_skill::{PackName, SkillName};
use semver::Version;
use sqlx::AnyConnection;

use self::prepare::{Prepared, prepare};
use crate::catalog::{Catalog, parsed};
use crate::error::StoreError;
use crate::search::title_key;
use crate::store::releases::ReleaseRow;
use crate::store::skills::NewestRow;
use crate::store::{events, files, packs, releases, skills};
use crate::version::{next_patch, sort_key, supersedes};

/// The longest version, in characters.
const VERSION_LENGTH: usize = 100;

/// What is to be published.
#[derive(Clone, Debug)]
pub struct Publication {
    /// The skill.
    pub name: SkillName,
    /// Its files.
    pub files: FileSet,
    /// When it is published, in milliseconds since 1970 in UTC; absent for now.
    pub published_at: Option<i64>,
}

/// What became of a publication.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Published {
    /// The release is new.
    Created(wire::Release),
    /// A release with the very same files was there; nothing has changed.
    Unchanged(wire::Release),
}

impl Published {
    /// Gives the release that holds the files.
    pub const fn release(&self) -> &wire::Release {
        match self {
            Self::Created(release) | Self::Unchanged(release) => release,
        }
    }
}

/// Why something could not be published.
#[derive(Debug, thiserror::Error)]
pub enum PublishError {
    /// The files are no skill.
    #[error("the files of {name} are not a skill")]
    NotASkill {
        /// The skill.
        name: SkillName,
        /// What is missing or wrong.
        source: RecordError,
    },
    /// SKILL.md names another skill, or none.
    #[error(
        "SKILL.md names {}, not {name}: `name` in its front matter is the skill's name",
        said.as_ref().map_or_else(|| "no skill".to_owned(), |said| format!("`{said}`"))
    )]
    OtherName {
        /// The skill that the publication names.
        name: SkillName,
        /// What SKILL.md says.
        said: Option<String>,
    },
    /// The label of the pack gives no name.
    #[error("the pack label `{label}` cannot be used")]
    PackLabel {
        /// The label.
        label: String,
        /// Why.
        source: NameError,
    },
    /// The skill stands in another pack.
    #[error("{name} is listed in the pack {pack}, not in {wanted}: a skill belongs to one pack")]
    OtherPack {
        /// The skill.
        name: SkillName,
        /// The pack that lists it.
        pack: PackName,
        /// The pack that the publication names.
        wanted: PackName,
    },
    /// The version is there, with other files.
    #[error(
        "{name} {version} is published already, with other files: raise `metadata.version` in SKILL.md"
    )]
    VersionTaken {
        /// The skill.
        name: SkillName,
        /// The version.
        version: Version,
    },
    /// The version is longer than any real one.
    #[error("the version of {name} has {length} characters, more than {VERSION_LENGTH}")]
    VersionTooLong {
        /// The skill.
        name: SkillName,
        /// How many it has.
        length: usize,
    },
    /// The archive would not be one that others can read.
    #[error("the archive of {name} passes a limit")]
    Archive {
        /// The skill.
        name: SkillName,
        /// Which limit.
        source: ArchiveError,
    },
    /// The catalog failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl PublishError {
    /// Tells whether the same publication may well succeed a little later.
    pub fn is_passing(&self) -> bool {
        matches!(self, Self::Store(error) if error.is_passing())
    }
}

/// What to do when the version that SKILL.md names is there with other files.
#[derive(Clone, Copy, Debug)]
pub(crate) enum OnTaken {
    /// Tell the publisher.
    Refuse,
    /// Take the next patch.
    NextPatch,
}

impl Catalog {
    /// Publishes a release. Once this returns, everyone sees it, it is found by searching, and it outlives a loss of power.
    ///
    /// The version is `metadata.version` of SKILL.md, or the patch after the newest release where that is missing.
    /// The same files again change nothing.
    ///
    /// # Errors
    /// When the files are no skill, the version is taken by other files, the skill belongs to another pack, or the
    /// catalog fails: see [`PublishError`].
    pub async fn publish(&self, publication: Publication) -> Result<Published, PublishError> {
        self.publish_as(publication, OnTaken::Refuse).await
    }

    pub(crate) async fn publish_as(
        &self,
        publication: Publication,
        on_taken: OnTaken,
    ) -> Result<Published, PublishError> {
        let now = self.inner.clock.now();
        let prepared = tokio::task::spawn_blocking(move || prepare(publication, now));
        let prepared = prepared.await.map_err(StoreError::from)??;
        if let Some(there) = self.same_files(&prepared.row).await? {
            return Ok(Published::Unchanged(there.into()));
        }
        for (digest, bytes) in &prepared.archives {
            self.inner.blobs.put(digest, bytes.clone()).await?;
        }
        let published = self.write(prepared, on_taken, now).await?;
        tracing::debug!(
            skill.name = published.release().skill,
            skill.version = published.release().version,
            "published"
        );
        Ok(published)
    }

    /// Looks for the same files without waiting in the line of writers.
    async fn same_files(&self, row: &ReleaseRow) -> Result<Option<ReleaseRow>, StoreError> {
        let store = &self.inner.store;
        let mut reader = store.sorted(store.readers().acquire().await)?;
        store.sorted(releases::by_tree(&mut reader, &row.skill, &row.tree_digest).await)
    }

    async fn write(
        &self,
        prepared: Prepared,
        on_taken: OnTaken,
        now: i64,
    ) -> Result<Published, PublishError> {
        let store = &self.inner.store;
        let mut transaction = store.begin().await?;
        let sequence = store.sorted(events::next(&mut transaction).await)?;
        let there = releases::by_tree(
            &mut transaction,
            &prepared.row.skill,
            &prepared.row.tree_digest,
        )
        .await;
        if let Some(there) = store.sorted(there)? {
            return Ok(Published::Unchanged(there.into()));
        }
        let listed_in =
            store.sorted(skills::pack_of(&mut transaction, prepared.name.as_str()).await)?;
        check_pack(&prepared, listed_in.as_deref())?;
        let versions =
            store.sorted(releases::versions(&mut transaction, prepared.name.as_str()).await)?;
        let versions = versions.iter().map(|version| parsed("version", version));
        let versions: Vec<Version> = versions.collect::<Result<_, _>>()?;
        let version = choose(&prepared, &versions, on_taken)?;
        let release = insert(
            &mut transaction,
            prepared,
            &version,
            &versions,
            (sequence, now),
        )
        .await;
        let release = store.sorted(release)?;
        store.sorted(transaction.commit().await)?;
        self.inner.advance(sequence);
        Ok(Published::Created(release.into()))
    }
}

fn check_pack(prepared: &Prepared, listed_in: Option<&str>) -> Result<(), PublishError> {
    match listed_in {
        Some(pack) if pack != prepared.pack.as_str() => Err(PublishError::OtherPack {
            name: prepared.name.clone(),
            pack: parsed("pack name", pack)?,
            wanted: prepared.pack.clone(),
        }),
        Some(_) | None => Ok(()),
    }
}

/// Chooses the version; `versions` are those that are there, newest first.
fn choose(
    prepared: &Prepared,
    versions: &[Version],
    on_taken: OnTaken,
) -> Result<Version, PublishError> {
    let next = next_patch(versions.first());
    let Some(version) = &prepared.version else {
        return Ok(next);
    };
    // Versions that differ in build metadata alone are one version.
    let is_taken = versions
        .iter()
        .any(|there| sort_key(there) == sort_key(version));
    match (is_taken, on_taken) {
        (false, _) => Ok(version.clone()),
        (true, OnTaken::NextPatch) => Ok(next),
        (true, OnTaken::Refuse) => Err(PublishError::VersionTaken {
            name: prepared.name.clone(),
            version: version.clone(),
        }),
    }
}

/// Writes a release and what follows from it.
async fn insert(
    connection: &mut AnyConnection,
    prepared: Prepared,
    version: &Version,
    versions: &[Version],
    (sequence, now): (i64, i64),
) -> Result<ReleaseRow, sqlx::Error> {
    let Prepared {
        name,
        pack,
        record,
        mut row,
        files,
        ..
    } = prepared;
    row.version = version.to_string();
    // The release that stands for the skill now: the highest, pre-releases only among themselves.
    if versions
        .iter()
        .all(|there| supersedes(version, Some(there)))
    {
        packs::ensure(connection, pack.as_str(), &storable(&record.pack_label)).await?;
        let newest = NewestRow {
            name: name.as_str(),
            pack: pack.as_str(),
            title: &storable(&record.title),
            title_key: &title_key(&record.title),
            summary: &storable(&record.summary),
            description: &storable(&record.description),
            is_derived: i64::from(record.is_derived),
            updated_at: page::updated_on(&record).map(guild_skill::Date::milliseconds),
            version: &row.version,
            sequence,
        };
        skills::put(connection, &newest).await?;
    }
    let json = serde_json::to_string(&record)
        .map_err(|error| sqlx::Error::Encode(Box::new(error) as Box<dyn Error + Send + Sync>))?;
    releases::insert(connection, &row, &sort_key(version), &json).await?;
    for file in &files {
        files::insert(connection, (&row.skill, &row.version), file).await?;
    }
    let kind = if versions.is_empty() {
        EventKind::SkillListed
    } else {
        EventKind::ReleasePublished
    };
    events::insert(connection, sequence, kind, (&row.skill, &row.version), now).await?;
    Ok(row)
}

/// Takes NUL out of a text, which PostgreSQL cannot hold and no title needs.
fn storable(text: &str) -> String {
    text.replace('\0', "\u{fffd}")
}
