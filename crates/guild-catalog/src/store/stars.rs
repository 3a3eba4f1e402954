//! Stars: which accounts gave one to which skills.

use sqlx::{AnyConnection, AnyPool};

/// Gives a skill the star of an account, and tells whether it had none from it.
pub(crate) async fn insert(
    connection: &mut AnyConnection,
    (skill, account): (&str, &str),
    starred_at: i64,
) -> Result<bool, sqlx::Error> {
    sqlx::query(
        "INSERT INTO stars (skill, account, starred_at) VALUES ($1, $2, $3) ON CONFLICT (skill, account) DO NOTHING",
    )
    .bind(skill)
    .bind(account)
    .bind(starred_at)
    .execute(connection)
    .await
    .map(|done| done.rows_affected() > 0)
}

/// Takes the star of an account back, and tells whether there was one.
pub(crate) async fn delete(
    connection: &mut AnyConnection,
    (skill, account): (&str, &str),
) -> Result<bool, sqlx::Error> {
    sqlx::query("DELETE FROM stars WHERE skill = $1 AND account = $2")
        .bind(skill)
        .bind(account)
        .execute(connection)
        .await
        .map(|done| done.rows_affected() > 0)
}

/// Takes all stars of a skill away.
pub(crate) async fn delete_all(
    connection: &mut AnyConnection,
    skill: &str,
) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM stars WHERE skill = $1")
        .bind(skill)
        .execute(connection)
        .await
        .map(|_| ())
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
