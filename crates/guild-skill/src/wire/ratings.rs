//! What people make of a skill: their ratings, and how often it was downloaded.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What the ratings of a skill come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RatingSummary {
    /// The mean of the stars, to two decimals; `null` where nobody has rated.
    #[schema(required, minimum = 1, maximum = 5, example = 4.33)]
    pub average: Option<f64>,
    /// How many ratings there are; hidden ones do not count.
    #[schema(example = 3)]
    pub count: u64,
}

impl RatingSummary {
    /// Makes the summary of so many ratings with so many stars together.
    pub fn of(count: u64, stars: u64) -> Self {
        // Hundredths first, so that the same ratings are the same number everywhere.
        let hundredths = (stars * 100 + count / 2).checked_div(count);
        Self {
            average: hundredths.map(|hundredths| hundredths as f64 / 100.0),
            count,
        }
    }
}

/// The star that an account gave a skill.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Star {
    /// The skill's name.
    #[schema(example = "adr-writer")]
    pub skill: String,
    /// Who starred it.
    #[schema(example = "bruno")]
    pub account: String,
    /// How many accounts have starred it now.
    #[schema(example = 57)]
    pub star_count: u64,
}

/// What one account makes of a skill.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Rating {
    /// What it is known by.
    #[schema(example = "9f86d081884c7d65")]
    pub id: String,
    /// The skill's name.
    #[schema(example = "adr-writer")]
    pub skill: String,
    /// Who wrote it.
    #[schema(example = "bruno")]
    pub account: String,
    /// From 1 to 5.
    #[schema(minimum = 1, maximum = 5, example = 4)]
    pub stars: u8,
    /// Why, in the words of who wrote it; empty where nothing was said.
    #[schema(
        max_length = 2000,
        example = "Short records that name what was turned down."
    )]
    pub text: String,
    /// The version that stood for the skill when it was written or last changed.
    #[schema(example = "1.0.0")]
    pub version: String,
    /// When it was written.
    #[schema(format = DateTime, example = "2026-11-20T00:00:00Z")]
    pub created_at: String,
    /// When it was last changed by who wrote it.
    #[schema(format = DateTime, example = "2026-11-20T00:00:00Z")]
    pub changed_at: String,
    /// Whether it is hidden from everybody but who wrote it and those who may hide it.
    #[schema(example = false)]
    pub is_hidden: bool,
    /// Why it is hidden; `null` for one that is not.
    #[schema(required, example = json!(null))]
    pub hidden_reason: Option<String>,
}

/// A rating that is to be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewRating {
    /// From 1 to 5.
    #[schema(minimum = 1, maximum = 5, example = 4)]
    pub stars: i64,
    /// Why, in up to 2,000 characters; nothing is said when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(
        max_length = 2000,
        example = "Short records that name what was turned down."
    )]
    pub text: Option<String>,
}

/// What is to change of a rating: by who wrote it, or whether it is hidden.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RatingChange {
    /// From 1 to 5; as it is when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 5, example = 5)]
    pub stars: Option<i64>,
    /// Why, in up to 2,000 characters; as it is when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 2000, example = "Better with every release.")]
    pub text: Option<String>,
    /// Whether it is hidden; as it is when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(example = false)]
    pub is_hidden: Option<bool>,
    /// Why it is hidden, in 1 to 500 characters on one line; must be there to hide, and absent otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 500, example = "It names a person.")]
    pub hidden_reason: Option<String>,
}
