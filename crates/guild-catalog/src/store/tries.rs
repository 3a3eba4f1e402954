//! Tries to sign in, counted in windows of time.

use sqlx::AnyConnection;

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

/// Gives a try back.
pub(crate) async fn give_back(
    connection: &mut AnyConnection,
    key: &str,
) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE tries SET taken = taken - 1 WHERE key = $1 AND taken > 0")
        .bind(key)
        .execute(connection)
        .await
        .map(|_| ())
}

/// Forgets the tries under a key.
pub(crate) async fn clear(connection: &mut AnyConnection, key: &str) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM tries WHERE key = $1")
        .bind(key)
        .execute(connection)
        .await
        .map(|_| ())
}

/// Forgets the windows that began before a time.
pub(crate) async fn delete_before(
    connection: &mut AnyConnection,
    began_at: i64,
) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM tries WHERE began_at <= $1")
        .bind(began_at)
        .execute(connection)
        .await
        .map(|_| ())
}
