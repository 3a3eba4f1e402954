//! The files of a release: what they are, not what they hold, which is in the archive.

use guild_skill::wire;
use sqlx::{Any, AnyPool, Executor};

use crate::store::statement::Statement;
use crate::store::{count, number};

/// How many files are written with one statement.
const AT_A_TIME: usize = 16;

/// A row of `files`.
#[derive(Debug, sqlx::FromRow)]
pub(crate) struct FileRow {
    path: String,
    size_bytes: i64,
    digest: String,
    is_executable: i64,
}

impl From<FileRow> for wire::File {
    fn from(row: FileRow) -> Self {
        Self {
            path: row.path,
            size_bytes: count(row.size_bytes),
            digest: row.digest,
            is_executable: row.is_executable != 0,
        }
    }
}

/// Lists the files of a release by path.
pub(crate) async fn list<'e>(
    executor: impl Executor<'e, Database = Any>,
    (skill, version): (&str, &str),
    (limit, offset): (i64, i64),
) -> Result<Vec<FileRow>, sqlx::Error> {
    sqlx::query_as(
        "SELECT path, size_bytes, digest, is_executable FROM files WHERE skill = $1 AND version = $2 \
         ORDER BY path LIMIT $3 OFFSET $4",
    )
    .bind(skill)
    .bind(version)
    .bind(limit)
    .bind(offset)
    .fetch_all(executor)
    .await
}

/// Counts the files of a release.
pub(crate) async fn count_of(
    readers: &AnyPool,
    skill: &str,
    version: &str,
) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("SELECT COUNT(*) FROM files WHERE skill = $1 AND version = $2")
        .bind(skill)
        .bind(version)
        .fetch_one(readers)
        .await
}

/// Finds a file of a release.
pub(crate) async fn one(
    readers: &AnyPool,
    (skill, version): (&str, &str),
    path: &str,
) -> Result<Option<FileRow>, sqlx::Error> {
    sqlx::query_as(
        "SELECT path, size_bytes, digest, is_executable FROM files WHERE skill = $1 AND version = $2 AND path = $3",
    )
    .bind(skill)
    .bind(version)
    .bind(path)
    .fetch_optional(readers)
    .await
}

/// Adds files to a release.
pub(crate) fn insert<'a>(
    (skill, version): (&'a str, &'a str),
    files: &'a [wire::File],
) -> impl Iterator<Item = Statement> + 'a {
    files.chunks(AT_A_TIME).map(move |files| {
        let rows = (0..files.len()).map(|row| {
            let first = 3 + 4 * row;
            let (size, digest, flag) = (first + 1, first + 2, first + 3);
            format!("($1, $2, ${first}, ${size}, ${digest}, ${flag})")
        });
        let rows: Vec<String> = rows.collect();
        // Only places of parameters are put into the text.
        let text = format!(
            "INSERT INTO files (skill, version, path, size_bytes, digest, is_executable) VALUES {}",
            rows.join(", ")
        );
        let statement = Statement::assembled(text).bind(skill).bind(version);
        files.iter().fold(statement, |statement, file| {
            statement
                .bind(&file.path)
                .bind(number(file.size_bytes))
                .bind(&file.digest)
                .bind(i64::from(file.is_executable))
        })
    })
}

/// Takes away the files of all releases of a skill.
pub(crate) fn delete_all(skill: &str) -> Statement {
    Statement::of("DELETE FROM files WHERE skill = $1").bind(skill)
}
