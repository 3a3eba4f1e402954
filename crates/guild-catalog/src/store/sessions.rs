//! Sessions: who is signed in.

use sqlx::AnyPool;

use crate::store::statement::Statement;

/// A row of `sessions`, with what its account is.
#[derive(Debug, sqlx::FromRow)]
pub(crate) struct SessionRow {
    pub(crate) id: String,
    pub(crate) account: String,
    pub(crate) created_at: i64,
    pub(crate) seen_at: i64,
    pub(crate) expires_at: i64,
    pub(crate) is_admin: i64,
}

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT s.id, s.account, s.created_at, s.seen_at, s.expires_at, a.is_admin FROM sessions s \
             JOIN accounts a ON a.name = s.account AND a.is_disabled = 0 ",
            $rest
        )
    };
}

/// Begins a session.
pub(crate) fn insert(
    (id, secret_digest): (&str, &str),
    account: &str,
    (now, expires_at): (i64, i64),
) -> Statement {
    Statement::of(
        "INSERT INTO sessions (id, secret_digest, account, created_at, seen_at, expires_at) \
         VALUES ($1, $2, $3, $4, $4, $5)",
    )
    .bind(id)
    .bind(secret_digest)
    .bind(account)
    .bind(now)
    .bind(expires_at)
}

/// Finds a session by its secret.
pub(crate) async fn by_secret(
    readers: &AnyPool,
    secret_digest: &str,
) -> Result<Option<SessionRow>, sqlx::Error> {
    sqlx::query_as(select!("WHERE s.secret_digest = $1"))
        .bind(secret_digest)
        .fetch_optional(readers)
        .await
}

/// Lists the sessions of an account that are not over, newest first.
pub(crate) async fn of_account(
    readers: &AnyPool,
    account: &str,
    (now, idle_since): (i64, i64),
) -> Result<Vec<SessionRow>, sqlx::Error> {
    sqlx::query_as(select!(
        "WHERE s.account = $1 AND s.expires_at > $2 AND s.seen_at > $3 ORDER BY s.created_at DESC, s.id LIMIT 100"
    ))
    .bind(account)
    .bind(now)
    .bind(idle_since)
    .fetch_all(readers)
    .await
}

/// Notes that a session is in use.
pub(crate) fn touch(id: &str, now: i64) -> Statement {
    Statement::of("UPDATE sessions SET seen_at = $2 WHERE id = $1 AND seen_at < $2")
        .bind(id)
        .bind(now)
}

/// Ends a session of an account, where it is there.
pub(crate) fn delete(account: &str, id: &str) -> Statement {
    Statement::of("DELETE FROM sessions WHERE account = $1 AND id = $2")
        .bind(account)
        .bind(id)
}

/// Ends the sessions of an account but one; an empty id ends all.
pub(crate) fn delete_others(account: &str, id: &str) -> Statement {
    Statement::of("DELETE FROM sessions WHERE account = $1 AND id <> $2")
        .bind(account)
        .bind(id)
}

/// Removes the sessions that are over.
pub(crate) fn delete_expired((now, idle_since): (i64, i64)) -> Statement {
    Statement::of("DELETE FROM sessions WHERE expires_at <= $1 OR seen_at <= $2")
        .bind(now)
        .bind(idle_since)
}
