//! What names look like, so that a new one is not taken for another.

use sqlx::AnyConnection;

use crate::near::{halves, look, reversed};

/// How many looks are written at a time.
const BATCH: i64 = 2_000;

/// A skill whose name looks like another, maybe.
#[derive(Debug, sqlx::FromRow)]
pub(crate) struct NearRow {
    pub(crate) name: String,
    pub(crate) pack: String,
}

/// Finds the skills whose names may be too like a name, and among them all that are.
pub(crate) async fn near(
    connection: &mut AnyConnection,
    name: &str,
) -> Result<Vec<NearRow>, sqlx::Error> {
    let look = look(name);
    let Some((start, end)) = halves(&look) else {
        return sqlx::query_as("SELECT name, pack FROM skills WHERE look = $1 ORDER BY name")
            .bind(look)
            .fetch_all(connection)
            .await;
    };
    // Everything that begins with the half is between it and it with the highest letter.
    sqlx::query_as(
        "SELECT name, pack FROM skills WHERE ((look >= $1 AND look < $2) OR (look_reversed >= $3 AND look_reversed < $4)) \
         AND LENGTH(look) BETWEEN $5 AND $6 ORDER BY name",
    )
    .bind(&start)
    .bind(format!("{start}~"))
    .bind(&end)
    .bind(format!("{end}~"))
    .bind(look.len() as i64 - 1)
    .bind(look.len() as i64 + 1)
    .fetch_all(connection)
    .await
}

/// Writes the look of some names that have none yet, and tells whether there were any.
pub(crate) async fn fill(connection: &mut AnyConnection) -> Result<bool, sqlx::Error> {
    let names: Vec<String> = sqlx::query_scalar("SELECT name FROM skills WHERE look = '' LIMIT $1")
        .bind(BATCH)
        .fetch_all(&mut *connection)
        .await?;
    for name in &names {
        let look = look(name);
        sqlx::query("UPDATE skills SET look = $2, look_reversed = $3 WHERE name = $1")
            .bind(name)
            .bind(&look)
            .bind(reversed(&look))
            .execute(&mut *connection)
            .await?;
    }
    Ok(!names.is_empty())
}
