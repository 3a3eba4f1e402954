//! Webhooks and deliveries in the shapes that the API shows.

use guild_skill::wire::{self, DeliveryState, EventKind};

use crate::accounts::{of_word, word};
use crate::clock::rfc3339;
use crate::error::StoreError;
use crate::store::count;
use crate::store::deliveries::DeliveryRow;
use crate::store::events::EventRow;
use crate::store::webhooks::WebhookRow;

pub(super) fn words(kinds: &[EventKind]) -> String {
    let mut words: Vec<String> = kinds.iter().map(word).collect();
    words.sort_unstable();
    words.dedup();
    words.join(" ")
}

pub(super) fn into_wire(row: WebhookRow) -> Result<wire::Webhook, StoreError> {
    let kinds = row.kinds.split_ascii_whitespace();
    Ok(wire::Webhook {
        kinds: kinds.map(of_word).collect::<Result<_, _>>()?,
        id: row.id,
        url: row.url,
        pack: row.pack,
        skill: row.skill,
        is_enabled: row.disabled_at.is_none(),
        disabled_reason: row.disabled_reason,
        failing_since: row.failing_since.map(rfc3339),
        created_by: row.created_by,
        created_at: rfc3339(row.created_at),
    })
}

/// Names what is told to one webhook of one event, the same at every attempt.
pub(super) fn message_id(webhook: &str, event: i64) -> String {
    format!("msg_{webhook}_{event}")
}

pub(super) fn delivery_into_wire(row: DeliveryRow) -> Result<wire::WebhookDelivery, StoreError> {
    let state: DeliveryState = of_word(&row.state)?;
    Ok(wire::WebhookDelivery {
        message_id: message_id(&row.webhook, row.event),
        id: row.id,
        is_redelivery: row.is_redelivery != 0,
        attempts: u32::try_from(row.attempts).unwrap_or(u32::MAX),
        next_attempt_at: (state == DeliveryState::Pending).then(|| rfc3339(row.next_attempt_at)),
        attempted_at: row.attempted_at.map(rfc3339),
        status: row.status.and_then(|status| u16::try_from(status).ok()),
        took_ms: row.took_ms.map(count),
        answer: row.answer,
        error: row.error,
        created_at: rfc3339(row.created_at),
        state,
        event: EventRow {
            sequence: row.event,
            kind: row.kind,
            skill: row.skill,
            version: row.version,
            occurred_at: row.occurred_at,
        }
        .into_wire()?,
    })
}
