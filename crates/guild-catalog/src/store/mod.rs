//! The database: one file a noun, each holding SQL and nothing else.
//!
//! What only writes is made here as a [`Statement`] and sent by [`Store::send`], several at a time where they follow one
//! another, or by [`Store::alter`] where it matters whether it changed anything.
//!
//! One text serves both engines. Readers see what is committed; a writer first takes the next sequence
//! ([`events::next`]), which puts all writers in a line, on one node or on many: between that and its commit nothing
//! that it read can change.

pub(crate) mod accounts;
pub(crate) mod audit;
pub(crate) mod connect;
pub(crate) mod deliveries;
pub(crate) mod discovery;
pub(crate) mod downloads;
pub(crate) mod events;
pub(crate) mod files;
pub(crate) mod ground;
pub(crate) mod invitations;
pub(crate) mod kept_checks;
pub(crate) mod keys;
pub(crate) mod log;
pub(crate) mod looks;
pub(crate) mod members;
pub(crate) mod packs;
pub(crate) mod publishers;
pub(crate) mod ratings;
pub(crate) mod releases;
pub(crate) mod reports;
pub(crate) mod sessions;
pub(crate) mod skills;
pub(crate) mod stars;
pub(crate) mod statement;
pub(crate) mod tokens;
pub(crate) mod tombstones;
pub(crate) mod tries;
pub(crate) mod webhooks;

use sqlx::any::AnyRow;
use sqlx::{Any, AnyConnection, AnyPool, FromRow, Transaction};

use crate::catalog::PoolGauge;
use crate::dialect::Dialect;
use crate::error::StoreError;
use crate::store::statement::{Batch, Statement};

/// The connections to the database.
#[derive(Debug)]
pub(crate) struct Store {
    pub(crate) dialect: Dialect,
    /// One connection on SQLite, so that writers wait in line here and never see «database is locked».
    writer: AnyPool,
    /// Connections that cannot write.
    readers: AnyPool,
}

impl Store {
    /// Gives the connections that read.
    pub(crate) fn readers(&self) -> &AnyPool {
        &self.readers
    }

    /// Tells how many connections there are.
    pub(crate) fn pools(&self) -> [PoolGauge; 2] {
        let pools = [("reader", &self.readers), ("writer", &self.writer)];
        pools.map(|(role, pool)| PoolGauge {
            role,
            open: u64::from(pool.size()),
            idle: pool.num_idle() as u64,
            limit: u64::from(pool.options().get_max_connections()),
        })
    }

    /// Begins to write. Dropping the transaction undoes it.
    pub(crate) async fn begin(&self) -> Result<Transaction<'static, Any>, StoreError> {
        self.sorted(self.writer.begin_with(self.dialect.begin()).await)
    }

    /// Sends statements.
    pub(crate) async fn send(
        &self,
        connection: &mut AnyConnection,
        statements: impl IntoIterator<Item = Statement>,
    ) -> Result<(), StoreError> {
        let batch = Batch::from_iter(statements);
        self.sorted(batch.execute(self.dialect, connection).await)
    }

    /// Sends a statement, and tells whether it changed anything.
    pub(crate) async fn alter(
        &self,
        connection: &mut AnyConnection,
        statement: Statement,
    ) -> Result<bool, StoreError> {
        let changed = self.sorted(statement.execute(connection).await)?;
        Ok(changed > 0)
    }

    /// Sends statements and then a question, and gives the rows that answer it.
    pub(crate) async fn ask<T>(
        &self,
        connection: &mut AnyConnection,
        before: Batch,
        question: Statement,
    ) -> Result<Vec<T>, StoreError>
    where
        T: for<'r> FromRow<'r, AnyRow>,
    {
        self.sorted(before.ask(self.dialect, connection, question).await)
    }

    /// Sorts the error of a query.
    pub(crate) fn sorted<T>(&self, result: Result<T, sqlx::Error>) -> Result<T, StoreError> {
        result.map_err(|error| StoreError::of_database(self.dialect, error))
    }

    /// Closes all connections and leaves the database tidy.
    pub(crate) async fn close(&self) {
        self.readers.close().await;
        if let Ok(mut connection) = self.writer.acquire().await {
            let connection: &mut AnyConnection = &mut connection;
            // The next start does what this leaves undone.
            if let Err(error) = self.dialect.tidy(connection).await {
                tracing::debug!(
                    error = &error as &dyn std::error::Error,
                    "the database was not tidied"
                );
            }
        }
        self.writer.close().await;
    }
}

/// Turns a count of the database into ours; it is never negative.
pub(crate) fn count(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}

/// Turns a size of ours into the database's.
pub(crate) fn number(size: u64) -> i64 {
    i64::try_from(size).unwrap_or(i64::MAX)
}
