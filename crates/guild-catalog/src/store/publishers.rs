//! Trusted publishers: which jobs of continuous integration may publish where, and what they have shown.

use guild_skill::wire;
use sqlx::{AnyConnection, AnyPool};

use crate::clock::rfc3339;
use crate::store::statement::Statement;

/// How many publishers a pack trusts at the most.
pub(crate) const MOST_OF_PACK: i64 = 100;

/// A row of `publishers`.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(crate) struct PublisherRow {
    pub(crate) id: String,
    pub(crate) pack: String,
    pub(crate) skill: Option<String>,
    pub(crate) issuer: String,
    pub(crate) audience: String,
    pub(crate) repository: String,
    pub(crate) repository_id: Option<String>,
    pub(crate) workflow: String,
    pub(crate) environment: Option<String>,
    pub(crate) made_by: String,
    pub(crate) created_at: i64,
}

impl From<PublisherRow> for wire::Publisher {
    fn from(row: PublisherRow) -> Self {
        Self {
            id: row.id,
            skill: row.skill,
            issuer: row.issuer,
            audience: row.audience,
            repository: row.repository,
            repository_id: row.repository_id,
            workflow: row.workflow,
            environment: row.environment,
            made_by: row.made_by,
            created_at: rfc3339(row.created_at),
        }
    }
}

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT id, pack, skill, issuer, audience, repository, repository_id, workflow, environment, made_by, \
             created_at FROM publishers ",
            $rest
        )
    };
}

/// Trusts a publisher.
pub(crate) fn insert(row: &PublisherRow) -> Statement {
    Statement::of(
        "INSERT INTO publishers (id, pack, skill, issuer, audience, repository, repository_id, workflow, environment, \
         made_by, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
    )
    .bind(row.id.as_str())
    .bind(row.pack.as_str())
    .bind(row.skill.as_deref())
    .bind(row.issuer.as_str())
    .bind(row.audience.as_str())
    .bind(row.repository.as_str())
    .bind(row.repository_id.as_deref())
    .bind(row.workflow.as_str())
    .bind(row.environment.as_deref())
    .bind(row.made_by.as_str())
    .bind(row.created_at)
}

/// Lists the publishers of a pack, oldest first.
pub(crate) async fn of_pack(
    readers: &AnyPool,
    pack: &str,
    (limit, offset): (i64, i64),
) -> Result<Vec<PublisherRow>, sqlx::Error> {
    sqlx::query_as(select!(
        "WHERE pack = $1 ORDER BY created_at, id LIMIT $2 OFFSET $3"
    ))
    .bind(pack)
    .bind(limit)
    .bind(offset)
    .fetch_all(readers)
    .await
}

/// Counts the publishers of a pack.
pub(crate) async fn count_of_pack(readers: &AnyPool, pack: &str) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("SELECT COUNT(*) FROM publishers WHERE pack = $1")
        .bind(pack)
        .fetch_one(readers)
        .await
}

/// Lists all publishers of a pack, within the transaction that adds one.
pub(crate) async fn all_of_pack(
    connection: &mut AnyConnection,
    pack: &str,
) -> Result<Vec<PublisherRow>, sqlx::Error> {
    sqlx::query_as(select!("WHERE pack = $1 ORDER BY created_at, id"))
        .bind(pack)
        .fetch_all(connection)
        .await
}

/// Finds the publishers of a pack whose jobs an issuer vouches for.
pub(crate) async fn of_issuer(
    readers: &AnyPool,
    pack: &str,
    issuer: &str,
) -> Result<Vec<PublisherRow>, sqlx::Error> {
    sqlx::query_as(select!(
        "WHERE pack = $1 AND issuer = $2 ORDER BY created_at, id"
    ))
    .bind(pack)
    .bind(issuer)
    .fetch_all(readers)
    .await
}

/// Pins a publisher that is still trusted to a repository, unless it is pinned to another.
pub(crate) fn pin(id: &str, repository_id: Option<&str>) -> Statement {
    Statement::of(
        "UPDATE publishers SET repository_id = COALESCE(repository_id, $2) \
         WHERE id = $1 AND (repository_id IS NULL OR repository_id = $2)",
    )
    .bind(id)
    .bind(repository_id)
}

/// Trusts a publisher of a pack no more, where it is there.
pub(crate) fn delete(pack: &str, id: &str) -> Statement {
    Statement::of("DELETE FROM publishers WHERE pack = $1 AND id = $2")
        .bind(pack)
        .bind(id)
}

/// Trusts no publisher of a pack any more.
pub(crate) fn delete_all(pack: &str) -> Statement {
    Statement::of("DELETE FROM publishers WHERE pack = $1").bind(pack)
}

/// Notes that an identity was shown, where it is the first time.
pub(crate) fn show_identity(digest: &str, expires_at: i64) -> Statement {
    Statement::of(
        "INSERT INTO shown_identities (digest, expires_at) VALUES ($1, $2) ON CONFLICT (digest) DO NOTHING",
    )
    .bind(digest)
    .bind(expires_at)
}

/// Forgets the identities that are over, which nobody can show again.
pub(crate) fn delete_expired(now: i64) -> Statement {
    Statement::of("DELETE FROM shown_identities WHERE expires_at <= $1").bind(now)
}

/// Keeps which job a token stands for.
pub(crate) fn set_identity(token: &str, identity: &str) -> Statement {
    Statement::of("UPDATE tokens SET identity = $2 WHERE id = $1")
        .bind(token)
        .bind(identity)
}

/// Keeps with a release which job published it.
pub(crate) fn keep_identity((skill, version): (&str, &str), identity: &str) -> Statement {
    Statement::of(
        "INSERT INTO release_signatures (skill, version, identity) VALUES ($1, $2, $3) \
         ON CONFLICT (skill, version) DO UPDATE SET identity = excluded.identity",
    )
    .bind(skill)
    .bind(version)
    .bind(identity)
}
