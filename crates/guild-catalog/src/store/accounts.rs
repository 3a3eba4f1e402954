//! Accounts: who may sign in.

use guild_skill::wire;
use sqlx::{AnyConnection, AnyPool};

use crate::store::statement::Statement;

use crate::clock::rfc3339;

/// A row of `accounts`.
#[derive(Debug, sqlx::FromRow)]
pub(crate) struct AccountRow {
    pub(crate) name: String,
    pub(crate) password_hash: String,
    pub(crate) is_admin: i64,
    pub(crate) is_disabled: i64,
    pub(crate) created_at: i64,
}

impl From<AccountRow> for wire::Account {
    fn from(row: AccountRow) -> Self {
        Self {
            name: row.name,
            is_admin: row.is_admin != 0,
            is_disabled: row.is_disabled != 0,
            created_at: rfc3339(row.created_at),
        }
    }
}

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT name, password_hash, is_admin, is_disabled, created_at FROM accounts ",
            $rest
        )
    };
}

/// Makes an account where the name is free.
pub(crate) fn insert(row: &AccountRow) -> Statement {
    Statement::of(
        "INSERT INTO accounts (name, password_hash, is_admin, is_disabled, created_at) \
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT (name) DO NOTHING",
    )
    .bind(row.name.as_str())
    .bind(row.password_hash.as_str())
    .bind(row.is_admin)
    .bind(row.is_disabled)
    .bind(row.created_at)
}

/// Finds an account.
pub(crate) async fn one(readers: &AnyPool, name: &str) -> Result<Option<AccountRow>, sqlx::Error> {
    sqlx::query_as(select!("WHERE name = $1"))
        .bind(name)
        .fetch_optional(readers)
        .await
}

/// Lists the accounts by name.
pub(crate) async fn list(
    readers: &AnyPool,
    (limit, offset): (i64, i64),
) -> Result<Vec<AccountRow>, sqlx::Error> {
    sqlx::query_as(select!("ORDER BY name LIMIT $1 OFFSET $2"))
        .bind(limit)
        .bind(offset)
        .fetch_all(readers)
        .await
}

/// Counts the accounts.
pub(crate) async fn count_all(readers: &AnyPool) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("SELECT COUNT(*) FROM accounts")
        .fetch_one(readers)
        .await
}

/// Counts the accounts within a transaction.
pub(crate) async fn count_now(connection: &mut AnyConnection) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("SELECT COUNT(*) FROM accounts")
        .fetch_one(connection)
        .await
}

/// Counts the admins that can sign in.
pub(crate) async fn count_admins(connection: &mut AnyConnection) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("SELECT COUNT(*) FROM accounts WHERE is_admin = 1 AND is_disabled = 0")
        .fetch_one(connection)
        .await
}

/// Sets another password of an account that is there.
pub(crate) fn set_password(name: &str, password_hash: &str) -> Statement {
    Statement::of("UPDATE accounts SET password_hash = $2 WHERE name = $1")
        .bind(name)
        .bind(password_hash)
}

/// Says what an account is, where it is something else.
pub(crate) fn set_standing(name: &str, is_admin: bool, is_disabled: bool) -> Statement {
    Statement::of(
        "UPDATE accounts SET is_admin = $2, is_disabled = $3 \
         WHERE name = $1 AND (is_admin <> $2 OR is_disabled <> $3)",
    )
    .bind(name)
    .bind(i64::from(is_admin))
    .bind(i64::from(is_disabled))
}
