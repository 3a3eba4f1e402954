//! What changed between two releases.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{RecentChange, Severity};

/// What changed from one release of a skill to another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Comparison {
    /// The skill.
    #[schema(example = "adr-writer")]
    pub skill: String,
    /// The version that is compared with.
    #[schema(example = "1.0.0")]
    pub from: String,
    /// The version whose changes these are.
    #[schema(example = "1.1.0")]
    pub to: String,
    /// The entries of Recent changes that `to` has and `from` has not.
    pub recent_changes: Vec<RecentChange>,
    /// The files that differ, by path.
    pub files: Vec<FileChange>,
    /// What the safety rules find in `to` and not in `from`.
    pub new_findings: Vec<NewFinding>,
}

/// A file that differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FileChange {
    /// Where the file stands; of a file that was removed, where it stood.
    #[schema(example = "SKILL.md")]
    pub path: String,
    /// What happened to it.
    pub kind: FileChangeKind,
    /// Where it stood before, if it was moved.
    #[schema(required, example = json!(null))]
    pub moved_from: Option<String>,
    /// The file before; `null` for a new one.
    #[schema(required)]
    pub before: Option<FileState>,
    /// The file after; `null` for one that was removed.
    #[schema(required)]
    pub after: Option<FileState>,
    /// Whether the lines are here, and why not.
    pub content: ContentChange,
    /// The lines that changed, with a few around them.
    pub hunks: Vec<Hunk>,
}

/// What happened to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum FileChangeKind {
    /// It is new.
    Added,
    /// It is gone.
    Removed,
    /// It holds something else, or may be run now or no more.
    Changed,
    /// The same bytes stand under another path.
    Moved,
}

/// A file as it is in one release.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FileState {
    /// Its size in bytes.
    #[schema(example = 1024)]
    pub size_bytes: u64,
    /// Whether it may be run.
    #[schema(example = false)]
    pub is_executable: bool,
}

/// How the content of a file changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ContentChange {
    /// It did not.
    Same,
    /// It is text, and `hunks` holds the lines.
    Text,
    /// It is no text.
    Binary,
    /// It is too much to compare by lines.
    TooLarge,
}

/// Lines that stand together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Hunk {
    /// The number of the first line before, from 1.
    #[schema(example = 1)]
    pub start_before: u32,
    /// The number of the first line after, from 1.
    #[schema(example = 1)]
    pub start_after: u32,
    /// The lines.
    pub lines: Vec<DiffLine>,
}

/// A line of a hunk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DiffLine {
    /// Whether it stands before, after, or both.
    pub kind: DiffLineKind,
    /// The line as it is, without its line feed: a carriage return or a hidden character is in it.
    #[schema(example = "# ADR Writer")]
    pub text: String,
    /// Whether a line feed ends it; only the last line of a file may have none.
    #[schema(example = true)]
    pub has_line_feed: bool,
}

/// Where a line stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum DiffLineKind {
    /// In both.
    Kept,
    /// Before alone.
    Removed,
    /// After alone.
    Added,
}

/// What a safety rule finds that it did not find before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewFinding {
    /// The rule's whole name.
    #[schema(example = "skill/piped-download")]
    pub rule: String,
    /// How much it weighs.
    pub severity: Severity,
    /// What is wrong.
    #[schema(example = "a download is piped into a shell")]
    pub message: String,
    /// The file, from the skill's folder on.
    #[schema(example = "adr-writer/scripts/install.sh")]
    pub path: String,
    /// The line, from 1.
    #[schema(example = 3)]
    pub line: u32,
}
