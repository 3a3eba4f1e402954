//! Members: which account is what in which pack.

use guild_skill::wire;
use sqlx::{AnyConnection, AnyPool};

use crate::catalog::parsed;
use crate::clock::rfc3339;
use crate::error::StoreError;
use crate::store::statement::Statement;

/// A row of `pack_members`.
#[derive(Debug, sqlx::FromRow)]
pub(crate) struct MemberRow {
    pub(crate) pack: String,
    pub(crate) account: String,
    pub(crate) role: String,
    pub(crate) added_at: i64,
}

impl MemberRow {
    /// Gives the shape that the API shows.
    pub(crate) fn into_wire(self) -> Result<wire::Member, StoreError> {
        Ok(wire::Member {
            role: parsed("role", &self.role)?,
            account: self.account,
            added_at: rfc3339(self.added_at),
        })
    }
}

/// Makes an account a member, or another kind of member.
pub(crate) fn put(row: &MemberRow) -> Statement {
    Statement::of(
        "INSERT INTO pack_members (pack, account, role, added_at) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (pack, account) DO UPDATE SET role = EXCLUDED.role",
    )
    .bind(row.pack.as_str())
    .bind(row.account.as_str())
    .bind(row.role.as_str())
    .bind(row.added_at)
}

/// Tells what an account is in a pack.
pub(crate) async fn role(
    connection: &mut AnyConnection,
    pack: &str,
    account: &str,
) -> Result<Option<String>, sqlx::Error> {
    sqlx::query_scalar("SELECT role FROM pack_members WHERE pack = $1 AND account = $2")
        .bind(pack)
        .bind(account)
        .fetch_optional(connection)
        .await
}

/// Lists what an account is in which packs.
pub(crate) async fn of_account(
    readers: &AnyPool,
    account: &str,
) -> Result<Vec<MemberRow>, sqlx::Error> {
    sqlx::query_as(
        "SELECT pack, account, role, added_at FROM pack_members WHERE account = $1 ORDER BY pack",
    )
    .bind(account)
    .fetch_all(readers)
    .await
}

/// Lists the members of a pack by name.
pub(crate) async fn of_pack(
    readers: &AnyPool,
    pack: &str,
    (limit, offset): (i64, i64),
) -> Result<Vec<MemberRow>, sqlx::Error> {
    sqlx::query_as(
        "SELECT pack, account, role, added_at FROM pack_members WHERE pack = $1 \
         ORDER BY account LIMIT $2 OFFSET $3",
    )
    .bind(pack)
    .bind(limit)
    .bind(offset)
    .fetch_all(readers)
    .await
}

/// Counts the members of a pack.
pub(crate) async fn count_of_pack(readers: &AnyPool, pack: &str) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("SELECT COUNT(*) FROM pack_members WHERE pack = $1")
        .bind(pack)
        .fetch_one(readers)
        .await
}

/// Counts the owners of a pack.
pub(crate) async fn count_owners(
    connection: &mut AnyConnection,
    pack: &str,
) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("SELECT COUNT(*) FROM pack_members WHERE pack = $1 AND role = 'OWNER'")
        .bind(pack)
        .fetch_one(connection)
        .await
}

/// Takes an account out of a pack that it is in.
pub(crate) fn delete(pack: &str, account: &str) -> Statement {
    Statement::of("DELETE FROM pack_members WHERE pack = $1 AND account = $2")
        .bind(pack)
        .bind(account)
}

/// Takes everybody out of a pack.
pub(crate) fn delete_all(pack: &str) -> Statement {
    Statement::of("DELETE FROM pack_members WHERE pack = $1").bind(pack)
}
