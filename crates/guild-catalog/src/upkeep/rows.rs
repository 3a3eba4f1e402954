//! Rows as values, from one database to another.

use std::fmt::Write as _;

use futures_util::TryStreamExt as _;
use guild_skill::Digest;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Row as _};

use super::schema::{Kind, Table};

/// How many values one statement holds at the most; both engines take far more.
const VALUES: usize = 2_000;

/// What a table holds, in whatever order: two tables of one sum are the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sum {
    pub(super) rows: u64,
    digest: u128,
}

enum Value {
    Number(Option<i64>),
    Text(Option<String>),
    Bytes(Option<Vec<u8>>),
}

impl Sum {
    fn add(&mut self, row: &[Value]) {
        let mut bytes = Vec::new();
        for value in row {
            let (tag, content) = match value {
                Value::Number(number) => (b'n', number.map(|number| number.to_be_bytes().to_vec())),
                Value::Text(text) => (b't', text.as_ref().map(|text| text.clone().into_bytes())),
                Value::Bytes(content) => (b'b', content.clone()),
            };
            bytes.push(if content.is_some() { tag } else { b'-' });
            let content = content.unwrap_or_default();
            bytes.extend((content.len() as u64).to_be_bytes());
            bytes.extend(content);
        }
        let digest = Digest::of(&bytes);
        // The first half of a digest is 32 hexadecimal digits.
        let half = u128::from_str_radix(&digest.hex()[..32], 16).unwrap_or_default();
        self.digest = self.digest.wrapping_add(half);
        self.rows += 1;
    }
}

/// Sums a table up.
pub(super) async fn sum(connection: &mut AnyConnection, table: &Table) -> Result<Sum, sqlx::Error> {
    let mut sum = Sum::default();
    let text = select(table);
    let mut rows = sqlx::query(AssertSqlSafe(text)).fetch(connection);
    while let Some(row) = rows.try_next().await? {
        sum.add(&values(&row, table)?);
    }
    Ok(sum)
}

/// Copies a table, and sums up what was read.
pub(super) async fn copy(
    from: &mut AnyConnection,
    to: &mut AnyConnection,
    table: &Table,
) -> Result<Sum, sqlx::Error> {
    let at_once = (VALUES / table.columns.len()).max(1);
    let full = insert(table, at_once);
    let mut sum = Sum::default();
    let mut waiting: Vec<Vec<Value>> = Vec::new();
    let text = select(table);
    let mut rows = sqlx::query(AssertSqlSafe(text)).fetch(from);
    while let Some(row) = rows.try_next().await? {
        let row = values(&row, table)?;
        sum.add(&row);
        waiting.push(row);
        if waiting.len() == at_once {
            write(to, full.clone(), std::mem::take(&mut waiting)).await?;
        }
    }
    if !waiting.is_empty() {
        write(to, insert(table, waiting.len()), waiting).await?;
    }
    Ok(sum)
}

/// Removes all rows of a table.
pub(super) async fn empty(
    connection: &mut AnyConnection,
    table: &Table,
) -> Result<(), sqlx::Error> {
    let text = format!("DELETE FROM \"{}\"", table.name);
    let done = sqlx::query(AssertSqlSafe(text)).execute(connection).await;
    done.map(|_| ())
}

async fn write(
    to: &mut AnyConnection,
    text: String,
    rows: Vec<Vec<Value>>,
) -> Result<(), sqlx::Error> {
    // Nothing but names of the schema and numbers are in the text.
    let mut query = sqlx::query(AssertSqlSafe(text));
    for value in rows.into_iter().flatten() {
        query = match value {
            Value::Number(number) => query.bind(number),
            Value::Text(text) => query.bind(text),
            Value::Bytes(bytes) => query.bind(bytes),
        };
    }
    query.execute(to).await.map(|_| ())
}

fn values(row: &AnyRow, table: &Table) -> Result<Vec<Value>, sqlx::Error> {
    let kinds = table.columns.iter().map(|column| column.kind).enumerate();
    let value = |(place, kind)| match kind {
        Kind::Number => row.try_get(place).map(Value::Number),
        Kind::Text => row.try_get(place).map(Value::Text),
        Kind::Bytes => row.try_get(place).map(Value::Bytes),
    };
    kinds.map(value).collect()
}

fn names(table: &Table) -> String {
    let names: Vec<String> = table
        .columns
        .iter()
        .map(|column| format!("\"{}\"", column.name))
        .collect();
    names.join(", ")
}

fn select(table: &Table) -> String {
    format!("SELECT {} FROM \"{}\"", names(table), table.name)
}

fn insert(table: &Table, rows: usize) -> String {
    let mut text = format!("INSERT INTO \"{}\" ({}) VALUES ", table.name, names(table));
    let width = table.columns.len();
    for row in 0..rows {
        text.push_str(if row == 0 { "(" } else { ", (" });
        for column in 0..width {
            let comma = if column == 0 { "" } else { ", " };
            // Writing to a string does not fail.
            let _ = write!(text, "{comma}${}", row * width + column + 1);
        }
        text.push(')');
    }
    text
}
