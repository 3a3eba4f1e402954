//! Tries to sign in, counted in windows of time.

use sqlx::{AnyConnection, AnyPool};

use crate::store::statement::Statement;

/// Takes one more try under a key, and tells how many were taken in the window and when it began.
///
/// A window that began in the future is over too: the clock went back, and nobody is to wait for it.
pub(crate) async fn take(
    connection: &mut AnyConnection,
    key: &str,
    now: i64,
    window_ms: i64,
) -> Result<(i64, i64), sqlx::Error> {
    sqlx::query_as(
        "INSERT INTO tries (key, taken, began_at) VALUES ($1, 1, $2) ON CONFLICT (key) DO UPDATE SET \
         taken = CASE WHEN tries.began_at > $2 OR tries.began_at <= $3 THEN 1 ELSE tries.taken + 1 END, \
         began_at = CASE WHEN tries.began_at > $2 OR tries.began_at <= $3 THEN $2 ELSE tries.began_at END \
         RETURNING taken, began_at",
    )
    .bind(key)
    .bind(now)
    .bind(now.saturating_sub(window_ms))
    .fetch_one(connection)
    .await
}

/// Tells how many tries were taken under a key in the window that goes on, and when it began; absent where none does.
pub(crate) async fn taken(
    readers: &AnyPool,
    key: &str,
    now: i64,
    window_ms: i64,
) -> Result<Option<(i64, i64)>, sqlx::Error> {
    sqlx::query_as(
        "SELECT taken, began_at FROM tries WHERE key = $1 AND began_at <= $2 AND began_at > $3",
    )
    .bind(key)
    .bind(now)
    .bind(now.saturating_sub(window_ms))
    .fetch_optional(readers)
    .await
}

/// Gives a try back.
pub(crate) fn give_back(key: &str) -> Statement {
    Statement::of("UPDATE tries SET taken = taken - 1 WHERE key = $1 AND taken > 0").bind(key)
}

/// Forgets the tries under a key.
pub(crate) fn clear(key: &str) -> Statement {
    Statement::of("DELETE FROM tries WHERE key = $1").bind(key)
}

/// Forgets the windows that began before a time.
pub(crate) fn delete_before(began_at: i64) -> Statement {
    Statement::of("DELETE FROM tries WHERE began_at <= $1").bind(began_at)
}
