//! How a run ended, in one word.

use serde::{Deserialize, Serialize};

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Verdict {
    /// No finding is an error.
    Passed,
    /// At least one finding is an error.
    Failed,
    /// The check could not run.
    NotRun,
}

impl Verdict {
    /// Gives the exit code of a process that ends with this verdict.
    pub fn exit_code(self) -> u8 {
        match self {
            Self::Passed => 0,
            Self::Failed => 1,
            Self::NotRun => 2,
        }
    }

    /// Gives the word that reports show.
    pub fn word(self) -> &'static str {
        match self {
            Self::Passed => "PASSED",
            Self::Failed => "FAILED",
            Self::NotRun => "NOT_RUN",
        }
    }
}
