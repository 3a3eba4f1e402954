//! Skills that are related to one.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A skill that is related to another, and what relates them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RelatedSkill {
    /// The name, which is also the folder's.
    #[schema(example = "adr-writer")]
    pub name: String,
    /// The title for people.
    #[schema(example = "ADR Writer")]
    pub title: String,
    /// One sentence or paragraph.
    #[schema(example = "Records one architectural decision.")]
    pub summary: String,
    /// The name of its pack.
    #[schema(example = "developer-pack")]
    pub pack: String,
    /// The newest version that is not yanked.
    #[schema(example = "1.0.0")]
    pub version: String,
    /// What relates them.
    pub relation: Relation,
    /// The phrases and words that both descriptions have, those that count most first; empty unless they are alike.
    #[schema(example = json!(["decision", "architecture"]))]
    pub words: Vec<String>,
}

/// What relates two skills.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Relation {
    /// The text of the one names the other.
    Named,
    /// They are described alike.
    Similar,
    /// They stand in one pack.
    SamePack,
}
