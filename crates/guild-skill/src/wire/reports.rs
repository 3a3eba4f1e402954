//! What came of a check of work, told to the catalog: a verdict, counts and names of rules, and nothing of the work.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Severity;

/// How a check of work ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Verdict {
    /// Nothing failed.
    Passed,
    /// Something is wrong with the work.
    Failed,
    /// The check could not run.
    NotRun,
}

/// How many files were checked, and how many findings there are of each weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReportSummary {
    /// Files that were checked.
    #[schema(maximum = 1_000_000, example = 3)]
    pub files: u32,
    /// Findings that are errors.
    #[schema(maximum = 1_000_000, example = 1)]
    pub errors: u32,
    /// Findings that are warnings.
    #[schema(maximum = 1_000_000, example = 0)]
    pub warnings: u32,
    /// Findings that are notes.
    #[schema(maximum = 1_000_000, example = 0)]
    pub notes: u32,
}

/// A rule that the work broke.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BrokenRule {
    /// The rule's name.
    #[schema(
        max_length = 128,
        pattern = "^[a-z0-9]+(-[a-z0-9]+)*/[a-z0-9]+(-[a-z0-9]+)*$",
        example = "docs/section-order"
    )]
    pub rule: String,
    /// How much its findings weigh.
    pub severity: Severity,
    /// How many findings there are.
    #[schema(minimum = 1, maximum = 1_000_000, example = 1)]
    pub count: u32,
}

/// What came of a check of work that was done with a release of a skill.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// What it is known by.
    #[schema(example = "9f86d081884c7d65")]
    pub id: String,
    /// The skill's name.
    #[schema(example = "api-documentation-writer")]
    pub skill: String,
    /// The version of the release.
    #[schema(example = "1.0.0")]
    pub version: String,
    /// What was checked, as `guild check` names it.
    #[schema(example = "docs")]
    pub check: String,
    /// How it ended.
    pub verdict: Verdict,
    /// How many files and findings there are.
    pub summary: ReportSummary,
    /// The rules that were broken, by name.
    pub rules: Vec<BrokenRule>,
    /// When it came.
    #[schema(format = DateTime, example = "2026-11-20T00:00:00Z")]
    pub created_at: String,
}

/// A report that is to be sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewReport {
    /// The skill's name.
    #[schema(
        max_length = 64,
        pattern = "^[a-z0-9]+(-[a-z0-9]+)*$",
        example = "api-documentation-writer"
    )]
    pub skill: String,
    /// The version of the release that the work was done with.
    #[schema(max_length = 255, example = "1.0.0")]
    pub version: String,
    /// What was checked, as `guild check` names it.
    #[schema(
        max_length = 64,
        pattern = "^[a-z0-9]+(-[a-z0-9]+)*$",
        example = "docs"
    )]
    pub check: String,
    /// How it ended.
    pub verdict: Verdict,
    /// How many files and findings there are.
    pub summary: ReportSummary,
    /// The rules that were broken, each once with each weight that its findings have.
    #[serde(default)]
    #[schema(max_items = 200)]
    pub rules: Vec<BrokenRule>,
}
