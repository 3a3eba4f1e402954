//! Results of checks that somebody asked to keep.

use sqlx::{AnyConnection, AnyPool};

use crate::store::statement::Statement;

/// A row of `kept_checks`.
#[derive(Debug, sqlx::FromRow)]
pub(crate) struct KeptRow {
    pub(crate) content: String,
    pub(crate) expires_at: i64,
}

/// Keeps a result.
pub(crate) fn insert(key: &str, content: &str, size_bytes: i64, expires_at: i64) -> Statement {
    Statement::of(
        "INSERT INTO kept_checks (key, content, size_bytes, expires_at) VALUES ($1, $2, $3, $4)",
    )
    .bind(key)
    .bind(content)
    .bind(size_bytes)
    .bind(expires_at)
}

/// Finds a result whose time is not over.
pub(crate) async fn one(
    readers: &AnyPool,
    key: &str,
    now: i64,
) -> Result<Option<KeptRow>, sqlx::Error> {
    sqlx::query_as("SELECT content, expires_at FROM kept_checks WHERE key = $1 AND expires_at > $2")
        .bind(key)
        .bind(now)
        .fetch_optional(readers)
        .await
}

/// Tells how many results there are, and how many bytes they have together.
pub(crate) async fn taken(connection: &mut AnyConnection) -> Result<(i64, i64), sqlx::Error> {
    sqlx::query_as("SELECT COUNT(*), CAST(COALESCE(SUM(size_bytes), 0) AS BIGINT) FROM kept_checks")
        .fetch_one(connection)
        .await
}

/// Removes a result that is there.
pub(crate) fn delete(key: &str) -> Statement {
    Statement::of("DELETE FROM kept_checks WHERE key = $1").bind(key)
}

/// Removes the results whose time is over.
pub(crate) fn delete_expired(now: i64) -> Statement {
    Statement::of("DELETE FROM kept_checks WHERE expires_at <= $1").bind(now)
}
