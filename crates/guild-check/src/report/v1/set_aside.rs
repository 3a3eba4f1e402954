//! What does not count, as others read it.

use serde::{Deserialize, Serialize};

use super::FindingV1;
use crate::report::SetAside;

/// A finding that does not count, with who decided so and why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SetAsideV1 {
    /// The finding, with the severity that it would have.
    #[serde(flatten)]
    pub finding: FindingV1,
    /// Who decided so and why: `the file allows it: shown once`.
    pub why: String,
}

impl From<&SetAside> for SetAsideV1 {
    fn from(aside: &SetAside) -> Self {
        Self {
            finding: FindingV1::from(&aside.finding),
            why: aside.why.clone(),
        }
    }
}
