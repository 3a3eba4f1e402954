//! What changed between two versions of an interface, as a report shows it.

use serde::{Deserialize, Serialize};

use crate::Place;
use crate::rule::RuleName;

/// How a change weighs on those who use the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ChangeKind {
    /// Nobody has to do anything.
    Additive,
    /// Some may break.
    Risky,
    /// Whoever relies on what was there breaks.
    Breaking,
}

/// A change between two versions.
#[derive(Clone, Debug)]
pub struct Change {
    /// How it weighs.
    pub kind: ChangeKind,
    /// The rule it is filed under, such as `api/field-removed`.
    pub rule: RuleName,
    /// What changed, in one sentence without a full stop.
    pub message: String,
    /// Why a consumer breaks; none for what breaks nobody.
    pub why: Option<String>,
    /// The additive way; none for what is additive.
    pub help: Option<String>,
    /// The operations that it bears on, such as `GET /api/tasks`.
    pub operations: Vec<String>,
    /// A JSON pointer to what changed: in the new version, or in the old one if it is gone.
    pub pointer: String,
    /// Where it was, or what held the place; none if there was nothing.
    pub old: Option<Place>,
    /// Where it is, or what held it; none if there is nothing.
    pub new: Option<Place>,
}

impl ChangeKind {
    /// Gives the word that reports show.
    pub fn word(self) -> &'static str {
        match self {
            Self::Additive => "ADDITIVE",
            Self::Risky => "RISKY",
            Self::Breaking => "BREAKING",
        }
    }
}
