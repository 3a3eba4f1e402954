//! Deliveries: what became of each event for each webhook.

use sqlx::{AnyConnection, AnyPool};

use crate::store::statement::Statement;

/// A row of `webhook_deliveries`, with the event that it tells.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(crate) struct DeliveryRow {
    pub(crate) id: String,
    pub(crate) webhook: String,
    pub(crate) event: i64,
    pub(crate) is_redelivery: i64,
    pub(crate) state: String,
    pub(crate) attempts: i64,
    pub(crate) created_at: i64,
    pub(crate) next_attempt_at: i64,
    pub(crate) attempted_at: Option<i64>,
    pub(crate) status: Option<i64>,
    pub(crate) took_ms: Option<i64>,
    pub(crate) answer: Option<String>,
    pub(crate) error: Option<String>,
    pub(crate) kind: String,
    pub(crate) skill: String,
    pub(crate) version: Option<String>,
    pub(crate) occurred_at: i64,
}

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT d.id, d.webhook, d.event, d.is_redelivery, d.state, d.attempts, d.created_at, d.next_attempt_at, \
             d.attempted_at, d.status, d.took_ms, d.answer, d.error, e.kind, e.skill, e.version, e.occurred_at \
             FROM webhook_deliveries d JOIN events e ON e.sequence = d.event ",
            $rest
        )
    };
}

/// Makes a delivery that is to be tried at once.
pub(crate) fn insert(
    id: &str,
    (webhook, event): (&str, i64),
    is_redelivery: bool,
    now: i64,
) -> Statement {
    Statement::of(
        "INSERT INTO webhook_deliveries (id, webhook, event, is_redelivery, state, attempts, created_at, \
         next_attempt_at) VALUES ($1, $2, $3, $4, 'PENDING', 0, $5, $5)",
    )
    .bind(id)
    .bind(webhook)
    .bind(event)
    .bind(i64::from(is_redelivery))
    .bind(now)
}

/// Finds a delivery of a webhook.
pub(crate) async fn one(
    connection: &mut AnyConnection,
    webhook: &str,
    id: &str,
) -> Result<Option<DeliveryRow>, sqlx::Error> {
    sqlx::query_as(select!("WHERE d.webhook = $1 AND d.id = $2"))
        .bind(webhook)
        .bind(id)
        .fetch_optional(connection)
        .await
}

/// Lists the deliveries of a webhook, newest first.
pub(crate) async fn list(
    readers: &AnyPool,
    webhook: &str,
    (limit, offset): (i64, i64),
) -> Result<Vec<DeliveryRow>, sqlx::Error> {
    sqlx::query_as(select!(
        "WHERE d.webhook = $1 ORDER BY d.created_at DESC, d.event DESC, d.is_redelivery DESC, d.id LIMIT $2 OFFSET $3"
    ))
    .bind(webhook)
    .bind(limit)
    .bind(offset)
    .fetch_all(readers)
    .await
}

/// Counts the deliveries of a webhook.
pub(crate) async fn count_of(readers: &AnyPool, webhook: &str) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("SELECT COUNT(*) FROM webhook_deliveries WHERE webhook = $1")
        .bind(webhook)
        .fetch_one(readers)
        .await
}

/// Counts the deliveries of a webhook that somebody asked for and that are still to be tried.
pub(crate) async fn count_asked_for(
    connection: &mut AnyConnection,
    webhook: &str,
) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar(
        "SELECT COUNT(*) FROM webhook_deliveries WHERE webhook = $1 AND state = 'PENDING' AND is_redelivery = 1",
    )
    .bind(webhook)
    .fetch_one(connection)
    .await
}

/// Finds the delivery of a webhook that is to be tried first, of those that are due.
pub(crate) async fn due(
    connection: &mut AnyConnection,
    webhook: &str,
    now: i64,
) -> Result<Option<DeliveryRow>, sqlx::Error> {
    sqlx::query_as(select!(
        "WHERE d.state = 'PENDING' AND d.webhook = $1 AND d.next_attempt_at <= $2 ORDER BY d.created_at, d.event LIMIT 1"
    ))
    .bind(webhook)
    .bind(now)
    .fetch_optional(connection)
    .await
}

/// Whether a delivery of a webhook holds the line: it is tried again before anything later is told.
pub(crate) async fn is_line_held(
    connection: &mut AnyConnection,
    webhook: &str,
    in_line: i64,
) -> Result<bool, sqlx::Error> {
    let held: i64 = sqlx::query_scalar(
        "SELECT COUNT(*) FROM webhook_deliveries WHERE state = 'PENDING' AND webhook = $1 AND is_redelivery = 0 \
         AND attempts < $2",
    )
    .bind(webhook)
    .bind(in_line)
    .fetch_one(connection)
    .await?;
    Ok(held > 0)
}

/// Notes that a delivery is being tried.
pub(crate) fn begin(id: &str, now: i64) -> Statement {
    Statement::of(
        "UPDATE webhook_deliveries SET attempts = attempts + 1, attempted_at = $2 WHERE id = $1",
    )
    .bind(id)
    .bind(now)
}

/// Writes what became of an attempt.
pub(crate) fn note(row: &DeliveryRow) -> Statement {
    Statement::of(
        "UPDATE webhook_deliveries SET state = $2, next_attempt_at = $3, status = $4, took_ms = $5, answer = $6, \
         error = $7 WHERE id = $1",
    )
    .bind(row.id.as_str())
    .bind(row.state.as_str())
    .bind(row.next_attempt_at)
    .bind(row.status)
    .bind(row.took_ms)
    .bind(row.answer.as_deref())
    .bind(row.error.as_deref())
}

/// Removes the deliveries that were made before a time and are not to be tried any more.
pub(crate) fn delete_old(before: i64) -> Statement {
    Statement::of("DELETE FROM webhook_deliveries WHERE state <> 'PENDING' AND created_at < $1")
        .bind(before)
}
