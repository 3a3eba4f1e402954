//! Packs: labelled groups of skills.

use guild_skill::wire;
use sqlx::{AnyConnection, AnyPool, AssertSqlSafe};

use crate::clock::rfc3339;
use crate::store::count;
use crate::store::statement::Statement;

/// A row of `packs` with what is counted over its skills.
#[derive(Debug, sqlx::FromRow)]
pub(crate) struct PackRow {
    name: String,
    label: String,
    skill_count: i64,
    updated_at: Option<i64>,
}

impl From<PackRow> for wire::Pack {
    fn from(row: PackRow) -> Self {
        Self {
            name: row.name,
            label: row.label,
            skill_count: count(row.skill_count),
            updated_at: row.updated_at.map(rfc3339),
        }
    }
}

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT p.name, p.label, (SELECT COUNT(*) FROM skills s WHERE s.pack = p.name) AS skill_count, \
             (SELECT MAX(s.released_at) FROM skills s WHERE s.pack = p.name) AS updated_at FROM packs p ",
            $rest
        )
    };
}

/// Lists the packs by name.
pub(crate) async fn list(
    readers: &AnyPool,
    (limit, offset): (i64, i64),
) -> Result<Vec<PackRow>, sqlx::Error> {
    sqlx::query_as(select!("ORDER BY p.name LIMIT $1 OFFSET $2"))
        .bind(limit)
        .bind(offset)
        .fetch_all(readers)
        .await
}

/// Counts the packs.
pub(crate) async fn count_all(readers: &AnyPool) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("SELECT COUNT(*) FROM packs")
        .fetch_one(readers)
        .await
}

/// Finds a pack.
pub(crate) async fn one(readers: &AnyPool, name: &str) -> Result<Option<PackRow>, sqlx::Error> {
    sqlx::query_as(select!("WHERE p.name = $1"))
        .bind(name)
        .fetch_optional(readers)
        .await
}

/// Makes a pack unless it is there, whose first label then stays.
pub(crate) fn ensure(name: &str, label: &str) -> Statement {
    Statement::of("INSERT INTO packs (name, label) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING")
        .bind(name)
        .bind(label)
}

/// Tells whether a pack is there, and how many skills it lists.
pub(crate) async fn skills_of(
    connection: &mut AnyConnection,
    name: &str,
) -> Result<Option<i64>, sqlx::Error> {
    sqlx::query_scalar(
        "SELECT (SELECT COUNT(*) FROM skills s WHERE s.pack = p.name) FROM packs p WHERE p.name = $1",
    )
    .bind(name)
    .fetch_optional(connection)
    .await
}

/// Gives a pack another label.
pub(crate) fn set_label(name: &str, label: &str) -> Statement {
    Statement::of("UPDATE packs SET label = $2 WHERE name = $1")
        .bind(name)
        .bind(label)
}

/// Takes a pack away that lists nothing.
pub(crate) fn delete(name: &str) -> Statement {
    Statement::of("DELETE FROM packs WHERE name = $1").bind(name)
}

/// Finds the labels of these packs.
pub(crate) async fn labels(
    readers: &AnyPool,
    names: &[String],
) -> Result<Vec<(String, String)>, sqlx::Error> {
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let places = (1..=names.len()).map(|number| format!("${number}"));
    let places = places.collect::<Vec<_>>().join(", ");
    // Nothing but numbers is added to the text.
    let text = format!("SELECT name, label FROM packs WHERE name IN ({places})");
    let mut query = sqlx::query_as(AssertSqlSafe(text));
    for name in names {
        query = query.bind(name);
    }
    query.fetch_all(readers).await
}
