//! The audit log: who did what.

use sqlx::{AnyConnection, AnyPool};

/// A row of `audit_entries`.
#[derive(Debug, sqlx::FromRow)]
pub(crate) struct AuditRow {
    pub(crate) sequence: i64,
    pub(crate) occurred_at: i64,
    pub(crate) account: Option<String>,
    pub(crate) workflow: Option<String>,
    pub(crate) credential: Option<String>,
    pub(crate) credential_id: Option<String>,
    pub(crate) action: String,
    pub(crate) subject: String,
}

/// Takes the next sequence. Until the transaction ends, every other writer of accounts waits here.
pub(crate) async fn next(connection: &mut AnyConnection) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("UPDATE audit SET sequence = sequence + 1 WHERE id = 1 RETURNING sequence")
        .fetch_one(connection)
        .await
}

/// Writes an entry.
pub(crate) async fn insert(
    connection: &mut AnyConnection,
    row: &AuditRow,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO audit_entries (sequence, occurred_at, account, workflow, credential, credential_id, action, subject) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(row.sequence)
    .bind(row.occurred_at)
    .bind(row.account.as_deref())
    .bind(row.workflow.as_deref())
    .bind(row.credential.as_deref())
    .bind(row.credential_id.as_deref())
    .bind(row.action.as_str())
    .bind(row.subject.as_str())
    .execute(connection)
    .await
    .map(|_| ())
}

/// Lists the entries, newest first.
pub(crate) async fn list(
    readers: &AnyPool,
    (limit, offset): (i64, i64),
) -> Result<Vec<AuditRow>, sqlx::Error> {
    sqlx::query_as(
        "SELECT sequence, occurred_at, account, workflow, credential, credential_id, action, subject \
         FROM audit_entries ORDER BY sequence DESC LIMIT $1 OFFSET $2",
    )
    .bind(limit)
    .bind(offset)
    .fetch_all(readers)
    .await
}

/// Counts the entries.
pub(crate) async fn count_all(readers: &AnyPool) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("SELECT COUNT(*) FROM audit_entries")
        .fetch_one(readers)
        .await
}
