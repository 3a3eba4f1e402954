//! Skills, as their newest release presents them.

use std::fmt::Write as _;

use guild_skill::wire;
use sqlx::{AnyConnection, AnyPool, AssertSqlSafe};

use crate::clock::rfc3339;
use crate::near::{look, reversed};
use crate::store::count;
use crate::store::statement::Statement;

/// What a list shows of a skill.
#[derive(Debug, sqlx::FromRow)]
pub(crate) struct SummaryRow {
    pub(crate) name: String,
    title: String,
    summary: String,
    pack: String,
    pack_label: String,
    version: String,
    digest: String,
    published_at: i64,
    updated_at: Option<i64>,
    is_derived: i64,
    rating_count: i64,
    rating_stars: i64,
    download_count: i64,
    star_count: i64,
}

impl From<SummaryRow> for wire::SkillSummary {
    fn from(row: SummaryRow) -> Self {
        Self {
            name: row.name,
            title: row.title,
            summary: row.summary,
            pack: row.pack,
            pack_label: row.pack_label,
            version: row.version,
            digest: row.digest,
            published_at: rfc3339(row.published_at),
            updated_at: row.updated_at.map(rfc3339),
            is_derived: row.is_derived != 0,
            rating: wire::RatingSummary::of(count(row.rating_count), count(row.rating_stars)),
            download_count: count(row.download_count),
            star_count: count(row.star_count),
        }
    }
}

/// A skill with its page record.
#[derive(Debug, sqlx::FromRow)]
pub(crate) struct SkillRow {
    pub(crate) pack: String,
    pub(crate) pack_label: String,
    pub(crate) updated_at: Option<i64>,
    pub(crate) version: String,
    pub(crate) record: String,
    pub(crate) rating_count: i64,
    pub(crate) rating_stars: i64,
    pub(crate) download_count: i64,
    pub(crate) star_count: i64,
}

/// A row of `skills`, as a publisher writes it.
#[derive(Debug)]
pub(crate) struct NewestRow {
    pub(crate) name: String,
    pub(crate) pack: String,
    pub(crate) title: String,
    pub(crate) title_key: String,
    pub(crate) summary: String,
    pub(crate) description: String,
    pub(crate) is_derived: i64,
    pub(crate) updated_at: Option<i64>,
    pub(crate) version: String,
    pub(crate) sequence: i64,
}

/// What the search index takes of a skill.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(crate) struct SearchRow {
    pub(crate) name: String,
    pub(crate) pack: String,
    pub(crate) title: String,
    pub(crate) summary: String,
    pub(crate) description: String,
    pub(crate) is_derived: i64,
    pub(crate) has_contract: i64,
    pub(crate) is_signed: i64,
    pub(crate) listed_at: Option<i64>,
    pub(crate) updated_at: Option<i64>,
    pub(crate) sequence: i64,
    pub(crate) record: String,
    /// Whether it is there no more.
    pub(crate) is_deleted: i64,
}

/// Which skills a list holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Filter {
    pub(crate) pack: Option<String>,
    pub(crate) is_derived: Option<bool>,
    pub(crate) has_contract: Option<bool>,
    pub(crate) is_signed: Option<bool>,
}

impl Filter {
    /// Gives the marks of a skill that a filter may ask for, each with the name of its column.
    pub(crate) const fn marks(&self) -> [(&'static str, Option<bool>); 3] {
        [
            ("is_derived", self.is_derived),
            ("has_contract", self.has_contract),
            ("is_signed", self.is_signed),
        ]
    }

    /// Writes the conditions after others, with the pack as the parameter of that number. What is not asked for is left
    /// out, so that an index serves what is.
    fn conditions(&self, number: usize) -> String {
        let mut text = String::new();
        for (column, wanted) in self.marks() {
            if let Some(wanted) = wanted {
                // Writing to a string does not fail.
                let _ = write!(text, " AND s.{column} = {}", i64::from(wanted));
            }
        }
        if self.pack.is_some() {
            let _ = write!(text, " AND s.pack = ${number}");
        }
        text
    }
}

/// In which order a list stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    Name,
    Newest,
    Updated,
    Rating,
    Downloads,
    Stars,
}

impl Order {
    const fn text(self) -> &'static str {
        match self {
            Self::Name => "s.name",
            Self::Newest => "s.listed_at DESC NULLS LAST, s.name",
            Self::Updated => "s.updated_at DESC NULLS LAST, s.name",
            Self::Rating => "s.rating_order DESC, s.name",
            Self::Downloads => "s.download_count DESC, s.name",
            Self::Stars => "s.star_count DESC, s.name",
        }
    }
}

macro_rules! summaries {
    ($rest:literal) => {
        concat!(
            "SELECT s.name, s.title, s.summary, s.pack, p.label AS pack_label, s.version, r.digest, r.published_at, s.updated_at, \
             s.is_derived, s.rating_count, s.rating_stars, s.download_count, s.star_count FROM skills s \
             JOIN packs p ON p.name = s.pack JOIN releases r ON r.skill = s.name AND r.version = s.version ",
            $rest
        )
    };
}

/// Lists skills.
pub(crate) async fn list(
    readers: &AnyPool,
    filter: &Filter,
    order: Order,
    (limit, offset): (i64, i64),
) -> Result<Vec<SummaryRow>, sqlx::Error> {
    let text = format!(
        "{}{} ORDER BY {} LIMIT $1 OFFSET $2",
        summaries!("WHERE TRUE"),
        filter.conditions(3),
        order.text()
    );
    // Nothing that a client sent is in the text.
    let query = sqlx::query_as(AssertSqlSafe(text)).bind(limit).bind(offset);
    match filter.pack.as_deref() {
        Some(pack) => query.bind(pack).fetch_all(readers).await,
        None => query.fetch_all(readers).await,
    }
}

/// Counts skills.
pub(crate) async fn count_of(readers: &AnyPool, filter: &Filter) -> Result<i64, sqlx::Error> {
    let conditions = filter.conditions(1);
    let text = format!("SELECT COUNT(*) FROM skills s WHERE TRUE{conditions}");
    // Nothing that a client sent is in the text.
    let query = sqlx::query_scalar(AssertSqlSafe(text));
    match filter.pack.as_deref() {
        Some(pack) => query.bind(pack).fetch_one(readers).await,
        None => query.fetch_one(readers).await,
    }
}

/// Finds the skills of exactly this name or title, the name first.
pub(crate) async fn exact(
    readers: &AnyPool,
    filter: &Filter,
    (name, title_key): (&str, &str),
    limit: i64,
) -> Result<Vec<String>, sqlx::Error> {
    let conditions = filter.conditions(4);
    let text = format!(
        "SELECT s.name FROM skills s WHERE (s.name = $1 OR s.title_key = $2){conditions} \
         AND NOT EXISTS (SELECT 1 FROM releases r \
         WHERE r.skill = s.name AND r.version = s.version AND r.is_yanked = 1) \
         ORDER BY CASE WHEN s.name = $1 THEN 0 ELSE 1 END, s.name LIMIT $3"
    );
    // Nothing that a client sent is in the text.
    let query = sqlx::query_scalar(AssertSqlSafe(text))
        .bind(name)
        .bind(title_key)
        .bind(limit);
    match filter.pack.as_deref() {
        Some(pack) => query.bind(pack).fetch_all(readers).await,
        None => query.fetch_all(readers).await,
    }
}

/// Puts skills in order of what people make of them.
pub(crate) async fn ordered(
    readers: &AnyPool,
    names: &[String],
    order: Order,
) -> Result<Vec<String>, sqlx::Error> {
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let places = places(names.len());
    let order = order.text();
    let text = format!("SELECT s.name FROM skills s WHERE s.name IN ({places}) ORDER BY {order}");
    // Nothing but numbers and the words above was added to the text.
    let mut query = sqlx::query_scalar(AssertSqlSafe(text));
    for name in names {
        query = query.bind(name);
    }
    query.fetch_all(readers).await
}

/// Writes `$1, $2, …`.
fn places(length: usize) -> String {
    let mut text = String::with_capacity(length * 5);
    for number in 1..=length {
        let comma = if number == 1 { "" } else { ", " };
        // Writing to a string does not fail.
        let _ = write!(text, "{comma}${number}");
    }
    text
}

/// Finds what a list shows of these skills, in no order.
pub(crate) async fn named(
    readers: &AnyPool,
    names: &[String],
) -> Result<Vec<SummaryRow>, sqlx::Error> {
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let mut text = summaries!("WHERE s.name IN (").to_owned();
    text.push_str(&places(names.len()));
    text.push(')');
    // Nothing but numbers was added to the text.
    let mut query = sqlx::query_as(AssertSqlSafe(text));
    for name in names {
        query = query.bind(name);
    }
    query.fetch_all(readers).await
}

/// Finds a skill with its page record.
pub(crate) async fn one(readers: &AnyPool, name: &str) -> Result<Option<SkillRow>, sqlx::Error> {
    sqlx::query_as(
        "SELECT s.pack, p.label AS pack_label, s.updated_at, s.version, r.record, s.rating_count, s.rating_stars, \
         s.download_count, s.star_count FROM skills s \
         JOIN packs p ON p.name = s.pack JOIN releases r ON r.skill = s.name AND r.version = s.version \
         WHERE s.name = $1",
    )
    .bind(name)
    .fetch_optional(readers)
    .await
}

/// Tells which pack holds a skill.
pub(crate) async fn pack_of(
    connection: &mut AnyConnection,
    name: &str,
) -> Result<Option<String>, sqlx::Error> {
    sqlx::query_scalar("SELECT pack FROM skills WHERE name = $1")
        .bind(name)
        .fetch_optional(connection)
        .await
}

/// Lists, in the order of their changes, the skills that changed or were deleted after a sequence.
pub(crate) async fn changed_after(
    readers: &AnyPool,
    sequence: i64,
    limit: i64,
) -> Result<Vec<SearchRow>, sqlx::Error> {
    sqlx::query_as(
        "SELECT * FROM (SELECT s.name, s.pack, s.title, s.summary, s.description, s.is_derived, s.has_contract, \
         s.is_signed, s.listed_at, s.updated_at, s.sequence, r.record, r.is_yanked AS is_deleted \
         FROM skills s JOIN releases r ON r.skill = s.name AND r.version = s.version \
         WHERE s.sequence > $1 ORDER BY s.sequence LIMIT $2) there \
         UNION ALL \
         SELECT * FROM (SELECT t.name, t.pack, CAST('' AS TEXT) AS title, CAST('' AS TEXT) AS summary, \
         CAST('' AS TEXT) AS description, CAST(0 AS BIGINT) AS is_derived, CAST(0 AS BIGINT) AS has_contract, \
         CAST(0 AS BIGINT) AS is_signed, CAST(NULL AS BIGINT) AS listed_at, CAST(NULL AS BIGINT) AS updated_at, \
         t.sequence, CAST('' AS TEXT) AS record, CAST(1 AS BIGINT) AS is_deleted \
         FROM tombstones t WHERE t.sequence > $1 ORDER BY t.sequence LIMIT $2) gone \
         ORDER BY sequence LIMIT $2",
    )
    .bind(sequence)
    .bind(limit)
    .fetch_all(readers)
    .await
}

/// Writes what the newest release says of a skill.
pub(crate) fn put(row: &NewestRow) -> Statement {
    let look = look(&row.name);
    Statement::of(
        "INSERT INTO skills (name, pack, title, title_key, summary, description, is_derived, updated_at, version, \
         sequence, look, look_reversed) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) \
         ON CONFLICT (name) DO UPDATE SET title = excluded.title, title_key = excluded.title_key, \
         summary = excluded.summary, description = excluded.description, is_derived = excluded.is_derived, \
         updated_at = excluded.updated_at, version = excluded.version, sequence = excluded.sequence",
    )
    .bind(&row.name)
    .bind(&row.pack)
    .bind(&row.title)
    .bind(&row.title_key)
    .bind(&row.summary)
    .bind(&row.description)
    .bind(row.is_derived)
    .bind(row.updated_at)
    .bind(&row.version)
    .bind(row.sequence)
    .bind(&look)
    .bind(reversed(&look))
}

/// Notes what follows from the releases of a skill, their files and their signatures, now that they are written.
pub(crate) fn settle(name: &str) -> Statement {
    Statement::of(
        "UPDATE skills SET \
         has_contract = (SELECT COUNT(*) FROM files f WHERE f.skill = skills.name AND f.version = skills.version \
         AND f.path = 'contract.toml'), \
         is_signed = (SELECT COUNT(*) FROM release_signatures g WHERE g.skill = skills.name \
         AND g.version = skills.version AND g.signature IS NOT NULL), \
         listed_at = (SELECT MIN(r.published_at) FROM releases r WHERE r.skill = skills.name), \
         released_at = (SELECT MAX(r.published_at) FROM releases r WHERE r.skill = skills.name) \
         WHERE name = $1",
    )
    .bind(name)
}

/// Moves a skill to another pack.
pub(crate) fn set_pack((name, pack): (&str, &str), sequence: i64) -> Statement {
    Statement::of("UPDATE skills SET pack = $2, sequence = $3 WHERE name = $1")
        .bind(name)
        .bind(pack)
        .bind(sequence)
}

/// Takes a skill away whose releases are gone.
pub(crate) fn delete(name: &str) -> Statement {
    Statement::of("DELETE FROM skills WHERE name = $1").bind(name)
}
