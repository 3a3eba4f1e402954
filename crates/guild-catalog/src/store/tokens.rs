//! Tokens: what programs send in place of a password.

use sqlx::AnyPool;

use crate::store::statement::Statement;

/// A row of `tokens`, with what its account is.
#[derive(Debug, sqlx::FromRow)]
pub(crate) struct TokenRow {
    pub(crate) id: String,
    pub(crate) account: Option<String>,
    pub(crate) workflow: Option<String>,
    pub(crate) label: String,
    pub(crate) scopes: String,
    pub(crate) pack: Option<String>,
    pub(crate) skill: Option<String>,
    pub(crate) created_at: i64,
    pub(crate) expires_at: Option<i64>,
    pub(crate) used_at: Option<i64>,
    /// Of the account; 0 where there is none.
    pub(crate) is_admin: i64,
    pub(crate) is_disabled: i64,
}

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT t.id, t.account, t.workflow, t.label, t.scopes, t.pack, t.skill, t.created_at, t.expires_at, \
             t.used_at, COALESCE(a.is_admin, 0) AS is_admin, COALESCE(a.is_disabled, 0) AS is_disabled \
             FROM tokens t LEFT JOIN accounts a ON a.name = t.account ",
            $rest
        )
    };
}

/// Makes a token.
pub(crate) fn insert(row: &TokenRow, secret_digest: &str) -> Statement {
    Statement::of(
        "INSERT INTO tokens (id, secret_digest, account, workflow, label, scopes, pack, skill, created_at, expires_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
    )
    .bind(row.id.as_str())
    .bind(secret_digest)
    .bind(row.account.as_deref())
    .bind(row.workflow.as_deref())
    .bind(row.label.as_str())
    .bind(row.scopes.as_str())
    .bind(row.pack.as_deref())
    .bind(row.skill.as_deref())
    .bind(row.created_at)
    .bind(row.expires_at)
}

/// Finds a token by its secret.
pub(crate) async fn by_secret(
    readers: &AnyPool,
    secret_digest: &str,
) -> Result<Option<TokenRow>, sqlx::Error> {
    sqlx::query_as(select!("WHERE t.secret_digest = $1"))
        .bind(secret_digest)
        .fetch_optional(readers)
        .await
}

/// Finds a token of an account.
pub(crate) async fn one(
    readers: &AnyPool,
    account: &str,
    id: &str,
) -> Result<Option<TokenRow>, sqlx::Error> {
    sqlx::query_as(select!("WHERE t.account = $1 AND t.id = $2"))
        .bind(account)
        .bind(id)
        .fetch_optional(readers)
        .await
}

/// Lists the tokens of an account, newest first.
pub(crate) async fn of_account(
    readers: &AnyPool,
    account: &str,
    (limit, offset): (i64, i64),
) -> Result<Vec<TokenRow>, sqlx::Error> {
    sqlx::query_as(select!(
        "WHERE t.account = $1 ORDER BY t.created_at DESC, t.id LIMIT $2 OFFSET $3"
    ))
    .bind(account)
    .bind(limit)
    .bind(offset)
    .fetch_all(readers)
    .await
}

/// Counts the tokens of an account.
pub(crate) async fn count_of_account(readers: &AnyPool, account: &str) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("SELECT COUNT(*) FROM tokens WHERE account = $1")
        .bind(account)
        .fetch_one(readers)
        .await
}

/// Notes that a token is in use.
pub(crate) fn touch(id: &str, now: i64) -> Statement {
    Statement::of(
        "UPDATE tokens SET used_at = $2 WHERE id = $1 AND (used_at IS NULL OR used_at < $2)",
    )
    .bind(id)
    .bind(now)
}

/// Takes back a token of an account, where it is there.
pub(crate) fn delete(account: &str, id: &str) -> Statement {
    Statement::of("DELETE FROM tokens WHERE account = $1 AND id = $2")
        .bind(account)
        .bind(id)
}

/// Takes every token of an account back.
pub(crate) fn delete_all(account: &str) -> Statement {
    Statement::of("DELETE FROM tokens WHERE account = $1").bind(account)
}

/// Removes the tokens that were over at a time; those of jobs, which live for minutes, as soon as they are over.
pub(crate) fn delete_expired(now: i64, long_ago: i64) -> Statement {
    Statement::of(
        "DELETE FROM tokens WHERE expires_at <= $2 OR (account IS NULL AND expires_at <= $1)",
    )
    .bind(now)
    .bind(long_ago)
}
