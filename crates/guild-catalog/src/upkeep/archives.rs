//! The archives that a database names, page by page.

use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use guild_skill::Digest;
use sqlx::AnyConnection;

use super::UpkeepError;
use crate::blobs::Blobs;
use crate::catalog::parsed;
use crate::error::StoreError;

/// How many releases are asked for at once.
const PAGE: i64 = 500;
/// How many archives are on their way at once.
const AT_ONCE: usize = 8;

/// A walk over all releases.
#[derive(Debug, Default)]
pub(super) struct Walk {
    skill: String,
    version: String,
}

/// What a release says of itself, of its archives and files.
#[derive(Debug, sqlx::FromRow)]
pub(super) struct Named {
    pub(super) skill: String,
    pub(super) version: String,
    pub(super) digest: String,
    pub(super) root_digest: String,
    pub(super) tree_digest: String,
    pub(super) size_bytes: i64,
    pub(super) file_count: i64,
    pub(super) is_yanked: i64,
    pub(super) record: String,
    pub(super) signature: Option<String>,
    /// The version that stands for the skill.
    pub(super) standing: Option<String>,
}

impl Walk {
    /// Gives the next releases; none at the end.
    pub(super) async fn next(
        &mut self,
        reader: &mut AnyConnection,
    ) -> Result<Vec<Named>, sqlx::Error> {
        let rows: Vec<Named> = sqlx::query_as(
            "SELECT r.skill, r.version, r.digest, r.root_digest, r.tree_digest, r.size_bytes, r.file_count, \
             r.is_yanked, r.record, g.signature, s.version AS standing FROM releases r \
             LEFT JOIN skills s ON s.name = r.skill \
             LEFT JOIN release_signatures g ON g.skill = r.skill AND g.version = r.version \
             WHERE r.skill > $1 OR (r.skill = $1 AND r.version > $2) \
             ORDER BY r.skill, r.version LIMIT $3",
        )
        .bind(&self.skill)
        .bind(&self.version)
        .bind(PAGE)
        .fetch_all(reader)
        .await?;
        if let Some(last) = rows.last() {
            self.skill.clone_from(&last.skill);
            self.version.clone_from(&last.version);
        }
        Ok(rows)
    }
}

impl Named {
    /// Gives the digests of both layouts.
    pub(super) fn digests(&self) -> Result<[Digest; 2], StoreError> {
        Ok([
            parsed("digest", &self.digest)?,
            parsed("digest", &self.root_digest)?,
        ])
    }
}

/// Tells whether a release names an archive.
pub(super) async fn is_named(
    reader: &mut AnyConnection,
    digest: &Digest,
) -> Result<bool, sqlx::Error> {
    let releases: i64 =
        sqlx::query_scalar("SELECT COUNT(*) FROM releases WHERE digest = $1 OR root_digest = $1")
            .bind(digest.as_str())
            .fetch_one(reader)
            .await?;
    Ok(releases > 0)
}

/// Reads an archive that a record names.
pub(super) async fn read(blobs: &Blobs, digest: &Digest) -> Result<bytes::Bytes, StoreError> {
    let bytes = blobs.get(digest).await?;
    bytes.ok_or_else(|| StoreError::MissingArchive {
        digest: digest.clone(),
    })
}

/// Copies every archive that the database names, and gives how many there are and how many bytes they have.
///
/// What a run before this one copied is read and compared, and not copied again.
pub(super) async fn copy(
    reader: &mut AnyConnection,
    from: &Blobs,
    to: &Blobs,
) -> Result<(u64, u64), UpkeepError> {
    let (mut archives, mut bytes) = (0, 0);
    let mut walk = Walk::default();
    loop {
        let page = walk.next(reader).await?;
        if page.is_empty() {
            return Ok((archives, bytes));
        }
        let mut digests = Vec::new();
        for named in &page {
            digests.extend(named.digests()?);
        }
        let copying = stream::iter(digests).map(|digest| copy_one(digest, from, to));
        let sizes: Vec<u64> = copying.buffer_unordered(AT_ONCE).try_collect().await?;
        archives += sizes.len() as u64;
        bytes += sizes.iter().sum::<u64>();
    }
}

async fn copy_one(digest: Digest, from: &Blobs, to: &Blobs) -> Result<u64, StoreError> {
    if let Ok(Some(there)) = to.get(&digest).await {
        return Ok(there.len() as u64);
    }
    let bytes = read(from, &digest).await?;
    let size = bytes.len() as u64;
    to.put(&digest, bytes).await?;
    Ok(size)
}
