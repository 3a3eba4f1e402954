//! Stars: which accounts gave one to which skills.

use sqlx::{AnyConnection, AnyPool};

use crate::store::statement::Statement;

/// Gives a skill the star of an account that gave it none.
pub(crate) fn insert((skill, account): (&str, &str), starred_at: i64) -> Statement {
    Statement::of(
        "INSERT INTO stars (skill, account, starred_at) VALUES ($1, $2, $3) ON CONFLICT (skill, account) DO NOTHING",
    )
    .bind(skill)
    .bind(account)
    .bind(starred_at)
}

/// Takes back the star of an account that gave one.
pub(crate) fn delete((skill, account): (&str, &str)) -> Statement {
    Statement::of("DELETE FROM stars WHERE skill = $1 AND account = $2")
        .bind(skill)
        .bind(account)
}

/// Takes all stars of a skill away.
pub(crate) fn delete_all(skill: &str) -> Statement {
    Statement::of("DELETE FROM stars WHERE skill = $1").bind(skill)
}

/// Counts the stars of a skill, and writes the number beside it.
pub(crate) async fn sum_up(
    connection: &mut AnyConnection,
    skill: &str,
) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar(
        "UPDATE skills SET star_count = (SELECT COUNT(*) FROM stars WHERE skill = $1) WHERE name = $1 \
         RETURNING star_count",
    )
    .bind(skill)
    .fetch_one(connection)
    .await
}

/// Tells how many stars a skill has, for whoever is about to change them.
pub(crate) async fn count_of(
    connection: &mut AnyConnection,
    skill: &str,
) -> Result<Option<i64>, sqlx::Error> {
    sqlx::query_scalar("SELECT star_count FROM skills WHERE name = $1")
        .bind(skill)
        .fetch_optional(connection)
        .await
}

/// Tells whether an account gave a skill a star.
pub(crate) async fn is_there(
    readers: &AnyPool,
    (skill, account): (&str, &str),
) -> Result<bool, sqlx::Error> {
    let found: Option<i64> =
        sqlx::query_scalar("SELECT starred_at FROM stars WHERE skill = $1 AND account = $2")
            .bind(skill)
            .bind(account)
            .fetch_optional(readers)
            .await?;
    Ok(found.is_some())
}
