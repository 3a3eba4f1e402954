//! The transparency log: its head, its entries and the tiles of its tree.

use guild_skill::log::TileId;
use sqlx::{Any, AnyConnection, AnyPool, AssertSqlSafe, Executor};

use crate::store::number;
use crate::store::statement::Statement;

/// The row of `log_head`.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(crate) struct HeadRow {
    /// The public key of the log.
    pub(crate) key: String,
    /// The last event that the log holds.
    pub(crate) sequence: i64,
    pub(crate) size: i64,
    /// The signed checkpoint of that size.
    pub(crate) checkpoint: String,
}

/// A row of `log_entries`.
#[derive(Debug, sqlx::FromRow)]
pub(crate) struct EntryRow {
    pub(crate) position: i64,
    pub(crate) entry: String,
}

/// An entry, and the head at the same moment.
#[derive(Debug, sqlx::FromRow)]
pub(crate) struct CoveredRow {
    #[sqlx(flatten)]
    pub(crate) entry: EntryRow,
    #[sqlx(flatten)]
    pub(crate) head: HeadRow,
}

/// An event that the log is to hold, with what it says of a release.
#[derive(Debug)]
pub(crate) struct ChangeRow {
    pub(crate) kind: String,
    pub(crate) skill: String,
    pub(crate) version: Option<String>,
    pub(crate) occurred_at: i64,
    pub(crate) digest: Option<String>,
    pub(crate) tree_digest: Option<String>,
    pub(crate) published_by: Option<String>,
    pub(crate) signature: Option<String>,
    /// Those that led to the key, one a line.
    pub(crate) rotations: Option<String>,
    pub(crate) identity: Option<String>,
}

/// The head, with an event that the log is to hold, if there is one.
#[derive(Debug, sqlx::FromRow)]
pub(crate) struct PendingRow {
    #[sqlx(flatten)]
    pub(crate) head: HeadRow,
    kind: Option<String>,
    skill: Option<String>,
    version: Option<String>,
    occurred_at: Option<i64>,
    digest: Option<String>,
    tree_digest: Option<String>,
    published_by: Option<String>,
    signature: Option<String>,
    rotations: Option<String>,
    identity: Option<String>,
}

impl PendingRow {
    /// Gives the event.
    pub(crate) fn change(self) -> Option<ChangeRow> {
        Some(ChangeRow {
            kind: self.kind?,
            skill: self.skill?,
            version: self.version,
            occurred_at: self.occurred_at?,
            digest: self.digest,
            tree_digest: self.tree_digest,
            published_by: self.published_by,
            signature: self.signature,
            rotations: self.rotations,
            identity: self.identity,
        })
    }
}

/// Which events are entries of the log.
macro_rules! logged {
    () => {
        "('SKILL_LISTED', 'RELEASE_PUBLISHED', 'RELEASE_YANKED', 'RELEASE_UNYANKED', 'SKILL_DELETED')"
    };
}

/// Gives the head of the log; absent before it has a key.
pub(crate) async fn head<'e>(
    executor: impl Executor<'e, Database = Any>,
) -> Result<Option<HeadRow>, sqlx::Error> {
    sqlx::query_as("SELECT key, sequence, size, checkpoint FROM log_head WHERE id = 1")
        .fetch_optional(executor)
        .await
}

/// Writes the head of the log.
pub(crate) fn put_head(row: &HeadRow) -> Statement {
    Statement::of(
        "INSERT INTO log_head (id, key, sequence, size, checkpoint) VALUES (1, $1, $2, $3, $4) \
         ON CONFLICT (id) DO UPDATE SET sequence = excluded.sequence, size = excluded.size, \
         checkpoint = excluded.checkpoint",
    )
    .bind(&row.key)
    .bind(row.sequence)
    .bind(row.size)
    .bind(&row.checkpoint)
}

/// Puts the writer in the line of all writers, without a change.
pub(crate) async fn hold(connection: &mut AnyConnection) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("UPDATE history SET sequence = sequence WHERE id = 1 RETURNING sequence")
        .fetch_one(connection)
        .await
}

/// Tells whether an event after a sequence is to be an entry.
pub(crate) async fn is_behind(readers: &AnyPool, sequence: i64) -> Result<bool, sqlx::Error> {
    let found: Option<i64> = sqlx::query_scalar(concat!(
        "SELECT sequence FROM events WHERE sequence > $1 AND kind IN ",
        logged!(),
        " ORDER BY sequence LIMIT 1"
    ))
    .bind(sequence)
    .fetch_optional(readers)
    .await?;
    Ok(found.is_some())
}

/// Makes the question for the head, with the events after it and up to a sequence that are to be entries, oldest first.
/// Without any it gives one row, and none where the log has no head.
pub(crate) fn pending(until: i64) -> Statement {
    Statement::of(concat!(
        "SELECT h.key, h.sequence, h.size, h.checkpoint, e.kind, e.skill, e.version, e.occurred_at, r.digest, \
         r.tree_digest, r.published_by, s.signature, s.rotations, s.identity FROM log_head h \
         LEFT JOIN events e ON e.sequence > h.sequence AND e.sequence <= $1 AND e.kind IN ",
        logged!(),
        " LEFT JOIN releases r ON r.skill = e.skill AND r.version = e.version \
         LEFT JOIN release_signatures s ON s.skill = e.skill AND s.version = e.version \
         WHERE h.id = 1 ORDER BY e.sequence"
    ))
    .bind(until)
}

/// Adds an entry.
pub(crate) fn insert(position: u64, row: &ChangeRow, entry: &str) -> Statement {
    Statement::of("INSERT INTO log_entries (position, kind, skill, version, entry) VALUES ($1, $2, $3, $4, $5)")
        .bind(number(position))
        .bind(&row.kind)
        .bind(&row.skill)
        .bind(row.version.as_deref())
        .bind(entry)
}

/// Keeps what a key signed of a release, and which of the publishers' keys it is, with the rotations that led to it.
pub(crate) fn insert_signature(
    (skill, version): (&str, &str),
    signature: &str,
    publisher: Option<(&str, &str)>,
) -> Statement {
    Statement::of(
        "INSERT INTO release_signatures (skill, version, signature, key, rotations) \
         VALUES ($1, $2, $3, $4, $5)",
    )
    .bind(skill)
    .bind(version)
    .bind(signature)
    .bind(publisher.map(|(key, _)| key))
    .bind(publisher.map(|(_, rotations)| rotations))
}

/// Writes a tile, which may have been shorter before.
pub(crate) fn put_tile(id: TileId, hashes: Vec<u8>) -> Statement {
    Statement::of(
        "INSERT INTO log_tiles (level, position, hashes) VALUES ($1, $2, $3) \
         ON CONFLICT (level, position) DO UPDATE SET hashes = excluded.hashes",
    )
    .bind(i64::from(id.level))
    .bind(number(id.index))
    .bind(hashes)
}

/// Gives tiles with all the hashes that they have; those that are not there are left out.
pub(crate) async fn tiles<'e>(
    executor: impl Executor<'e, Database = Any>,
    ids: &[TileId],
) -> Result<Vec<(TileId, Vec<u8>)>, sqlx::Error> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let each = (0..ids.len()).map(|place| {
        let (level, position) = (2 * place + 1, 2 * place + 2);
        format!("(level = ${level} AND position = ${position})")
    });
    let each: Vec<String> = each.collect();
    let text = format!(
        "SELECT level, position, hashes FROM log_tiles WHERE {}",
        each.join(" OR ")
    );
    // Only places of parameters are put into the text.
    let mut query = sqlx::query_as::<_, (i64, i64, Vec<u8>)>(AssertSqlSafe(text));
    for id in ids {
        query = query.bind(i64::from(id.level)).bind(number(id.index));
    }
    let rows = query.fetch_all(executor).await?;
    let tile = |(level, position, hashes): (i64, i64, Vec<u8>)| {
        let id = ids
            .iter()
            .find(|id| i64::from(id.level) == level && number(id.index) == position);
        id.map(|id| (*id, hashes))
    };
    Ok(rows.into_iter().filter_map(tile).collect())
}

/// Lists the entries from one position on.
pub(crate) async fn entries(
    readers: &AnyPool,
    first: u64,
    limit: u64,
) -> Result<Vec<EntryRow>, sqlx::Error> {
    sqlx::query_as(
        "SELECT position, entry FROM log_entries WHERE position >= $1 ORDER BY position LIMIT $2",
    )
    .bind(number(first))
    .bind(number(limit))
    .fetch_all(readers)
    .await
}

/// Finds the entry of a release's publication, with a head that covers it.
pub(crate) async fn of_release(
    readers: &AnyPool,
    skill: &str,
    version: &str,
) -> Result<Option<CoveredRow>, sqlx::Error> {
    sqlx::query_as(
        "SELECT l.position, l.entry, h.key, h.sequence, h.size, h.checkpoint FROM log_entries l \
         JOIN log_head h ON h.id = 1 WHERE l.skill = $1 AND l.version = $2 \
         AND l.kind IN ('SKILL_LISTED', 'RELEASE_PUBLISHED') ORDER BY l.position LIMIT 1",
    )
    .bind(skill)
    .bind(version)
    .fetch_optional(readers)
    .await
}
