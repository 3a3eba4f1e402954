//! Invitations: links that are good once.

use sqlx::{AnyConnection, AnyPool};

use crate::store::statement::Statement;

/// A row of `invitations`.
#[derive(Debug, sqlx::FromRow)]
pub(crate) struct InvitationRow {
    pub(crate) id: String,
    pub(crate) kind: String,
    pub(crate) account: Option<String>,
    pub(crate) is_admin: i64,
    pub(crate) pack: Option<String>,
    pub(crate) role: Option<String>,
    pub(crate) made_by: Option<String>,
    pub(crate) created_at: i64,
    pub(crate) expires_at: i64,
}

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT id, kind, account, is_admin, pack, role, made_by, created_at, expires_at FROM invitations ",
            $rest
        )
    };
}

/// Makes a link.
pub(crate) fn insert(row: &InvitationRow, secret_digest: &str) -> Statement {
    Statement::of(
        "INSERT INTO invitations (id, secret_digest, kind, account, is_admin, pack, role, made_by, created_at, expires_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
    )
    .bind(row.id.as_str())
    .bind(secret_digest)
    .bind(row.kind.as_str())
    .bind(row.account.as_deref())
    .bind(row.is_admin)
    .bind(row.pack.as_deref())
    .bind(row.role.as_deref())
    .bind(row.made_by.as_deref())
    .bind(row.created_at)
    .bind(row.expires_at)
}

/// Finds a link by its secret.
pub(crate) async fn by_secret(
    readers: &AnyPool,
    secret_digest: &str,
) -> Result<Option<InvitationRow>, sqlx::Error> {
    sqlx::query_as(select!("WHERE secret_digest = $1"))
        .bind(secret_digest)
        .fetch_optional(readers)
        .await
}

/// Takes a link for good: of two that use it at once one finds it.
pub(crate) async fn take(
    connection: &mut AnyConnection,
    secret_digest: &str,
) -> Result<Option<InvitationRow>, sqlx::Error> {
    sqlx::query_as(
        "DELETE FROM invitations WHERE secret_digest = $1 \
         RETURNING id, kind, account, is_admin, pack, role, made_by, created_at, expires_at",
    )
    .bind(secret_digest)
    .fetch_optional(connection)
    .await
}

/// Lists the links that are not over, newest first.
pub(crate) async fn list(
    readers: &AnyPool,
    now: i64,
    (limit, offset): (i64, i64),
) -> Result<Vec<InvitationRow>, sqlx::Error> {
    sqlx::query_as(select!(
        "WHERE expires_at > $1 ORDER BY created_at DESC, id LIMIT $2 OFFSET $3"
    ))
    .bind(now)
    .bind(limit)
    .bind(offset)
    .fetch_all(readers)
    .await
}

/// Counts the links that are not over.
pub(crate) async fn count_open(readers: &AnyPool, now: i64) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("SELECT COUNT(*) FROM invitations WHERE expires_at > $1")
        .bind(now)
        .fetch_one(readers)
        .await
}

/// Takes back a link that is there.
pub(crate) fn delete(id: &str) -> Statement {
    Statement::of("DELETE FROM invitations WHERE id = $1").bind(id)
}

/// Takes the links of a kind back.
pub(crate) fn delete_kind(kind: &str) -> Statement {
    Statement::of("DELETE FROM invitations WHERE kind = $1").bind(kind)
}

/// Takes the links for a new password of an account back.
pub(crate) fn delete_of_account(account: &str) -> Statement {
    Statement::of("DELETE FROM invitations WHERE account = $1").bind(account)
}

/// Removes the links that are over.
pub(crate) fn delete_expired(now: i64) -> Statement {
    Statement::of("DELETE FROM invitations WHERE expires_at <= $1").bind(now)
}
