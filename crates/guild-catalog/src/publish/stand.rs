//! Which release stands for a skill: the highest that is not withdrawn.

use std::cmp::Ordering;

use guild_skill::page::{self, PageRecord};
use guild_skill::{Date, SkillName};
use semver::Version;
use sqlx::AnyConnection;

use crate::catalog::parsed;
use crate::error::StoreError;
use crate::search::title_key;
use crate::store::skills::NewestRow;
use crate::store::statement::Batch;
use crate::store::{Store, releases, skills};
use crate::version::supersedes;

/// A release that stands for its skill.
pub(super) struct Standing<'a> {
    pub(super) name: &'a SkillName,
    pub(super) pack: &'a str,
    pub(super) record: &'a PageRecord,
    pub(super) version: &'a str,
    pub(super) sequence: i64,
}

impl Standing<'_> {
    /// Gives what lists and search show of the skill.
    pub(super) fn row(&self) -> NewestRow {
        let record = self.record;
        NewestRow {
            name: self.name.to_string(),
            pack: self.pack.to_owned(),
            title: storable(&record.title),
            title_key: title_key(&record.title),
            summary: storable(&record.summary),
            description: storable(&record.description),
            is_derived: i64::from(record.is_derived),
            updated_at: page::updated_on(record).map(Date::milliseconds),
            version: self.version.to_owned(),
            sequence: self.sequence,
        }
    }
}

/// Lets the release stand for a skill that is to, now that another was withdrawn or put back. Where all are withdrawn
/// it is the highest of them.
pub(crate) async fn stand_anew(
    store: &Store,
    connection: &mut AnyConnection,
    name: &SkillName,
    sequence: i64,
) -> Result<(), StoreError> {
    let rows = store.sorted(releases::versions(connection, name.as_str()).await)?;
    let has_standing = rows.iter().any(|row| row.is_yanked == 0);
    let rows = rows
        .iter()
        .filter(|row| row.is_yanked == 0 || !has_standing);
    let versions = rows.map(|row| parsed("version", &row.version));
    let versions: Vec<Version> = versions.collect::<Result<_, _>>()?;
    let highest = versions.into_iter().max_by(|left, right| {
        if supersedes(left, Some(right)) {
            Ordering::Greater
        } else {
            Ordering::Less
        }
    });
    let Some(version) = highest.map(|version| version.to_string()) else {
        return Ok(());
    };
    let record = store.sorted(releases::record(connection, name.as_str(), &version).await)?;
    let record: PageRecord =
        serde_json::from_str(&record).map_err(|error| StoreError::Damaged {
            what: "page record",
            reason: error.to_string(),
        })?;
    let pack = store.sorted(skills::pack_of(connection, name.as_str()).await)?;
    let standing = Standing {
        name,
        pack: pack.as_deref().unwrap_or_default(),
        record: &record,
        version: &version,
        sequence,
    };
    let mut batch = Batch::default();
    batch.push(skills::put(&standing.row()));
    batch.push(skills::settle(name.as_str()));
    store.send(connection, batch).await
}

/// Takes NUL out of a text, which PostgreSQL cannot hold and no title needs.
pub(super) fn storable(text: &str) -> String {
    text.replace('\0', "\u{fffd}")
}
