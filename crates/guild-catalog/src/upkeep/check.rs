//! `fsck`: what is wrong with a catalog, and what of it can be mended.

use std::collections::HashSet;
use std::error::Error;
use std::path::Path;

use guild_skill::Digest;
use sqlx::AnyConnection;

use super::archives::is_named;
use super::flaw::{CheckReport, FlawKind, Repair};
use super::place::Place;
use super::schema::Column;
use super::{UpkeepError, mending, schema};
use crate::blobs::{Blobs, Kept};
use crate::catalog::CatalogOptions;
use crate::dialect::Dialect;
use crate::error::StoreError;
use crate::search::{self, Indexed};

/// How often a search index is looked at before it is said to be damaged.
const TRIES: usize = 3;

/// An archive that nobody names may be one whose record is about to be written; after a day it is not.
const ORPHAN_MS: i64 = 24 * 60 * 60 * 1000;

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
    match work.check_all(&place, kept, options.clock.now()).await {
        Err(UpkeepError::Database(error)) if Dialect::is_damaged(&error) => {
            let message = format!("it cannot be read to its end: {error}");
            work.report.add(FlawKind::Database, "integrity", message);
        }
        done => done?,
    }
    Ok(work.report)
}

impl Work {
    async fn check_all(
        &mut self,
        place: &Place,
        kept: Vec<Kept>,
        now: i64,
    ) -> Result<(), UpkeepError> {
        if !self.has_all_tables(place.dialect()).await? {
            // What is asked of a table that is not there is no question.
            return Ok(());
        }
        self.check_database(place.dialect()).await?;
        self.check_releases().await?;
        self.check_orphans(place, kept, now).await?;
        self.check_events().await?;
        self.check_log(place).await?;
        self.check_search(&place.data().join("search")).await
    }

    /// Tells of the tables and columns that the migrations make and that are not there.
    async fn has_all_tables(&mut self, dialect: Dialect) -> Result<bool, UpkeepError> {
        let there: Vec<(String, String)> = sqlx::query_as(dialect.columns())
            .fetch_all(&mut self.reader)
            .await?;
        let there: HashSet<(String, String)> = there.into_iter().collect();
        let mut has_all = true;
        for table in schema::tables().await? {
            let of_table = |column: &Column| (table.name.clone(), column.name.clone());
            let missing = table
                .columns
                .iter()
                .filter(|column| !there.contains(&of_table(column)));
            let missing: Vec<&str> = missing.map(|column| column.name.as_str()).collect();
            let message = match &missing[..] {
                [] => continue,
                all if all.len() == table.columns.len() => "the table is missing".to_owned(),
                [column, ..] => format!("its column {column} is missing"),
            };
            self.report
                .add(FlawKind::Database, table.name.as_str(), message);
            has_all = false;
        }
        Ok(has_all)
    }

    /// Tells of the archives that nobody names.
    async fn check_orphans(
        &mut self,
        place: &Place,
        kept: Vec<Kept>,
        now: i64,
    ) -> Result<(), UpkeepError> {
        let mut asking = place.asking().await?;
        for kept in kept {
            if self.named.contains(&kept.digest) {
                continue;
            }
            if now.saturating_sub(kept.kept_at) < ORPHAN_MS {
                self.report.young_orphans += 1;
                continue;
            }
            // Whoever publishes may have found it there, and named it after the moment that is looked at.
            if is_named(&mut asking, &kept.digest).await? {
                continue;
            }
            let size = kept.size_bytes;
            self.report.add(
                FlawKind::OrphanArchive,
                kept.digest.as_str(),
                format!("no release names it ({size} bytes)"),
            );
            self.mend_orphan(&kept.digest).await;
        }
        Ok(())
    }

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
        let indexed = match indexed(folder) {
            Ok(Some(indexed)) => indexed,
            // It is made at the next start.
            Ok(None) => return Ok(()),
            Err(error) => {
                let message = format!("it cannot be read: {}", with_causes(&error));
                self.report.add(FlawKind::Search, "search", message);
                mending::forget_index(self, folder);
                return Ok(());
            }
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

/// Looks at the search index. A server may be writing it, and what it replaces is then gone for a moment.
fn indexed(folder: &Path) -> Result<Option<Indexed>, StoreError> {
    let mut found = search::indexed(folder);
    for _ in 1..TRIES {
        if found.is_ok() {
            break;
        }
        found = search::indexed(folder);
    }
    found
}

/// Writes an error with what it was caused by.
pub(super) fn with_causes(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    text
}
