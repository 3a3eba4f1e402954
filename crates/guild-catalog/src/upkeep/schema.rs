//! The tables of a catalog, read from the schema that the migrations make.

use sqlx::{AnyConnection, AssertSqlSafe, Connection as _};

use super::UpkeepError;
use crate::dialect::Dialect;
use crate::error::OpenError;
use crate::store::connect;

/// A table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Table {
    pub(super) name: String,
    pub(super) columns: Vec<Column>,
    /// The tables that its rows refer to.
    refers_to: Vec<String>,
    /// How many rows the migrations themselves put in.
    pub(super) fresh_rows: u64,
}

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Column {
    pub(super) name: String,
    pub(super) kind: Kind,
}

/// What a column holds: all that a schema for both engines may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Number,
    Text,
    Bytes,
}

/// Gives the version that the migrations of this binary lead to.
pub(super) fn version() -> i64 {
    let migrations = Dialect::Sqlite.migrations().iter();
    migrations.map(|one| one.version).max().unwrap_or(0)
}

/// Lists the tables, those that are referred to before those that refer to them.
pub(super) async fn tables() -> Result<Vec<Table>, UpkeepError> {
    connect::install_drivers();
    let mut empty = AnyConnection::connect("sqlite::memory:").await?;
    let migrated = Dialect::Sqlite.migrations().run(&mut empty).await;
    migrated.map_err(|source| OpenError::Migration { source })?;
    let names: Vec<String> = sqlx::query_scalar(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite@_%' ESCAPE '@' \
         AND name NOT LIKE '@_sqlx%' ESCAPE '@' ORDER BY name",
    )
    .fetch_all(&mut empty)
    .await?;
    let mut waiting = Vec::new();
    for name in names {
        waiting.push(table(&mut empty, name).await?);
    }
    empty.close().await?;
    Ok(in_order(waiting))
}

async fn table(empty: &mut AnyConnection, name: String) -> Result<Table, UpkeepError> {
    let described: Vec<(String, String)> =
        sqlx::query_as("SELECT name, type FROM pragma_table_info($1) ORDER BY cid")
            .bind(&name)
            .fetch_all(&mut *empty)
            .await?;
    let columns = described.into_iter().map(|(column, kind)| {
        let kind = match kind.as_str() {
            "BIGINT" => Kind::Number,
            "TEXT" => Kind::Text,
            "BLOB" => Kind::Bytes,
            _ => {
                let table = name.clone();
                return Err(UpkeepError::Column {
                    table,
                    column,
                    kind,
                });
            }
        };
        Ok(Column { name: column, kind })
    });
    let columns = columns.collect::<Result<_, _>>()?;
    let refers_to = sqlx::query_scalar("SELECT \"table\" FROM pragma_foreign_key_list($1)")
        .bind(&name)
        .fetch_all(&mut *empty)
        .await?;
    Ok(Table {
        fresh_rows: count(empty, &name).await?,
        name,
        columns,
        refers_to,
    })
}

/// Counts the rows of a table.
pub(super) async fn count(connection: &mut AnyConnection, table: &str) -> Result<u64, sqlx::Error> {
    // The name is from the schema.
    let text = AssertSqlSafe(format!("SELECT COUNT(*) FROM \"{table}\""));
    let rows: i64 = sqlx::query_scalar(text).fetch_one(connection).await?;
    Ok(crate::store::count(rows))
}

fn in_order(mut waiting: Vec<Table>) -> Vec<Table> {
    let mut ordered: Vec<Table> = Vec::new();
    while !waiting.is_empty() {
        let is_there = |name: &String| ordered.iter().any(|table| table.name == *name);
        let is_free = |table: &Table| {
            let mut named = table.refers_to.iter();
            named.all(|name| *name == table.name || is_there(name))
        };
        // Tables in a ring are taken as they come; a schema has none.
        let next = waiting.iter().position(is_free).unwrap_or(0);
        ordered.push(waiting.remove(next));
    }
    ordered
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn every_table_is_known_and_stands_behind_those_it_refers_to() {
        let tables = tables().await.unwrap();
        let place = |name: &str| tables.iter().position(|table| table.name == name).unwrap();
        for table in &tables {
            assert!(!table.columns.is_empty(), "{}", table.name);
            for other in &table.refers_to {
                assert!(
                    place(other) <= place(&table.name),
                    "{} before {other}",
                    table.name
                );
            }
        }
        assert!(place("packs") < place("skills") && place("skills") < place("releases"));
        assert_eq!(tables[place("history")].fresh_rows, 1);
    }
}
