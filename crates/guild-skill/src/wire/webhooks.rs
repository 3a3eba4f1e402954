//! Webhooks: who is told of events, and what became of each telling.

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Event, EventKind};

/// A webhook: an address that is told of events.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Webhook {
    /// Its id.
    #[schema(example = "5e884898da280471")]
    pub id: String,
    /// Where events are sent.
    #[schema(example = "https://ci.example.org/hooks/skills")]
    pub url: String,
    /// The pack whose skills it is told of; `null` for every pack.
    #[schema(required, example = "developer-pack")]
    pub pack: Option<String>,
    /// The one skill that it is told of; `null` for every skill of the pack.
    #[schema(required, example = json!(null))]
    pub skill: Option<String>,
    /// The kinds of events that it is told of; empty for all.
    pub kinds: Vec<EventKind>,
    /// Whether it is told of anything.
    #[schema(example = true)]
    pub is_enabled: bool,
    /// Why it is told of nothing; `null` while it is enabled.
    #[schema(required, example = json!(null))]
    pub disabled_reason: Option<String>,
    /// Since when every delivery failed; `null` when the last one did not.
    #[schema(required, format = DateTime, example = json!(null))]
    pub failing_since: Option<String>,
    /// The account that made it.
    #[schema(example = "anna")]
    pub created_by: String,
    /// When it was made.
    #[schema(format = DateTime, example = "2026-11-20T00:00:00Z")]
    pub created_at: String,
}

/// A webhook with its secret, which is not shown again.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreatedWebhook {
    /// The secret that signs what is sent: `whsec_` and 32 bytes in base64.
    #[schema(
        format = Password,
        pattern = "^whsec_[A-Za-z0-9+/]{43}=$",
        example = "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
    )]
    pub secret: String,
    /// What it is.
    pub webhook: Webhook,
}

/// What a webhook is to be.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewWebhook {
    /// Where events are to be sent: an `https` or `http` address without a name or a password in it.
    #[schema(
        format = "uri",
        min_length = 8,
        max_length = 2048,
        example = "https://ci.example.org/hooks/skills"
    )]
    pub url: String,
    /// The pack whose skills it is told of; only an admin leaves it out, for every pack.
    #[serde(default)]
    #[schema(
        max_length = 64,
        pattern = "^[a-z0-9]+(-[a-z0-9]+)*$",
        example = "developer-pack"
    )]
    pub pack: Option<String>,
    /// The one skill that it is told of; `null` for every skill of the pack.
    #[serde(default)]
    #[schema(
        max_length = 64,
        pattern = "^[a-z0-9]+(-[a-z0-9]+)*$",
        example = "adr-writer"
    )]
    pub skill: Option<String>,
    /// The kinds of events that it is told of; left out or empty for all.
    #[serde(default)]
    #[schema(max_items = 6, example = json!(["RELEASE_PUBLISHED"]))]
    pub kinds: Vec<EventKind>,
}

/// What is to change of a webhook.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WebhookChange {
    /// Where events are to be sent; as it is when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(
        format = "uri",
        min_length = 8,
        max_length = 2048,
        example = "https://ci.example.org/hooks/skills"
    )]
    pub url: Option<String>,
    /// The kinds of events that it is told of, all when empty; as they are when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_items = 6, example = json!(["RELEASE_PUBLISHED"]))]
    pub kinds: Option<Vec<EventKind>>,
    /// Whether it is told of anything; as it is when absent. Enabled again it is told of what happens from then on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(example = true)]
    pub is_enabled: Option<bool>,
}

/// What became of one event for one webhook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WebhookDelivery {
    /// Its id.
    #[schema(example = "03ac674216f3e15c")]
    pub id: String,
    /// What the receiver gets as `webhook-id`: the same at every attempt, and in a redelivery.
    #[schema(example = "msg_5e884898da280471_7")]
    pub message_id: String,
    /// What it tells.
    pub event: Event,
    /// Whether a person asked for it again.
    #[schema(example = false)]
    pub is_redelivery: bool,
    /// What became of it.
    pub state: DeliveryState,
    /// How often it was tried.
    #[schema(example = 1)]
    pub attempts: u32,
    /// When it is tried again; `null` when it is not.
    #[schema(required, format = DateTime, example = json!(null))]
    pub next_attempt_at: Option<String>,
    /// When it was tried last; `null` when it was not tried yet.
    #[schema(required, format = DateTime, example = "2026-11-20T00:00:01Z")]
    pub attempted_at: Option<String>,
    /// The status of the last answer; `null` when there was none.
    #[schema(required, example = 204)]
    pub status: Option<u16>,
    /// How long the last attempt took, in milliseconds; `null` when it was not tried yet.
    #[schema(required, example = 38)]
    pub took_ms: Option<u64>,
    /// How the last answer's text begins, 1,000 characters at the most; `null` when there was none.
    #[schema(required, example = "")]
    pub answer: Option<String>,
    /// Why the last attempt failed; `null` when it did not.
    #[schema(required, example = json!(null))]
    pub error: Option<String>,
    /// When it was made.
    #[schema(format = DateTime, example = "2026-11-20T00:00:00Z")]
    pub created_at: String,
}

/// What became of a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum DeliveryState {
    /// It is tried, or tried again.
    Pending,
    /// The receiver took it.
    Delivered,
    /// It was given up.
    Failed,
}

impl fmt::Debug for CreatedWebhook {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "CreatedWebhook({:?}, whsec_…)", self.webhook)
    }
}
