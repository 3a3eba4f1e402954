//! Releases: immutable versions of skills.

use guild_skill::note::VerifierKey;
use guild_skill::signature::Signature;
use guild_skill::wire;
use sqlx::{AnyConnection, AnyPool};

use crate::clock::rfc3339;
use crate::store::count;
use crate::store::statement::Statement;

/// A row of `releases`, without its page record.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(crate) struct ReleaseRow {
    pub(crate) skill: String,
    pub(crate) version: String,
    pub(crate) digest: String,
    pub(crate) root_digest: String,
    pub(crate) tree_digest: String,
    pub(crate) size_bytes: i64,
    pub(crate) file_count: i64,
    pub(crate) published_at: i64,
    pub(crate) is_yanked: i64,
    pub(crate) yank_reason: Option<String>,
    pub(crate) published_by: Option<String>,
    /// The signature with its key.
    pub(crate) signature: Option<String>,
    /// The account whose key signed; absent where the catalog itself signed.
    pub(crate) signer: Option<String>,
    /// When that key was taken back.
    pub(crate) revoked_at: Option<i64>,
    /// The job that published it, as JSON.
    pub(crate) identity: Option<String>,
}

/// A release, as far as it may stand for its skill.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(crate) struct VersionRow {
    pub(crate) version: String,
    pub(crate) is_yanked: i64,
}

impl From<ReleaseRow> for wire::Release {
    fn from(row: ReleaseRow) -> Self {
        let signature = row.signature.as_deref();
        let signature = signature.and_then(|text| text.parse::<Signature>().ok());
        let identity = row.identity.as_deref();
        Self {
            signature: signature.map(|signature| wire::ReleaseSignature {
                account: row.signer,
                fingerprint: signature.key.fingerprint(),
                key: VerifierKey::to_string(&signature.key),
                is_revoked: row.revoked_at.is_some(),
                revoked_at: row.revoked_at.map(rfc3339),
            }),
            skill: row.skill,
            version: row.version,
            digest: row.digest,
            root_digest: row.root_digest,
            tree_digest: row.tree_digest,
            size_bytes: count(row.size_bytes),
            file_count: count(row.file_count),
            published_at: rfc3339(row.published_at),
            is_yanked: row.is_yanked != 0,
            yank_reason: row.yank_reason,
            published_by: row.published_by,
            identity: identity.and_then(|json| serde_json::from_str(json).ok()),
            log: None,
            is_dry_run: false,
        }
    }
}

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT r.skill, r.version, r.digest, r.root_digest, r.tree_digest, r.size_bytes, r.file_count, \
             r.published_at, r.is_yanked, r.yank_reason, r.published_by, s.signature, k.account AS signer, \
             k.removed_at AS revoked_at, s.identity FROM releases r \
             LEFT JOIN release_signatures s ON s.skill = r.skill AND s.version = r.version \
             LEFT JOIN publisher_keys k ON k.key = s.key ",
            $rest
        )
    };
}

/// Lists the releases of a skill, newest version first.
pub(crate) async fn list(
    readers: &AnyPool,
    skill: &str,
    (limit, offset): (i64, i64),
) -> Result<Vec<ReleaseRow>, sqlx::Error> {
    sqlx::query_as(select!(
        "WHERE r.skill = $1 ORDER BY r.version_key DESC LIMIT $2 OFFSET $3"
    ))
    .bind(skill)
    .bind(limit)
    .bind(offset)
    .fetch_all(readers)
    .await
}

/// Counts the releases of a skill.
pub(crate) async fn count_of(readers: &AnyPool, skill: &str) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("SELECT COUNT(*) FROM releases WHERE skill = $1")
        .bind(skill)
        .fetch_one(readers)
        .await
}

/// Finds a release.
pub(crate) async fn one(
    readers: &AnyPool,
    skill: &str,
    version: &str,
) -> Result<Option<ReleaseRow>, sqlx::Error> {
    sqlx::query_as(select!("WHERE r.skill = $1 AND r.version = $2"))
        .bind(skill)
        .bind(version)
        .fetch_optional(readers)
        .await
}

/// Finds the release that an archive belongs to, by the digest of either layout.
pub(crate) async fn by_digest(
    readers: &AnyPool,
    digest: &str,
) -> Result<Option<ReleaseRow>, sqlx::Error> {
    sqlx::query_as(select!(
        "WHERE r.digest = $1 OR r.root_digest = $1 ORDER BY r.published_at, r.skill, r.version_key LIMIT 1"
    ))
    .bind(digest)
    .fetch_optional(readers)
    .await
}

/// Finds the release of a skill with these very files.
pub(crate) async fn by_tree(
    connection: &mut AnyConnection,
    skill: &str,
    tree_digest: &str,
) -> Result<Option<ReleaseRow>, sqlx::Error> {
    sqlx::query_as(select!(
        "WHERE r.skill = $1 AND r.tree_digest = $2 ORDER BY r.version_key DESC LIMIT 1"
    ))
    .bind(skill)
    .bind(tree_digest)
    .fetch_optional(connection)
    .await
}

/// Lists the versions of a skill, newest first.
pub(crate) async fn versions(
    connection: &mut AnyConnection,
    skill: &str,
) -> Result<Vec<VersionRow>, sqlx::Error> {
    sqlx::query_as(
        "SELECT version, is_yanked FROM releases WHERE skill = $1 ORDER BY version_key DESC",
    )
    .bind(skill)
    .fetch_all(connection)
    .await
}

/// Finds a release for whoever is about to change it.
pub(crate) async fn to_change(
    connection: &mut AnyConnection,
    skill: &str,
    version: &str,
) -> Result<Option<ReleaseRow>, sqlx::Error> {
    sqlx::query_as(select!("WHERE r.skill = $1 AND r.version = $2"))
        .bind(skill)
        .bind(version)
        .fetch_optional(connection)
        .await
}

/// Finds the page record of a release.
pub(crate) async fn record(
    connection: &mut AnyConnection,
    skill: &str,
    version: &str,
) -> Result<String, sqlx::Error> {
    sqlx::query_scalar("SELECT record FROM releases WHERE skill = $1 AND version = $2")
        .bind(skill)
        .bind(version)
        .fetch_one(connection)
        .await
}

/// Withdraws a release with a reason, or puts it back without one.
pub(crate) fn set_yanked((skill, version): (&str, &str), reason: Option<&str>) -> Statement {
    Statement::of(
        "UPDATE releases SET is_yanked = $3, yank_reason = $4 WHERE skill = $1 AND version = $2",
    )
    .bind(skill)
    .bind(version)
    .bind(i64::from(reason.is_some()))
    .bind(reason)
}

/// Lists the digests of a skill's archives.
pub(crate) async fn digests(
    connection: &mut AnyConnection,
    skill: &str,
) -> Result<Vec<String>, sqlx::Error> {
    sqlx::query_scalar(
        "SELECT digest FROM releases WHERE skill = $1 \
         UNION SELECT root_digest FROM releases WHERE skill = $1",
    )
    .bind(skill)
    .fetch_all(connection)
    .await
}

/// Takes away all releases of a skill.
pub(crate) fn delete_all(skill: &str) -> Statement {
    Statement::of("DELETE FROM releases WHERE skill = $1").bind(skill)
}

/// Adds a release with its page record.
pub(crate) fn insert(row: &ReleaseRow, version_key: &str, record: &str) -> Statement {
    Statement::of(
        "INSERT INTO releases (skill, version, version_key, digest, root_digest, tree_digest, size_bytes, file_count, \
         published_at, is_yanked, record, published_by) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
    )
    .bind(&row.skill)
    .bind(&row.version)
    .bind(version_key)
    .bind(&row.digest)
    .bind(&row.root_digest)
    .bind(&row.tree_digest)
    .bind(row.size_bytes)
    .bind(row.file_count)
    .bind(row.published_at)
    .bind(row.is_yanked)
    .bind(record)
    .bind(row.published_by.as_deref())
}
