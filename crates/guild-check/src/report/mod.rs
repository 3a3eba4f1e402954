//! The findings of one run and its verdict.

mod change;
pub mod v1;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::allow::Allows;
use crate::settings::Settings;
use crate::{Finding, Severity, Source};

pub use change::{Change, ChangeKind};

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

/// Which findings fail a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deny {
    /// Errors.
    Errors,
    /// Errors and warnings: each warning counts as an error.
    Warnings,
}

/// Whether the checked files may silence findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AllowComments {
    /// The files are the caller's own.
    Obeyed,
    /// The files come from someone who is not trusted to judge them.
    Ignored,
}

/// How findings become a report.
#[derive(Clone, Copy, Debug)]
pub struct ReportOptions<'a> {
    /// The decisions of `guild.toml`.
    pub settings: &'a Settings,
    /// Which findings fail the run.
    pub deny: Deny,
    /// Whether comments in the files count.
    pub allow_comments: AllowComments,
    /// Rules of the check that this run did not hold: a comment on one of them is not idle for finding nothing.
    pub elsewhere: &'a [&'a str],
}

/// What one run of a check found.
#[derive(Clone, Debug)]
pub struct Report {
    /// The check's name, such as `skill`.
    pub check: String,
    /// How it ended.
    pub verdict: Verdict,
    /// The result in one sentence.
    pub overall: String,
    /// The result in numbers.
    pub summary: Summary,
    /// The paths of all files looked at, those without findings too.
    pub files: Vec<String>,
    /// The findings in the order of file, place and rule.
    pub findings: Vec<Finding>,
    /// How well examples were kept from the machine, where some were run.
    pub sandbox: Option<String>,
    /// The examples that were to be run, in the order of file and line.
    pub examples: Vec<ExampleResult>,
    /// What changed since the version that the subject was held against, in the order of file and place.
    pub changes: Vec<Change>,
}

/// An example of a document, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExampleResult {
    /// The document.
    pub path: String,
    /// The line on which its code starts.
    pub line: u32,
    /// The heading above it.
    pub name: String,
    /// How it ended.
    pub verdict: Verdict,
    /// Why, unless it passed; or what else is worth knowing.
    pub reason: Option<String>,
    /// How long it took.
    pub duration_ms: u64,
    /// Whether the document itself keeps it from running: this alone does not keep a run from passing.
    pub is_marked: bool,
}

/// A run in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// How many files were looked at.
    pub files: usize,
    /// How many findings are errors.
    pub errors: usize,
    /// How many findings are warnings.
    pub warnings: usize,
    /// How many findings are notes.
    pub notes: usize,
}

impl Report {
    /// Weighs what a check found in its files.
    pub fn new(
        check: &str,
        files: &[Source],
        findings: Vec<Finding>,
        options: &ReportOptions<'_>,
    ) -> Self {
        let findings = match options.allow_comments {
            AllowComments::Obeyed => Allows::find(check, files, options.elsewhere).apply(findings),
            AllowComments::Ignored => findings,
        };
        let mut findings: Vec<Finding> = findings
            .into_iter()
            .filter_map(|finding| options.settings.weigh(finding))
            .map(|finding| raised(finding, options.deny))
            .collect();
        findings.sort_by(|a, b| {
            let left = (a.place.source.path(), a.place.span, a.rule);
            left.cmp(&(b.place.source.path(), b.place.span, b.rule))
        });
        let files = all_paths(files, &findings);
        let summary = Summary::of(&files, &findings);
        Self {
            check: check.to_owned(),
            verdict: if summary.errors > 0 {
                Verdict::Failed
            } else {
                Verdict::Passed
            },
            overall: overall(summary, &findings),
            summary,
            files,
            findings,
            sandbox: None,
            examples: Vec::new(),
            changes: Vec::new(),
        }
    }

    /// Adds the examples that were to be run, and says how well they were kept from the machine. A run with an example
    /// that was not run has not passed, unless the document itself keeps it from running.
    #[must_use]
    pub fn with_examples(mut self, examples: Vec<ExampleResult>, sandbox: Option<String>) -> Self {
        let missed =
            |example: &&ExampleResult| example.verdict == Verdict::NotRun && !example.is_marked;
        let missed = examples.iter().filter(missed).count();
        if missed > 0 && self.verdict == Verdict::Passed {
            self.verdict = Verdict::NotRun;
        }
        let count = |verdict| {
            let same = examples.iter().filter(|example| example.verdict == verdict);
            same.count()
        };
        if !examples.is_empty() {
            self.overall.push_str(&format!(
                " Of {}: {} passed, {} failed, {} not run.",
                counted(examples.len(), "example"),
                count(Verdict::Passed),
                count(Verdict::Failed),
                count(Verdict::NotRun),
            ));
        }
        (self.examples, self.sandbox) = (examples, sandbox);
        self
    }

    /// Adds what changed since an earlier version.
    #[must_use]
    pub fn with_changes(mut self, changes: Vec<Change>) -> Self {
        let count = |kind| changes.iter().filter(|change| change.kind == kind).count();
        self.overall.push_str(&match changes.len() {
            0 => " Nothing changed.".to_owned(),
            all => format!(
                " Of {}: {} breaking, {} risky, {} additive.",
                counted(all, "change"),
                count(ChangeKind::Breaking),
                count(ChangeKind::Risky),
                count(ChangeKind::Additive),
            ),
        });
        self.changes = changes;
        self
    }

    /// Says which files were looked at, for a check that keeps no source of a file in which nothing was found.
    #[must_use]
    pub fn with_files(mut self, paths: Vec<String>) -> Self {
        let count = paths.len();
        let mut seen = BTreeSet::new();
        let all = paths.into_iter().chain(self.files);
        self.files = all.filter(|path| seen.insert(path.clone())).collect();
        self.summary.files = count.max(self.summary.files);
        self.overall = overall(self.summary, &self.findings);
        self
    }

    /// Reports that a check could not run; `why` is a sentence without its full stop.
    pub fn not_run(check: &str, why: &str) -> Self {
        Self {
            check: check.to_owned(),
            verdict: Verdict::NotRun,
            overall: format!("Not run: {why}."),
            summary: Summary::default(),
            files: Vec::new(),
            findings: Vec::new(),
            sandbox: None,
            examples: Vec::new(),
            changes: Vec::new(),
        }
    }
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

impl Summary {
    fn of(files: &[String], findings: &[Finding]) -> Self {
        let count = |severity| {
            let same = findings.iter().filter(|found| found.severity == severity);
            same.count()
        };
        Self {
            files: files.len(),
            errors: count(Severity::Error),
            warnings: count(Severity::Warning),
            notes: count(Severity::Note),
        }
    }
}

fn raised(mut finding: Finding, deny: Deny) -> Finding {
    if deny == Deny::Warnings && finding.severity == Severity::Warning {
        finding.severity = Severity::Error;
    }
    finding
}

/// A finding may be about a file that is missing: it counts as one that was looked at.
fn all_paths(files: &[Source], findings: &[Finding]) -> Vec<String> {
    let given = files.iter().map(Source::path);
    let found = findings.iter().map(|finding| finding.place.source.path());
    let mut seen = BTreeSet::new();
    let paths = given.chain(found).filter(|&path| seen.insert(path));
    paths.map(str::to_owned).collect()
}

fn overall(summary: Summary, findings: &[Finding]) -> String {
    let counts = [
        (summary.errors, "error"),
        (summary.warnings, "warning"),
        (summary.notes, "note"),
    ];
    let mut parts: Vec<String> = counts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, word)| counted(*count, word))
        .collect();
    let files = counted(summary.files, "file");
    let Some(last) = parts.pop() else {
        return format!("No findings in {files}.");
    };
    let found = if parts.is_empty() {
        last
    } else {
        format!("{} and {last}", parts.join(", "))
    };
    let paths = findings.iter().map(|finding| finding.place.source.path());
    let affected = paths.collect::<BTreeSet<_>>().len();
    format!("{found} in {affected} of {files}.")
}

/// Writes a number with its noun.
fn counted(count: usize, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        _ => format!("{count} {noun}s"),
    }
}
