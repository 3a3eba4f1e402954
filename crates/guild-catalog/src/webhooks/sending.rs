//! What is to be sent next, and what became of it.
//!
//! A node takes a webhook for a while ([`Catalog::begin_attempt`]), sends one delivery, and gives it back with what
//! became of it ([`Catalog::end_attempt`]). So each delivery is sent by one node, and those of a webhook one after the
//! other. A node that is lost with a webhook in its hands keeps it until the lease is over; then another node sends the
//! same message again, under the same id.

use guild_skill::wire;

use super::SigningSecret;
use super::schedule::{IN_LINE, PATIENCE_MS, wait_ms};
use super::shape::message_id;
use crate::accounts::{random_bits, random_id};
use crate::catalog::Catalog;
use crate::error::StoreError;
use crate::store::deliveries::{self, DeliveryRow};
use crate::store::events::EventRow;
use crate::store::webhooks::{self, WebhookRow};
use crate::store::{events, number};

/// How long a node has a webhook for itself, in milliseconds: longer than any attempt lasts.
const LEASE_MS: i64 = 60_000;
/// How many webhooks are looked at in one go.
const DUE: i64 = 1000;
/// The most characters that are kept of an answer, and of a reason.
const EXCERPT: usize = 1000;

/// A webhook that has something to be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DueWebhook {
    /// Its id.
    pub id: String,
    /// Where it is told.
    pub url: String,
}

/// A delivery that is to be sent now, by whoever has it.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// Where to send it.
    pub url: String,
    /// What the receiver knows the message by.
    pub message_id: String,
    /// When the attempt began, in milliseconds since 1970 in UTC.
    pub at: i64,
    /// What happened.
    pub event: wire::Event,
    /// What signs it: the secret, and for a while the one before.
    pub secrets: Vec<SigningSecret>,
    node: String,
    row: DeliveryRow,
}

/// What became of an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The status of the answer; none when there was no answer.
    pub status: Option<u16>,
    /// How long it took, in milliseconds.
    pub took_ms: u64,
    /// How the answer's text begins.
    pub answer: Option<String>,
    /// Why it failed, if it did.
    pub error: Option<String>,
}

impl Outcome {
    fn is_taken(&self) -> bool {
        self.error.is_none()
            && self
                .status
                .is_some_and(|status| (200..300).contains(&status))
    }
}

impl Catalog {
    /// Lists the webhooks that have something to be told, and that no node serves; the longest unserved first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn due_webhooks(&self) -> Result<Vec<DueWebhook>, StoreError> {
        let store = &self.inner.store;
        // Of a change that is no event nobody is told, and the sequence goes on for those too.
        let newest = store.sorted(events::last(store.readers()).await)?;
        let now = self.inner.clock.now();
        let due = webhooks::due(store.readers(), now, newest, IN_LINE, DUE).await;
        let due = store.sorted(due)?.into_iter();
        Ok(due.map(|(id, url)| DueWebhook { id, url }).collect())
    }

    /// Takes a webhook for a node and gives what is to be sent to it; nothing when another node has it, or nothing is
    /// due after all.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn begin_attempt(&self, id: &str, node: &str) -> Result<Option<Attempt>, StoreError> {
        let now = self.inner.clock.now();
        let store = &self.inner.store;
        let newest = store.sorted(events::newest(store.readers()).await)?;
        let mut writing = store.begin().await?;
        let until = now.saturating_add(LEASE_MS);
        let lease = webhooks::lease(id, node, (now, until));
        if !store.alter(&mut writing, lease).await? {
            return Ok(None);
        }
        let Some(webhook) = store.sorted(webhooks::to_change(&mut writing, id).await)? else {
            return Ok(None);
        };
        let mut due = store.sorted(deliveries::due(&mut writing, id, now).await)?;
        if due.is_none() {
            if store.sorted(deliveries::is_line_held(&mut writing, id, IN_LINE).await)? {
                return Ok(None);
            }
            let next = store.sorted(webhooks::next_event(&mut writing, &webhook).await)?;
            // What was committed after `newest` was read is found the next time.
            let upto = next.as_ref().map_or(newest, |event| event.sequence);
            store
                .send(
                    &mut writing,
                    webhooks::advance(id, upto.max(webhook.sequence)),
                )
                .await?;
            let Some(event) = next else {
                store
                    .send(&mut writing, webhooks::release(id, node))
                    .await?;
                store.sorted(writing.commit().await)?;
                return Ok(None);
            };
            let new = random_id()?;
            let event = (id, event.sequence);
            store
                .send(&mut writing, deliveries::insert(&new, event, false, now))
                .await?;
            due = store.sorted(deliveries::one(&mut writing, id, &new).await)?;
        }
        let Some(mut row) = due else {
            return Ok(None);
        };
        store
            .send(&mut writing, deliveries::begin(&row.id, now))
            .await?;
        store.sorted(writing.commit().await)?;
        row.attempts += 1;
        attempt(&webhook, row, node, now).map(Some)
    }

    /// Notes what became of an attempt, says when it is tried again, and gives the webhook back.
    ///
    /// # Errors
    /// When the database fails; the lease then ends by itself, and the message is sent again.
    pub async fn end_attempt(&self, attempt: Attempt, outcome: Outcome) -> Result<(), StoreError> {
        let now = self.inner.clock.now();
        let store = &self.inner.store;
        let mut row = attempt.row;
        let mut writing = store.begin().await?;
        let Some(webhook) = store.sorted(webhooks::to_change(&mut writing, &row.webhook).await)?
        else {
            // It was removed meanwhile, and its deliveries with it.
            return Ok(());
        };
        let mut failing_since = None;
        let mut disabled = None;
        if outcome.is_taken() {
            row.state = "DELIVERED".to_owned();
        } else {
            let since = webhook.failing_since.unwrap_or(now);
            failing_since = Some(since);
            disabled = why_disabled(&outcome, since, now);
            let wait = wait_ms(row.attempts, random_bits()?[0]);
            match wait.filter(|_| disabled.is_none()) {
                Some(wait) => row.next_attempt_at = now.saturating_add(wait),
                None => row.state = "FAILED".to_owned(),
            }
        }
        row.status = outcome.status.map(i64::from);
        row.took_ms = Some(number(outcome.took_ms));
        row.answer = outcome.answer.as_deref().map(excerpt);
        row.error = outcome.error.as_deref().map(excerpt);
        let disabled = disabled.as_deref().map(|reason| (now, reason));
        let noted = [
            deliveries::note(&row),
            webhooks::note_health(&row.webhook, failing_since, disabled),
            webhooks::release(&row.webhook, &attempt.node),
        ];
        store.send(&mut writing, noted).await?;
        store.sorted(writing.commit().await)
    }
}

fn attempt(
    webhook: &WebhookRow,
    row: DeliveryRow,
    node: &str,
    now: i64,
) -> Result<Attempt, StoreError> {
    let mut secrets = vec![SigningSecret::read(&webhook.secret)?];
    if let (Some(old), Some(until)) = (&webhook.old_secret, webhook.old_secret_until)
        && now < until
    {
        secrets.push(SigningSecret::read(old)?);
    }
    let event = EventRow {
        sequence: row.event,
        kind: row.kind.clone(),
        skill: row.skill.clone(),
        version: row.version.clone(),
        occurred_at: row.occurred_at,
    };
    Ok(Attempt {
        url: webhook.url.clone(),
        message_id: message_id(&webhook.id, row.event),
        at: now,
        event: event.into_wire()?,
        secrets,
        node: node.to_owned(),
        row,
    })
}

/// Says why a webhook is told of nothing any more, if so.
fn why_disabled(outcome: &Outcome, failing_since: i64, now: i64) -> Option<String> {
    if outcome.status == Some(410) {
        return Some("the receiver answered 410: it is gone".to_owned());
    }
    let is_long = now.saturating_sub(failing_since) >= PATIENCE_MS;
    is_long.then(|| {
        let last = match (&outcome.error, outcome.status) {
            (Some(error), _) => error.clone(),
            (None, Some(status)) => format!("it answered {status}"),
            (None, None) => "it did not answer".to_owned(),
        };
        excerpt(&format!(
            "nothing was delivered for three days; the last time: {last}"
        ))
    })
}

/// Keeps the beginning of a text, without what a terminal or a page would act on.
fn excerpt(text: &str) -> String {
    let is_kept = |c: &char| *c == '\n' || !c.is_control();
    text.chars().filter(is_kept).take(EXCERPT).collect()
}
