//! `fsck`: what is wrong with a catalog, and what of it can be mended.

use std::collections::HashSet;
use std::path::Path;

use guild_skill::Digest;
use sqlx::AnyConnection;

use super::UpkeepError;
use super::archives::is_named;
use super::mending;
use super::place::Place;
use crate::blobs::Blobs;
use crate::catalog::CatalogOptions;
use crate::dialect::Dialect;
use crate::search;

/// An archive that nobody names may be one whose record is about to be written; after a day it is not.
const ORPHAN_MS: i64 = 24 * 60 * 60 * 1000;

/// What to do about what is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repair {
    /// Tell of it.
    No,
    /// Mend what can be mended: see [`FlawKind`].
    Yes,
}

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlawKind {
    /// The engine finds the database unsound, or rows that refer to nothing.
    Database,
    /// A release names an archive that is not there; mended from the other layout of the same release.
    MissingArchive,
    /// An archive has other bytes than its name says; mended likewise.
    DamagedArchive,
    /// An archive that no release has named for a day; mended by removing it.
    OrphanArchive,
    /// A release says of itself what is not so.
    Release,
    /// Events are missing, or there are more than happened.
    Events,
    /// The transparency log is not the one that its head was signed for, or lacks a release.
    Log,
    /// The key of the log is not there, or is another one: no server starts with it.
    LogKey,
    /// The search index is not that of this database; mended by making it anew.
    Search,
}

impl FlawKind {
    /// Gives the word that machines read.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Database => "DATABASE",
            Self::MissingArchive => "MISSING_ARCHIVE",
            Self::DamagedArchive => "DAMAGED_ARCHIVE",
            Self::OrphanArchive => "ORPHAN_ARCHIVE",
            Self::Release => "RELEASE",
            Self::Events => "EVENTS",
            Self::Log => "LOG",
            Self::LogKey => "LOG_KEY",
            Self::Search => "SEARCH",
        }
    }
}

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// What kind of thing.
    pub kind: FlawKind,
    /// What it is about: a release, a digest, a table.
    pub subject: String,
    /// What is wrong with it.
    pub message: String,
    /// Whether it was mended.
    pub is_mended: bool,
}

/// What a check found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckReport {
    /// What is wrong.
    pub flaws: Vec<Flaw>,
    /// How many releases were looked at.
    pub releases: u64,
    /// How many archives were read and compared.
    pub archives: u64,
    /// How many archives no release names, of which none is a day old.
    pub young_orphans: u64,
}

impl CheckReport {
    /// Tells whether nothing is wrong, or nothing any more.
    pub fn is_clean(&self) -> bool {
        self.flaws.iter().all(|flaw| flaw.is_mended)
    }

    pub(super) fn add(
        &mut self,
        kind: FlawKind,
        subject: impl Into<String>,
        message: impl Into<String>,
    ) {
        self.flaws.push(Flaw {
            kind,
            subject: subject.into(),
            message: message.into(),
            is_mended: false,
        });
    }
}

/// What a check works with.
pub(super) struct Work {
    pub(super) reader: AnyConnection,
    pub(super) blobs: Blobs,
    pub(super) repair: Repair,
    pub(super) report: CheckReport,
    /// The archives that releases name.
    pub(super) named: HashSet<Digest>,
}

/// Looks at every row that matters and reads every archive. The catalog may be in use, unless it is to be mended.
///
/// # Errors
/// When the catalog cannot be read, or is in use and to be mended: see [`UpkeepError`].
pub async fn check(options: &CatalogOptions, repair: Repair) -> Result<CheckReport, UpkeepError> {
    let place = Place::of(options)?;
    place.is_there()?;
    let _held = match repair {
        Repair::Yes => place.lock()?,
        Repair::No => None,
    };
    // Before the database, so that an archive which is written meanwhile is none without a record.
    let blobs = place.blobs().await?;
    let kept = blobs.list().await?;
    let mut work = Work {
        reader: place.reading().await?,
        blobs,
        repair,
        report: CheckReport::default(),
        named: HashSet::new(),
    };
    work.check_database(place.dialect()).await?;
    work.check_releases().await?;
    let mut asking = place.asking().await?;
    for kept in kept {
        if work.named.contains(&kept.digest) {
            continue;
        }
        if options.clock.now().saturating_sub(kept.kept_at) < ORPHAN_MS {
            work.report.young_orphans += 1;
            continue;
        }
        // Whoever publishes may have found it there, and named it after the moment that is looked at.
        if is_named(&mut asking, &kept.digest).await? {
            continue;
        }
        let size = kept.size_bytes;
        work.report.add(
            FlawKind::OrphanArchive,
            kept.digest.as_str(),
            format!("no release names it ({size} bytes)"),
        );
        work.mend_orphan(&kept.digest).await;
    }
    work.check_events().await?;
    work.check_log().await?;
    work.check_search(&place.data().join("search")).await?;
    Ok(work.report)
}

impl Work {
    async fn check_database(&mut self, dialect: Dialect) -> Result<(), UpkeepError> {
        if dialect == Dialect::Sqlite {
            let said: Vec<String> = sqlx::query_scalar("PRAGMA integrity_check")
                .fetch_all(&mut self.reader)
                .await?;
            for line in said.into_iter().filter(|line| line != "ok") {
                self.report.add(FlawKind::Database, "integrity", line);
            }
            let said: Vec<String> =
                sqlx::query_scalar("SELECT \"table\" FROM pragma_foreign_key_check()")
                    .fetch_all(&mut self.reader)
                    .await?;
            for table in said {
                self.report.add(
                    FlawKind::Database,
                    table,
                    "a row refers to one that is not there",
                );
            }
        }
        let adrift: Vec<(String, String)> = sqlx::query_as(
            "SELECT s.name, s.version FROM skills s LEFT JOIN releases r ON r.skill = s.name AND r.version = s.version \
             WHERE r.skill IS NULL",
        )
        .fetch_all(&mut self.reader)
        .await?;
        for (skill, version) in adrift {
            self.report.add(
                FlawKind::Release,
                format!("{skill} {version}"),
                "the skill names it, and it is not there",
            );
        }
        Ok(())
    }

    async fn check_events(&mut self) -> Result<(), UpkeepError> {
        let sequence: i64 = sqlx::query_scalar("SELECT sequence FROM history WHERE id = 1")
            .fetch_one(&mut self.reader)
            .await?;
        let newest: i64 =
            sqlx::query_scalar("SELECT CAST(COALESCE(MAX(sequence), 0) AS BIGINT) FROM events")
                .fetch_one(&mut self.reader)
                .await?;
        if newest > sequence {
            let message =
                format!("the newest event is {newest}, and the history ends at {sequence}");
            self.report.add(FlawKind::Events, "history", message);
        }
        // A change need not be an event: a rating takes a place in the history and none in the list. A release is one.
        let untold: Vec<(String, String)> = sqlx::query_as(
            "SELECT r.skill, r.version FROM releases r LEFT JOIN (SELECT DISTINCT skill, version FROM events \
             WHERE kind IN ('SKILL_LISTED', 'RELEASE_PUBLISHED')) e ON e.skill = r.skill AND e.version = r.version \
             WHERE e.skill IS NULL ORDER BY r.skill, r.version",
        )
        .fetch_all(&mut self.reader)
        .await?;
        for (skill, version) in untold {
            self.report.add(
                FlawKind::Events,
                format!("{skill} {version}"),
                "no event tells of this release",
            );
        }
        Ok(())
    }

    async fn check_search(&mut self, folder: &Path) -> Result<(), UpkeepError> {
        let Some(indexed) = search::indexed(folder)? else {
            // It is made at the next start.
            return Ok(());
        };
        // A skill whose releases are all withdrawn is not searched for.
        let skills: i64 = sqlx::query_scalar(
            "SELECT COUNT(*) FROM skills s JOIN releases r ON r.skill = s.name AND r.version = s.version \
             WHERE s.sequence <= $1 AND r.is_yanked = 0",
        )
        .bind(indexed.sequence)
        .fetch_one(&mut self.reader)
        .await?;
        let newest: i64 = sqlx::query_scalar("SELECT sequence FROM history WHERE id = 1")
            .fetch_one(&mut self.reader)
            .await?;
        let changed = crate::store::count(skills) > indexed.skills;
        if indexed.sequence > newest || changed {
            let message = format!(
                "it holds {} skills up to change {}; the database has {skills} up to there, and {newest} changes",
                indexed.skills, indexed.sequence
            );
            self.report.add(FlawKind::Search, "search", message);
            mending::forget_index(self, folder);
        }
        Ok(())
    }
}
