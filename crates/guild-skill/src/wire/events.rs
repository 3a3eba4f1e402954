//! What happened in the catalog.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Something that happened in the catalog.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Event {
    /// The place in the catalog's history, from 1, without order lost.
    #[schema(example = 7)]
    pub sequence: u64,
    /// What happened.
    pub kind: EventKind,
    /// The skill it happened to.
    #[schema(example = "adr-writer")]
    pub skill: String,
    /// The version it happened to; `null` for an event that concerns no single version.
    #[schema(required, example = "1.0.0")]
    pub version: Option<String>,
    /// When.
    #[schema(format = DateTime, example = "2026-11-20T00:00:00Z")]
    pub occurred_at: String,
}

/// What can happen in the catalog.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum EventKind {
    /// A skill was listed for the first time.
    SkillListed,
    /// A further release of a skill was published.
    ReleasePublished,
    /// A release was withdrawn.
    ReleaseYanked,
    /// A withdrawn release was put back.
    ReleaseUnyanked,
    /// A skill was moved to another pack.
    SkillMoved,
    /// A skill was deleted with all its releases.
    SkillDeleted,
}
