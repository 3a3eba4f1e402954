//! The public keys with which accounts sign their releases.

use sqlx::{Any, AnyConnection, Executor};

/// A row of `publisher_keys`.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(crate) struct KeyRow {
    pub(crate) key: String,
    pub(crate) account: String,
    pub(crate) added_at: i64,
    pub(crate) removed_at: Option<i64>,
}

/// Registers a key.
pub(crate) async fn insert(
    connection: &mut AnyConnection,
    row: &KeyRow,
) -> Result<(), sqlx::Error> {
    sqlx::query("INSERT INTO publisher_keys (key, account, added_at) VALUES ($1, $2, $3)")
        .bind(&row.key)
        .bind(&row.account)
        .bind(row.added_at)
        .execute(connection)
        .await
        .map(|_| ())
}

/// Finds a key, whomever it belongs to.
pub(crate) async fn one<'e>(
    executor: impl Executor<'e, Database = Any>,
    key: &str,
) -> Result<Option<KeyRow>, sqlx::Error> {
    sqlx::query_as("SELECT key, account, added_at, removed_at FROM publisher_keys WHERE key = $1")
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
        "SELECT key, account, added_at, removed_at FROM publisher_keys WHERE account = $1 \
         ORDER BY added_at DESC, key",
    )
    .bind(account)
    .fetch_all(executor)
    .await
}

/// Takes a key back.
pub(crate) async fn revoke(
    connection: &mut AnyConnection,
    key: &str,
    now: i64,
) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE publisher_keys SET removed_at = $2 WHERE key = $1 AND removed_at IS NULL")
        .bind(key)
        .bind(now)
        .execute(connection)
        .await
        .map(|_| ())
}
