//! Webhooks: who is told of events.

use sqlx::{AnyConnection, AnyPool};

use crate::store::statement::Statement;

use crate::store::events::EventRow;

/// A row of `webhooks`.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(crate) struct WebhookRow {
    pub(crate) id: String,
    pub(crate) url: String,
    pub(crate) pack: Option<String>,
    pub(crate) skill: Option<String>,
    /// Separated by spaces; empty for all.
    pub(crate) kinds: String,
    pub(crate) secret: String,
    pub(crate) old_secret: Option<String>,
    pub(crate) old_secret_until: Option<i64>,
    pub(crate) created_by: String,
    pub(crate) created_at: i64,
    pub(crate) sequence: i64,
    pub(crate) failing_since: Option<i64>,
    pub(crate) disabled_at: Option<i64>,
    pub(crate) disabled_reason: Option<String>,
}

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT id, url, pack, skill, kinds, secret, old_secret, old_secret_until, created_by, created_at, sequence, \
             failing_since, disabled_at, disabled_reason FROM webhooks ",
            $rest
        )
    };
}

/// Makes a webhook.
pub(crate) fn insert(row: &WebhookRow) -> Statement {
    Statement::of(
        "INSERT INTO webhooks (id, url, pack, skill, kinds, secret, created_by, created_at, sequence, leased_until, \
         served_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, 0)",
    )
    .bind(row.id.as_str())
    .bind(row.url.as_str())
    .bind(row.pack.as_deref())
    .bind(row.skill.as_deref())
    .bind(row.kinds.as_str())
    .bind(row.secret.as_str())
    .bind(row.created_by.as_str())
    .bind(row.created_at)
    .bind(row.sequence)
}

/// Finds a webhook.
pub(crate) async fn one(readers: &AnyPool, id: &str) -> Result<Option<WebhookRow>, sqlx::Error> {
    sqlx::query_as(select!("WHERE id = $1"))
        .bind(id)
        .fetch_optional(readers)
        .await
}

/// Finds a webhook within a transaction.
pub(crate) async fn to_change(
    connection: &mut AnyConnection,
    id: &str,
) -> Result<Option<WebhookRow>, sqlx::Error> {
    sqlx::query_as(select!("WHERE id = $1"))
        .bind(id)
        .fetch_optional(connection)
        .await
}

/// Lists the webhooks of packs, newest first. `packs` holds their names with a space on both sides of each, or `*` for
/// every webhook.
pub(crate) async fn list(
    readers: &AnyPool,
    packs: &str,
    (limit, offset): (i64, i64),
) -> Result<Vec<WebhookRow>, sqlx::Error> {
    sqlx::query_as(select!(
        "WHERE $1 = '*' OR $1 LIKE '% ' || pack || ' %' ORDER BY created_at DESC, id LIMIT $2 OFFSET $3"
    ))
    .bind(packs)
    .bind(limit)
    .bind(offset)
    .fetch_all(readers)
    .await
}

/// Counts the webhooks of packs.
pub(crate) async fn count_of(readers: &AnyPool, packs: &str) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar(
        "SELECT COUNT(*) FROM webhooks WHERE $1 = '*' OR $1 LIKE '% ' || pack || ' %'",
    )
    .bind(packs)
    .fetch_one(readers)
    .await
}

/// Counts the webhooks of one pack, or those of no pack.
pub(crate) async fn count_beside(
    connection: &mut AnyConnection,
    pack: Option<&str>,
) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("SELECT COUNT(*) FROM webhooks WHERE COALESCE(pack, '') = $1")
        .bind(pack.unwrap_or_default())
        .fetch_one(connection)
        .await
}

/// Writes what may change of a webhook.
pub(crate) fn update(row: &WebhookRow) -> Statement {
    Statement::of(
        "UPDATE webhooks SET url = $2, kinds = $3, secret = $4, old_secret = $5, old_secret_until = $6, sequence = $7, \
         failing_since = $8, disabled_at = $9, disabled_reason = $10 WHERE id = $1",
    )
    .bind(row.id.as_str())
    .bind(row.url.as_str())
    .bind(row.kinds.as_str())
    .bind(row.secret.as_str())
    .bind(row.old_secret.as_deref())
    .bind(row.old_secret_until)
    .bind(row.sequence)
    .bind(row.failing_since)
    .bind(row.disabled_at)
    .bind(row.disabled_reason.as_deref())
}

/// Removes a webhook with its deliveries.
pub(crate) fn delete(id: &str) -> [Statement; 2] {
    [
        Statement::of("DELETE FROM webhook_deliveries WHERE webhook = $1").bind(id),
        Statement::of("DELETE FROM webhooks WHERE id = $1").bind(id),
    ]
}

/// Removes the webhooks of a pack with their deliveries.
pub(crate) fn delete_of_pack(pack: &str) -> [Statement; 2] {
    [
        Statement::of(
            "DELETE FROM webhook_deliveries WHERE webhook IN (SELECT id FROM webhooks WHERE pack = $1)",
        )
        .bind(pack),
        Statement::of("DELETE FROM webhooks WHERE pack = $1").bind(pack),
    ]
}

/// Lists the webhooks that have something to be told and that no node serves: id and address, the longest unserved first.
pub(crate) async fn due(
    readers: &AnyPool,
    now: i64,
    newest: i64,
    in_line: i64,
    limit: i64,
) -> Result<Vec<(String, String)>, sqlx::Error> {
    sqlx::query_as(
        "SELECT w.id, w.url FROM webhooks w WHERE w.disabled_at IS NULL AND w.leased_until <= $1 AND (\
         EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.state = 'PENDING' AND d.webhook = w.id \
         AND d.next_attempt_at <= $1) OR (w.sequence < $2 AND NOT EXISTS (SELECT 1 FROM webhook_deliveries d \
         WHERE d.state = 'PENDING' AND d.webhook = w.id AND d.is_redelivery = 0 AND d.attempts < $3))) \
         ORDER BY w.served_at, w.id LIMIT $4",
    )
    .bind(now)
    .bind(newest)
    .bind(in_line)
    .bind(limit)
    .fetch_all(readers)
    .await
}

/// Takes a webhook that is free for a node until a time.
pub(crate) fn lease(id: &str, node: &str, (now, until): (i64, i64)) -> Statement {
    Statement::of(
        "UPDATE webhooks SET leased_by = $2, leased_until = $4, served_at = $3 \
         WHERE id = $1 AND leased_until <= $3 AND disabled_at IS NULL",
    )
    .bind(id)
    .bind(node)
    .bind(now)
    .bind(until)
}

/// Gives a webhook back, if the node still has it.
pub(crate) fn release(id: &str, node: &str) -> Statement {
    Statement::of("UPDATE webhooks SET leased_until = 0 WHERE id = $1 AND leased_by = $2")
        .bind(id)
        .bind(node)
}

/// Notes up to which event a webhook is served.
pub(crate) fn advance(id: &str, sequence: i64) -> Statement {
    Statement::of("UPDATE webhooks SET sequence = $2 WHERE id = $1")
        .bind(id)
        .bind(sequence)
}

/// Notes how a webhook fares.
pub(crate) fn note_health(
    id: &str,
    failing_since: Option<i64>,
    disabled: Option<(i64, &str)>,
) -> Statement {
    Statement::of(
        "UPDATE webhooks SET failing_since = $2, disabled_at = COALESCE($3, disabled_at), \
         disabled_reason = COALESCE($4, disabled_reason) WHERE id = $1",
    )
    .bind(id)
    .bind(failing_since)
    .bind(disabled.map(|(at, _)| at))
    .bind(disabled.map(|(_, reason)| reason))
}

/// Finds the first event after those that a webhook is served with, of those that it is told of. The pack of an event
/// is the one that lists the skill now, or listed it when it was deleted.
pub(crate) async fn next_event(
    connection: &mut AnyConnection,
    row: &WebhookRow,
) -> Result<Option<EventRow>, sqlx::Error> {
    let kinds = match row.kinds.as_str() {
        "" => String::new(),
        kinds => format!(" {kinds} "),
    };
    sqlx::query_as(
        "SELECT e.sequence, e.kind, e.skill, e.version, e.occurred_at FROM events e \
         LEFT JOIN skills s ON s.name = e.skill LEFT JOIN tombstones t ON t.name = e.skill \
         WHERE e.sequence > $1 AND ($2 = '' OR COALESCE(s.pack, t.pack) = $2) AND ($3 = '' OR e.skill = $3) \
         AND ($4 = '' OR $4 LIKE '% ' || e.kind || ' %') ORDER BY e.sequence LIMIT 1",
    )
    .bind(row.sequence)
    .bind(row.pack.as_deref().unwrap_or_default())
    .bind(row.skill.as_deref().unwrap_or_default())
    .bind(kinds)
    .fetch_optional(connection)
    .await
}
