//! Statements that are made first and sent later, one by one or together.
//!
//! Each statement that is sent by itself costs a way to the engine and back, whatever it does: with SQLite a thread that
//! is woken, and another one that waits for it. A [`Batch`] goes as far as the engine allows at a time.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::{iter, vec};

use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AssertSqlSafe, FromRow};

use crate::dialect::Dialect;

/// How many statements are sent together at the most, so that what the engine keeps of them stays small.
const TOGETHER: usize = 32;

/// A statement with its values.
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    text: Cow<'static, str>,
    values: Vec<Value>,
}

/// A value of a statement.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Text(Option<String>),
    Number(Option<i64>),
    Bytes(Vec<u8>),
}

/// Statements that are sent in their order, the next only when the one before it has succeeded.
#[derive(Debug, Default)]
pub(crate) struct Batch(Vec<Statement>);

impl Statement {
    /// Begins a statement whose parameters are `$1`, `$2` and so on.
    pub(crate) const fn of(text: &'static str) -> Self {
        Self {
            text: Cow::Borrowed(text),
            values: Vec::new(),
        }
    }

    /// Begins a statement whose text was put together; nothing that a client sent may be in it.
    pub(crate) const fn assembled(text: String) -> Self {
        Self {
            text: Cow::Owned(text),
            values: Vec::new(),
        }
    }

    /// Gives the next parameter its value.
    pub(crate) fn bind(mut self, value: impl Into<Value>) -> Self {
        self.values.push(value.into());
        self
    }

    /// Sends the statement, and tells how many rows it changed.
    pub(crate) async fn execute(self, connection: &mut AnyConnection) -> Result<u64, sqlx::Error> {
        let done = self.query().execute(connection).await?;
        Ok(done.rows_affected())
    }

    fn query(self) -> Query<'static, Any, AnyArguments> {
        let mut query = match self.text {
            Cow::Borrowed(text) => sqlx::query(text),
            // It is ours: see how such a statement is begun.
            Cow::Owned(text) => sqlx::query(AssertSqlSafe(text)),
        };
        for value in self.values {
            query = match value {
                Value::Text(value) => query.bind(value),
                Value::Number(value) => query.bind(value),
                Value::Bytes(value) => query.bind(value),
            };
        }
        query
    }

    /// Makes one statement of several, each with its own parameters.
    fn joined(statements: Vec<Self>) -> Self {
        let mut text = String::new();
        let mut values = Vec::new();
        for statement in statements {
            if !text.is_empty() {
                text.push_str("; ");
            }
            renumber(&statement.text, values.len(), &mut text);
            values.extend(statement.values);
        }
        Self {
            text: Cow::Owned(text),
            values,
        }
    }
}

/// Copies a statement whose first parameter is not `$1` but comes after others. No text of ours has a `$` elsewhere.
fn renumber(text: &str, before: usize, target: &mut String) {
    let mut rest = text;
    while let Some((copied, parameter)) = rest.split_once('$') {
        target.push_str(copied);
        let end = parameter.find(|letter: char| !letter.is_ascii_digit());
        let (number, after) = parameter.split_at(end.unwrap_or(parameter.len()));
        let number = number.parse().unwrap_or(0) + before;
        // Writing to a string does not fail.
        let _ = write!(target, "${number}");
        rest = after;
    }
    target.push_str(rest);
}

impl Batch {
    /// Adds a statement.
    pub(crate) fn push(&mut self, statement: Statement) {
        self.0.push(statement);
    }

    /// Adds statements.
    pub(crate) fn extend(&mut self, statements: impl IntoIterator<Item = Statement>) {
        self.0.extend(statements);
    }

    /// Sends all statements.
    pub(crate) async fn execute(
        self,
        dialect: Dialect,
        connection: &mut AnyConnection,
    ) -> Result<(), sqlx::Error> {
        for statement in self.sendings(dialect) {
            statement.execute(&mut *connection).await?;
        }
        Ok(())
    }

    /// Sends all statements and then a question, and gives the rows that answer it. No other statement may give rows.
    pub(crate) async fn ask<T>(
        mut self,
        dialect: Dialect,
        connection: &mut AnyConnection,
        question: Statement,
    ) -> Result<Vec<T>, sqlx::Error>
    where
        T: for<'r> FromRow<'r, AnyRow>,
    {
        self.push(question);
        let mut sendings = self.sendings(dialect);
        let last = sendings.pop();
        for statement in sendings {
            statement.execute(&mut *connection).await?;
        }
        let Some(last) = last else {
            return Ok(Vec::new());
        };
        let rows = last.query().fetch_all(connection).await?;
        rows.iter().map(T::from_row).collect()
    }

    /// Gives what is sent at a time.
    fn sendings(self, dialect: Dialect) -> Vec<Statement> {
        if self.0.len() < 2 || !dialect.takes_many() {
            return self.0;
        }
        let mut left = self.0.into_iter().peekable();
        let mut sendings = Vec::new();
        while left.peek().is_some() {
            sendings.push(Statement::joined(left.by_ref().take(TOGETHER).collect()));
        }
        sendings
    }
}

impl FromIterator<Statement> for Batch {
    fn from_iter<T: IntoIterator<Item = Statement>>(statements: T) -> Self {
        Self(statements.into_iter().collect())
    }
}

impl IntoIterator for Batch {
    type Item = Statement;
    type IntoIter = vec::IntoIter<Statement>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

/// A statement is sent as a batch of one.
impl IntoIterator for Statement {
    type Item = Self;
    type IntoIter = iter::Once<Self>;

    fn into_iter(self) -> Self::IntoIter {
        iter::once(self)
    }
}

impl From<&str> for Value {
    fn from(value: &str) -> Self {
        Self::Text(Some(value.to_owned()))
    }
}

impl From<&String> for Value {
    fn from(value: &String) -> Self {
        value.as_str().into()
    }
}

impl From<String> for Value {
    fn from(value: String) -> Self {
        Self::Text(Some(value))
    }
}

impl From<Option<&str>> for Value {
    fn from(value: Option<&str>) -> Self {
        Self::Text(value.map(str::to_owned))
    }
}

impl From<i64> for Value {
    fn from(value: i64) -> Self {
        Self::Number(Some(value))
    }
}

impl From<Option<i64>> for Value {
    fn from(value: Option<i64>) -> Self {
        Self::Number(value)
    }
}

impl From<Vec<u8>> for Value {
    fn from(value: Vec<u8>) -> Self {
        Self::Bytes(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(number: i64) -> Statement {
        Statement::of("INSERT INTO notes VALUES ($1, $2, $1)")
            .bind(number)
            .bind("x")
    }

    #[test]
    fn each_statement_of_a_joined_one_keeps_its_own_values() {
        let joined = Statement::joined(vec![note(1), Statement::of("DELETE FROM old"), note(2)]);
        assert_eq!(
            joined.text,
            "INSERT INTO notes VALUES ($1, $2, $1); DELETE FROM old; INSERT INTO notes VALUES ($3, $4, $3)"
        );
        let values = [1.into(), "x".into(), 2.into(), "x".into()];
        assert_eq!(joined.values, values);
    }

    #[test]
    fn one_engine_gets_many_at_a_time_and_the_other_each_by_itself() {
        let batch = || Batch((0..70).map(note).collect());
        assert_eq!(batch().sendings(Dialect::Sqlite).len(), 3);
        assert_eq!(batch().sendings(Dialect::Postgres).len(), 70);
    }
}
