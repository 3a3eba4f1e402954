//! The audit log: who did what.

use sqlx::AnyPool;

use crate::store::statement::Statement;

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
pub(crate) fn step() -> Statement {
    Statement::of("UPDATE audit SET sequence = sequence + 1 WHERE id = 1")
}

/// Writes an entry with the sequence that was taken in this transaction, whatever the row has.
pub(crate) fn insert(row: &AuditRow) -> Statement {
    Statement::of(
        "INSERT INTO audit_entries (sequence, occurred_at, account, workflow, credential, credential_id, action, subject) \
         VALUES ((SELECT sequence FROM audit WHERE id = 1), $1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(row.occurred_at)
    .bind(row.account.as_deref())
    .bind(row.workflow.as_deref())
    .bind(row.credential.as_deref())
    .bind(row.credential_id.as_deref())
    .bind(row.action.as_str())
    .bind(row.subject.as_str())
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
