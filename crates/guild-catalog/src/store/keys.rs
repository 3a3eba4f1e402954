//! The public keys with which accounts sign their releases.

use sqlx::{Any, Executor};

use crate::store::statement::Statement;

/// A row of `publisher_keys`.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(crate) struct KeyRow {
    pub(crate) key: String,
    pub(crate) account: String,
    pub(crate) added_at: i64,
    pub(crate) removed_at: Option<i64>,
    /// The key before it, and its signature of the rotation to this one.
    pub(crate) announced_by: Option<String>,
}

/// Registers a key.
pub(crate) fn insert(row: &KeyRow) -> Statement {
    Statement::of(
        "INSERT INTO publisher_keys (key, account, added_at, announced_by) VALUES ($1, $2, $3, $4)",
    )
    .bind(&row.key)
    .bind(&row.account)
    .bind(row.added_at)
    .bind(row.announced_by.as_deref())
}

/// Keeps which key announced one that was registered without that.
pub(crate) fn announce(key: &str, announced_by: &str) -> Statement {
    Statement::of("UPDATE publisher_keys SET announced_by = $2 WHERE key = $1")
        .bind(key)
        .bind(announced_by)
}

/// Finds a key, whomever it belongs to.
pub(crate) async fn one<'e>(
    executor: impl Executor<'e, Database = Any>,
    key: &str,
) -> Result<Option<KeyRow>, sqlx::Error> {
    sqlx::query_as(
        "SELECT key, account, added_at, removed_at, announced_by FROM publisher_keys WHERE key = $1",
    )
    .bind(key)
    .fetch_optional(executor)
    .await
}

/// Lists the keys of an account, newest first; there are few.
pub(crate) async fn of_account<'e>(
    executor: impl Executor<'e, Database = Any>,
    account: &str,
) -> Result<Vec<KeyRow>, sqlx::Error> {
    sqlx::query_as(
        "SELECT key, account, added_at, removed_at, announced_by FROM publisher_keys WHERE account = $1 \
         ORDER BY added_at DESC, key",
    )
    .bind(account)
    .fetch_all(executor)
    .await
}

/// Takes a key back.
pub(crate) fn revoke(key: &str, now: i64) -> Statement {
    Statement::of("UPDATE publisher_keys SET removed_at = $2 WHERE key = $1 AND removed_at IS NULL")
        .bind(key)
        .bind(now)
}
