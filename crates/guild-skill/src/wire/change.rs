//! What a client asks to be changed.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What is to change of a release: whether it is withdrawn. Nothing else of it ever changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReleaseChange {
    /// Whether it is withdrawn; as it is when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(example = true)]
    pub is_yanked: Option<bool>,
    /// Why, in 1 to 500 characters on one line; must be there to withdraw, and absent to put back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 500, example = "The script deletes the wrong folder.")]
    pub yank_reason: Option<String>,
}

/// What is to change of a skill.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SkillChange {
    /// The name of the pack that is to list it; as it is when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(
        max_length = 64,
        pattern = "^[a-z0-9]+(-[a-z0-9]+)*$",
        example = "writing-pack"
    )]
    pub pack: Option<String>,
}

/// A pack that is to be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PackDraft {
    /// The label that pages show. The name is made from it: `Writing pack` gives `writing-pack`.
    #[schema(min_length = 1, max_length = 64, example = "Writing pack")]
    pub label: String,
}

/// What is to change of a pack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PackChange {
    /// The label that pages show, of which the same name follows; as it is when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(min_length = 1, max_length = 64, example = "Writing Pack")]
    pub label: Option<String>,
}
