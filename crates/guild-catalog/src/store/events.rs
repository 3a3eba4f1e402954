//! What happened, in order.

use guild_skill::wire::{self, EventKind};
use sqlx::{AnyConnection, AnyPool};

use crate::clock::rfc3339;
use crate::error::StoreError;
use crate::store::statement::Statement;
use crate::store::{count, number};

/// A row of `events`.
#[derive(Debug, sqlx::FromRow)]
pub(crate) struct EventRow {
    pub(crate) sequence: i64,
    pub(crate) kind: String,
    pub(crate) skill: String,
    pub(crate) version: Option<String>,
    pub(crate) occurred_at: i64,
}

impl EventRow {
    /// Gives the shape that the API shows.
    pub(crate) fn into_wire(self) -> Result<wire::Event, StoreError> {
        Ok(wire::Event {
            sequence: count(self.sequence),
            kind: parse_kind(&self.kind)?,
            skill: self.skill,
            version: self.version,
            occurred_at: rfc3339(self.occurred_at),
        })
    }
}

const fn kind_name(kind: EventKind) -> &'static str {
    match kind {
        EventKind::SkillListed => "SKILL_LISTED",
        EventKind::ReleasePublished => "RELEASE_PUBLISHED",
        EventKind::ReleaseYanked => "RELEASE_YANKED",
        EventKind::ReleaseUnyanked => "RELEASE_UNYANKED",
        EventKind::SkillMoved => "SKILL_MOVED",
        EventKind::SkillDeleted => "SKILL_DELETED",
    }
}

/// Reads the word of a kind.
pub(crate) fn parse_kind(text: &str) -> Result<EventKind, StoreError> {
    let kinds = [
        EventKind::SkillListed,
        EventKind::ReleasePublished,
        EventKind::ReleaseYanked,
        EventKind::ReleaseUnyanked,
        EventKind::SkillMoved,
        EventKind::SkillDeleted,
    ];
    let found = kinds.into_iter().find(|&kind| kind_name(kind) == text);
    found.ok_or_else(|| StoreError::Damaged {
        what: "event",
        reason: format!("`{text}` is not a kind of event"),
    })
}

/// Takes the next sequence. Until the transaction ends, every other writer waits here.
pub(crate) async fn next(connection: &mut AnyConnection) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("UPDATE history SET sequence = sequence + 1 WHERE id = 1 RETURNING sequence")
        .fetch_one(connection)
        .await
}

/// Takes the next sequence as [`next`] does, for who asks for it afterwards.
pub(crate) fn step() -> Statement {
    Statement::of("UPDATE history SET sequence = sequence + 1 WHERE id = 1")
}

/// Tells the sequence of the newest change.
pub(crate) async fn newest(readers: &AnyPool) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("SELECT sequence FROM history WHERE id = 1")
        .fetch_one(readers)
        .await
}

/// Tells the sequence of the newest event; 0 before the first.
pub(crate) async fn last(readers: &AnyPool) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("SELECT COALESCE(MAX(sequence), 0) FROM events")
        .fetch_one(readers)
        .await
}

/// Records what happened.
pub(crate) fn insert(
    sequence: i64,
    kind: EventKind,
    (skill, version): (&str, Option<&str>),
    occurred_at: i64,
) -> Statement {
    Statement::of("INSERT INTO events (sequence, kind, skill, version, occurred_at) VALUES ($1, $2, $3, $4, $5)")
        .bind(sequence)
        .bind(kind_name(kind))
        .bind(skill)
        .bind(version)
        .bind(occurred_at)
}

/// Finds one event.
pub(crate) async fn one(readers: &AnyPool, sequence: i64) -> Result<Option<EventRow>, sqlx::Error> {
    sqlx::query_as(
        "SELECT sequence, kind, skill, version, occurred_at FROM events WHERE sequence = $1",
    )
    .bind(sequence)
    .fetch_optional(readers)
    .await
}

/// Lists the events after a sequence, oldest first.
pub(crate) async fn after(
    readers: &AnyPool,
    sequence: u64,
    (limit, offset): (i64, i64),
) -> Result<Vec<EventRow>, sqlx::Error> {
    sqlx::query_as(
        "SELECT sequence, kind, skill, version, occurred_at FROM events \
         WHERE sequence > $1 ORDER BY sequence LIMIT $2 OFFSET $3",
    )
    .bind(number(sequence))
    .bind(limit)
    .bind(offset)
    .fetch_all(readers)
    .await
}

/// Counts the events after a sequence.
pub(crate) async fn count_after(readers: &AnyPool, sequence: u64) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("SELECT COUNT(*) FROM events WHERE sequence > $1")
        .bind(number(sequence))
        .fetch_one(readers)
        .await
}

/// An event with what people need to read it.
#[derive(Debug, sqlx::FromRow)]
pub(crate) struct NewsRow {
    pub(crate) sequence: i64,
    pub(crate) kind: String,
    pub(crate) skill: String,
    pub(crate) version: Option<String>,
    pub(crate) occurred_at: i64,
    pub(crate) title: Option<String>,
    pub(crate) summary: Option<String>,
    pub(crate) yank_reason: Option<String>,
    pub(crate) delete_reason: Option<String>,
}

macro_rules! news {
    ($which:literal) => {
        concat!(
            "SELECT e.sequence, e.kind, e.skill, e.version, e.occurred_at, s.title, s.summary, r.yank_reason, \
             t.reason AS delete_reason FROM events e LEFT JOIN skills s ON s.name = e.skill \
             LEFT JOIN releases r ON r.skill = e.skill AND r.version = e.version \
             LEFT JOIN tombstones t ON t.name = e.skill ",
            $which,
            " DESC LIMIT $1"
        )
    };
}

/// Lists the newest events first.
pub(crate) async fn news(readers: &AnyPool, limit: i64) -> Result<Vec<NewsRow>, sqlx::Error> {
    sqlx::query_as(news!("ORDER BY e.sequence"))
        .bind(limit)
        .fetch_all(readers)
        .await
}

/// Lists the newest events of a skill first.
pub(crate) async fn news_of_skill(
    readers: &AnyPool,
    skill: &str,
    limit: i64,
) -> Result<Vec<NewsRow>, sqlx::Error> {
    sqlx::query_as(news!("WHERE e.skill = $2 ORDER BY e.sequence"))
        .bind(limit)
        .bind(skill)
        .fetch_all(readers)
        .await
}

/// Lists the newest events first of the skills that a pack lists, or listed when they were deleted. They are found by
/// skill and then put in order (the `+`): by their order all events would be read until there are enough.
pub(crate) async fn news_of_pack(
    readers: &AnyPool,
    pack: &str,
    limit: i64,
) -> Result<Vec<NewsRow>, sqlx::Error> {
    sqlx::query_as(news!(
        "WHERE e.skill IN (SELECT name FROM skills WHERE pack = $2 UNION ALL \
         SELECT name FROM tombstones WHERE pack = $2) ORDER BY +e.sequence"
    ))
    .bind(limit)
    .bind(pack)
    .fetch_all(readers)
    .await
}
