//! How often releases were downloaded, by day.

use sqlx::{AnyConnection, AnyPool};

use crate::store::statement::Statement;

/// Adds to what a release was downloaded on a day.
pub(crate) async fn add(
    connection: &mut AnyConnection,
    (skill, version): (&str, &str),
    day: i64,
    times: i64,
) -> Result<(), sqlx::Error> {
    // A skill that was deleted meanwhile is counted no more.
    let is_there =
        sqlx::query("UPDATE skills SET download_count = download_count + $2 WHERE name = $1")
            .bind(skill)
            .bind(times)
            .execute(&mut *connection)
            .await?;
    if is_there.rows_affected() == 0 {
        return Ok(());
    }
    sqlx::query(
        "INSERT INTO downloads (skill, version, day, times) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (skill, version, day) DO UPDATE SET times = downloads.times + excluded.times",
    )
    .bind(skill)
    .bind(version)
    .bind(day)
    .bind(times)
    .execute(connection)
    .await
    .map(|_| ())
}

/// Counts the downloads of a skill since a day, that day included.
pub(crate) async fn since(readers: &AnyPool, skill: &str, day: i64) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar(
        "SELECT CAST(COALESCE(SUM(times), 0) AS BIGINT) FROM downloads WHERE skill = $1 AND day >= $2",
    )
    .bind(skill)
    .bind(day)
    .fetch_one(readers)
    .await
}

/// Counts the downloads of a release.
pub(crate) async fn of_release(
    readers: &AnyPool,
    skill: &str,
    version: &str,
) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar(
        "SELECT CAST(COALESCE(SUM(times), 0) AS BIGINT) FROM downloads WHERE skill = $1 AND version = $2",
    )
    .bind(skill)
    .bind(version)
    .fetch_one(readers)
    .await
}

/// Forgets how often a skill was downloaded.
pub(crate) fn delete_all(skill: &str) -> Statement {
    Statement::of("DELETE FROM downloads WHERE skill = $1").bind(skill)
}
