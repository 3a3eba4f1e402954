//! What is wrong with a skill that a catalog refuses.

use guild_check::Severity as Weight;
use guild_check::report::v1::FindingV1;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A rule broken at a place, as reports say it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Finding {
    /// The rule's whole name.
    #[schema(example = "skill/page-missing")]
    pub rule: String,
    /// How much it weighs: an error refuses the skill.
    pub severity: Severity,
    /// What is wrong.
    #[schema(example = "there is no PAGE.md")]
    pub message: String,
    /// What to do; `null` where the message says it.
    #[schema(required, example = "write PAGE.md beside SKILL.md")]
    pub help: Option<String>,
    /// The file, in the archive that was sent.
    #[schema(example = "adr-writer.zip/SKILL.md")]
    pub path: String,
    /// The first line, from 1.
    #[schema(example = 1)]
    pub start_line: u32,
    /// The column of the first character, from 1, in characters.
    #[schema(example = 1)]
    pub start_column: u32,
    /// The last line.
    #[schema(example = 1)]
    pub end_line: u32,
    /// The column after the last character.
    #[schema(example = 1)]
    pub end_column: u32,
    /// Whether the rule cannot be sure.
    #[schema(example = false)]
    pub is_guess: bool,
    /// The rule's page, relative to the catalog.
    #[schema(example = "/rules/skill/page-missing")]
    pub help_url: String,
}

/// How much a finding weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// Likely wrong.
    Warning,
    /// Wrong.
    Error,
}

impl From<FindingV1> for Finding {
    fn from(finding: FindingV1) -> Self {
        Self {
            rule: finding.rule,
            severity: match finding.severity {
                Weight::Note => Severity::Note,
                Weight::Warning => Severity::Warning,
                Weight::Error => Severity::Error,
            },
            message: finding.message,
            help: finding.help,
            path: finding.path,
            start_line: finding.start_line,
            start_column: finding.start_column,
            end_line: finding.end_line,
            end_column: finding.end_column,
            is_guess: finding.is_guess,
            help_url: finding.help_url,
        }
    }
}
