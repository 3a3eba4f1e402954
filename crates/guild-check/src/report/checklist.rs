//! A checklist at the end of a report: each line answered, with the count behind the answer.

use serde::{Deserialize, Serialize};

/// One line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChecklistLine {
    /// What is asked, as a statement.
    pub text: &'static str,
    /// Whether it holds.
    pub answer: Answer,
    /// The count behind the answer, or why there is none.
    pub evidence: String,
}

/// Whether a line of a checklist holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Answer {
    /// It holds.
    Yes,
    /// It does not.
    No,
    /// There is nothing here that it is about, or nobody looked.
    NotApplicable,
}

impl Answer {
    /// Gives the words that a person reads.
    pub fn words(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::No => "no",
            Self::NotApplicable => "not applicable",
        }
    }
}
