//! Tombstones: the names of deleted skills, which are never given out again.

use sqlx::AnyPool;

use crate::store::statement::Statement;

/// A row of `tombstones`.
#[derive(Debug, sqlx::FromRow)]
pub(crate) struct TombstoneRow {
    pub(crate) name: String,
    pub(crate) pack: String,
    pub(crate) reason: Option<String>,
    pub(crate) deleted_by: Option<String>,
    pub(crate) deleted_at: i64,
    pub(crate) sequence: i64,
}

/// Finds the tombstone of a skill.
pub(crate) async fn one(
    readers: &AnyPool,
    name: &str,
) -> Result<Option<TombstoneRow>, sqlx::Error> {
    sqlx::query_as(
        "SELECT name, pack, reason, deleted_by, deleted_at, sequence FROM tombstones WHERE name = $1",
    )
    .bind(name)
    .fetch_optional(readers)
    .await
}

/// Gives a name up.
pub(crate) fn insert(row: &TombstoneRow) -> Statement {
    Statement::of(
        "INSERT INTO tombstones (name, pack, reason, deleted_by, deleted_at, sequence) \
         VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(&row.name)
    .bind(&row.pack)
    .bind(row.reason.as_deref())
    .bind(row.deleted_by.as_deref())
    .bind(row.deleted_at)
    .bind(row.sequence)
}
