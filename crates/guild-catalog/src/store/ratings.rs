//! Ratings, and what they come to for a skill.

use guild_skill::wire;
use sqlx::{AnyConnection, AnyPool};

use crate::store::statement::Statement;

use crate::clock::rfc3339;

/// A row of `ratings`.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(crate) struct RatingRow {
    pub(crate) id: String,
    pub(crate) skill: String,
    pub(crate) account: String,
    pub(crate) stars: i64,
    pub(crate) text: String,
    pub(crate) version: String,
    pub(crate) created_at: i64,
    pub(crate) changed_at: i64,
    pub(crate) hidden_reason: Option<String>,
}

impl From<RatingRow> for wire::Rating {
    fn from(row: RatingRow) -> Self {
        Self {
            id: row.id,
            skill: row.skill,
            account: row.account,
            stars: u8::try_from(row.stars).unwrap_or_default(),
            text: row.text,
            version: row.version,
            created_at: rfc3339(row.created_at),
            changed_at: rfc3339(row.changed_at),
            is_hidden: row.hidden_reason.is_some(),
            hidden_reason: row.hidden_reason,
        }
    }
}

/// Which ratings of a skill are wanted, and who looks.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    pub(crate) skill: String,
    /// Only that of this account.
    pub(crate) account: Option<String>,
    /// Who sees their own though it is hidden.
    pub(crate) viewer: Option<String>,
    /// Whether all hidden ones are seen.
    pub(crate) sees_all: bool,
}

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT id, skill, account, stars, text, version, created_at, changed_at, hidden_reason FROM ratings ",
            $rest
        )
    };
}

macro_rules! seen {
    ($before:literal, $after:literal) => {
        concat!(
            $before,
            "WHERE skill = $1 AND (CAST($2 AS TEXT) IS NULL OR account = $2) \
             AND (hidden_reason IS NULL OR account = $3 OR $4 = 1) ",
            $after
        )
    };
}

/// Lists ratings of a skill, the last changed first.
pub(crate) async fn list(
    readers: &AnyPool,
    wanted: &Wanted,
    (limit, offset): (i64, i64),
) -> Result<Vec<RatingRow>, sqlx::Error> {
    sqlx::query_as(seen!(
        "SELECT id, skill, account, stars, text, version, created_at, changed_at, hidden_reason FROM ratings ",
        "ORDER BY changed_at DESC, id LIMIT $5 OFFSET $6"
    ))
    .bind(wanted.skill.as_str())
    .bind(wanted.account.as_deref())
    .bind(wanted.viewer.as_deref())
    .bind(i64::from(wanted.sees_all))
    .bind(limit)
    .bind(offset)
    .fetch_all(readers)
    .await
}

/// Counts ratings of a skill.
pub(crate) async fn count_of(readers: &AnyPool, wanted: &Wanted) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar(seen!("SELECT COUNT(*) FROM ratings ", ""))
        .bind(wanted.skill.as_str())
        .bind(wanted.account.as_deref())
        .bind(wanted.viewer.as_deref())
        .bind(i64::from(wanted.sees_all))
        .fetch_one(readers)
        .await
}

/// Finds a rating of a skill for whoever is about to change it.
pub(crate) async fn to_change(
    connection: &mut AnyConnection,
    skill: &str,
    id: &str,
) -> Result<Option<RatingRow>, sqlx::Error> {
    sqlx::query_as(select!("WHERE skill = $1 AND id = $2"))
        .bind(skill)
        .bind(id)
        .fetch_optional(connection)
        .await
}

/// Adds a rating where the account has none of the skill.
pub(crate) fn insert(row: &RatingRow) -> Statement {
    Statement::of(
        "INSERT INTO ratings (id, skill, account, stars, text, version, created_at, changed_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (skill, account) DO NOTHING",
    )
    .bind(row.id.as_str())
    .bind(row.skill.as_str())
    .bind(row.account.as_str())
    .bind(row.stars)
    .bind(row.text.as_str())
    .bind(row.version.as_str())
    .bind(row.created_at)
    .bind(row.changed_at)
}

/// Finds the id of what an account makes of a skill.
pub(crate) async fn of_account(
    connection: &mut AnyConnection,
    skill: &str,
    account: &str,
) -> Result<String, sqlx::Error> {
    sqlx::query_scalar("SELECT id FROM ratings WHERE skill = $1 AND account = $2")
        .bind(skill)
        .bind(account)
        .fetch_one(connection)
        .await
}

/// Counts the releases of a skill that an account published.
pub(crate) async fn count_published(
    connection: &mut AnyConnection,
    skill: &str,
    account: &str,
) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("SELECT COUNT(*) FROM releases WHERE skill = $1 AND published_by = $2")
        .bind(skill)
        .bind(account)
        .fetch_one(connection)
        .await
}

/// Tells which version stands for a skill.
pub(crate) async fn standing(
    connection: &mut AnyConnection,
    skill: &str,
) -> Result<String, sqlx::Error> {
    sqlx::query_scalar("SELECT version FROM skills WHERE name = $1")
        .bind(skill)
        .fetch_one(connection)
        .await
}

/// Writes what may change of a rating.
pub(crate) fn update(row: &RatingRow) -> Statement {
    Statement::of(
        "UPDATE ratings SET stars = $2, text = $3, version = $4, changed_at = $5, hidden_reason = $6 WHERE id = $1",
    )
    .bind(row.id.as_str())
    .bind(row.stars)
    .bind(row.text.as_str())
    .bind(row.version.as_str())
    .bind(row.changed_at)
    .bind(row.hidden_reason.as_deref())
}

/// Takes a rating away.
pub(crate) fn delete(id: &str) -> Statement {
    Statement::of("DELETE FROM ratings WHERE id = $1").bind(id)
}

/// Takes all ratings of a skill away.
pub(crate) fn delete_all(skill: &str) -> Statement {
    Statement::of("DELETE FROM ratings WHERE skill = $1").bind(skill)
}

/// Counts the ratings of a skill that everybody sees, and adds up their stars.
pub(crate) async fn sum(
    connection: &mut AnyConnection,
    skill: &str,
) -> Result<(i64, i64), sqlx::Error> {
    sqlx::query_as(
        "SELECT COUNT(*), CAST(COALESCE(SUM(stars), 0) AS BIGINT) FROM ratings \
         WHERE skill = $1 AND hidden_reason IS NULL",
    )
    .bind(skill)
    .fetch_one(connection)
    .await
}

/// Counts the ratings of a skill that are hidden.
pub(crate) async fn count_hidden(readers: &AnyPool, skill: &str) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar(
        "SELECT COUNT(*) FROM ratings WHERE skill = $1 AND hidden_reason IS NOT NULL",
    )
    .bind(skill)
    .fetch_one(readers)
    .await
}

/// Writes beside a skill what its ratings come to.
pub(crate) fn set_sum(skill: &str, (number, stars, order): (i64, i64, i64)) -> Statement {
    Statement::of(
        "UPDATE skills SET rating_count = $2, rating_stars = $3, rating_order = $4 WHERE name = $1",
    )
    .bind(skill)
    .bind(number)
    .bind(stars)
    .bind(order)
}
