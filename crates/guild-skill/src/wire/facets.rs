//! By what a list of skills can be narrowed.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How many skills each choice would leave. Each is counted as if it alone were open, with all others as they are chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Facets {
    /// How many skills there are with everything as it is chosen.
    #[schema(example = 6)]
    pub skill_count: u64,
    /// The packs, those with the most skills first, 20 at the most; the chosen one is always among them.
    pub packs: Vec<PackFacet>,
    /// Skills whose page was derived from SKILL.md, and those whose author wrote one.
    pub is_derived: MarkFacet,
    /// Skills that state as data what the work they guide has to be, and those that do not.
    pub has_contract: MarkFacet,
    /// Skills whose newest release somebody's key has signed, and the others.
    pub is_signed: MarkFacet,
}

/// A pack that a list can be narrowed to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PackFacet {
    /// The name of the pack.
    #[schema(example = "developer-pack")]
    pub name: String,
    /// Its label, as pages show it.
    #[schema(example = "Developer pack")]
    pub label: String,
    /// How many skills of it there are.
    #[schema(example = 6)]
    pub skill_count: u64,
}

/// How many skills have a mark, and how many do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MarkFacet {
    /// Skills that have it.
    #[schema(example = 2)]
    pub with: u64,
    /// Skills that do not.
    #[schema(example = 4)]
    pub without: u64,
}
