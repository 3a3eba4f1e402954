//! The findings of one run and its verdict.

mod change;
mod checklist;
mod operation;
mod overall;
mod set_aside;
mod step;
pub mod v1;
mod verdict;

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::allow::Allows;
use crate::settings::Settings;
use crate::{Baseline, Finding, Severity, Source};

pub use change::{Change, ChangeKind};
pub use checklist::{Answer, ChecklistLine};
pub use operation::OperationResult;
use overall::{counted, overall};
pub use set_aside::SetAside;
pub use step::{Ran, StepResult, VitalsResult};
pub use verdict::Verdict;

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
    /// Rules of the check that this run did not hold: a comment or an entry of the baseline on one of them is not idle for finding
    /// nothing.
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
    /// The findings that the baseline knows: they are set aside.
    pub known: Vec<Finding>,
    /// The findings that a comment in the file allows, or that `guild.toml` turns off, in the order of the findings.
    pub allowed: Vec<SetAside>,
    /// The baseline that they were held against.
    pub baseline: Option<Arc<Baseline>>,
    /// Other checks whose rules the files were held against.
    pub others: Vec<String>,
    /// Rules of the check that this run did not hold.
    pub elsewhere: Vec<String>,
    /// How well examples were kept from the machine, where some were run.
    pub sandbox: Option<String>,
    /// The examples that were to be run, in the order of file and line.
    pub examples: Vec<ExampleResult>,
    /// What changed since the version that the subject was held against, in the order of file and place.
    pub changes: Vec<Change>,
    /// The operations that a running server was tried with, in the order of the contract.
    pub operations: Vec<OperationResult>,
    /// What the contract that was held against asks to be answered at the end, where it asks something.
    pub checklist: Vec<ChecklistLine>,
    /// What came of a run of plans, where some were run.
    pub ran: Option<Ran>,
    /// What the result says beside the findings, in sentences.
    more: String,
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
    /// How many findings the baseline knows, which are in none of the other numbers.
    #[serde(default, skip_serializing_if = "is_none")]
    pub baselined: usize,
}

impl Report {
    /// Weighs what a check found in its files.
    pub fn new(
        check: &str,
        files: &[Source],
        findings: Vec<Finding>,
        options: &ReportOptions<'_>,
    ) -> Self {
        let (left, mut allowed) = match options.allow_comments {
            AllowComments::Obeyed => Allows::find(check, files, options.elsewhere).apply(findings),
            AllowComments::Ignored => (findings, Vec::new()),
        };
        let mut findings = Vec::with_capacity(left.len());
        for mut finding in left {
            match options.settings.weigh(&mut finding) {
                None => findings.push(raised(finding, options.deny)),
                Some(why) => allowed.push(SetAside { finding, why }),
            }
        }
        sort(&mut findings);
        let report = Self {
            files: all_paths(files.iter().map(Source::path), &findings),
            findings,
            allowed,
            elsewhere: options
                .elsewhere
                .iter()
                .map(|&rule| rule.to_owned())
                .collect(),
            ..Self::empty(check, Verdict::Passed, String::new())
        };
        match &options.settings.baseline {
            Some(baseline) => report.under(Arc::clone(baseline)),
            None => report.summed_up(),
        }
    }

    /// Sets aside what a baseline knows, in place of what another one did.
    #[must_use]
    pub fn under(mut self, baseline: Arc<Baseline>) -> Self {
        let mut all = std::mem::take(&mut self.findings);
        all.append(&mut self.known);
        sort(&mut all);
        (self.findings, self.known) = baseline.part(all);
        self.baseline = Some(baseline);
        self.summed_up()
    }

    /// Says that the files were held against rules of other checks too, by the first half of their names.
    #[must_use]
    pub fn speaking_for(mut self, checks: &[&str]) -> Self {
        self.others = checks.iter().map(|&check| check.to_owned()).collect();
        self
    }

    /// Says whether a rule was one of those that the files were held against.
    pub(crate) fn is_held(&self, rule: &str) -> bool {
        let check = rule.split('/').next().unwrap_or_default();
        let is_ours = check == self.check || self.others.iter().any(|other| other == check);
        is_ours && !self.elsewhere.iter().any(|name| name == rule)
    }

    /// Adds a note for each entry of the baseline that the run had no use for. Nothing more may be added afterwards.
    #[must_use]
    pub fn noting_unused(mut self) -> Self {
        let Some(baseline) = self.baseline.clone() else {
            return self;
        };
        let unused = baseline.unused(&self);
        self.findings.extend(unused);
        sort(&mut self.findings);
        self.files = all_paths(self.files.iter().map(String::as_str), &self.findings);
        self.summed_up()
    }

    /// Adds the examples that were to be run, and says how well they were kept from the machine. A run with an example
    /// that was not run has not passed, unless the document itself keeps it from running.
    #[must_use]
    pub fn with_examples(mut self, examples: Vec<ExampleResult>, sandbox: Option<String>) -> Self {
        let count = |verdict| {
            let same = examples.iter().filter(|example| example.verdict == verdict);
            same.count()
        };
        if !examples.is_empty() {
            self.more.push_str(&format!(
                " Of {}: {} passed, {} failed, {} not run.",
                counted(examples.len(), "example"),
                count(Verdict::Passed),
                count(Verdict::Failed),
                count(Verdict::NotRun),
            ));
        }
        (self.examples, self.sandbox) = (examples, sandbox);
        self.summed_up()
    }

    /// Adds what changed since an earlier version.
    #[must_use]
    pub fn with_changes(mut self, changes: Vec<Change>) -> Self {
        let count = |kind| changes.iter().filter(|change| change.kind == kind).count();
        self.more.push_str(&match changes.len() {
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
        self.summed_up()
    }

    /// Says which files were looked at, for a check that keeps no source of a file in which nothing was found.
    #[must_use]
    pub fn with_files(mut self, paths: Vec<String>) -> Self {
        let mut seen = HashSet::with_capacity(paths.len());
        let all = paths.into_iter().chain(self.files);
        self.files = all.filter(|path| seen.insert(path.clone())).collect();
        self.summed_up()
    }

    /// Adds the checklist, answered.
    #[must_use]
    pub fn with_checklist(mut self, checklist: Vec<ChecklistLine>) -> Self {
        self.checklist = checklist;
        self
    }

    /// Reports that a check could not run; `why` is a sentence without its full stop.
    pub fn not_run(check: &str, why: &str) -> Self {
        Self::empty(check, Verdict::NotRun, format!("Not run: {why}."))
    }

    fn empty(check: &str, verdict: Verdict, overall: String) -> Self {
        Self {
            check: check.to_owned(),
            verdict,
            overall,
            summary: Summary::default(),
            files: Vec::new(),
            findings: Vec::new(),
            known: Vec::new(),
            allowed: Vec::new(),
            baseline: None,
            others: Vec::new(),
            elsewhere: Vec::new(),
            sandbox: None,
            examples: Vec::new(),
            changes: Vec::new(),
            operations: Vec::new(),
            checklist: Vec::new(),
            ran: None,
            more: String::new(),
        }
    }

    /// Goes over the steps of the plans that were run.
    pub(crate) fn steps(&self) -> impl Iterator<Item = &StepResult> {
        self.ran.iter().flat_map(|ran| &ran.steps)
    }

    /// Says again how the run ended, once something was added.
    pub(super) fn summed_up(mut self) -> Self {
        let was_missed =
            |example: &ExampleResult| example.verdict == Verdict::NotRun && !example.is_marked;
        let was_left_out = |step: &StepResult| step.verdict == Verdict::NotRun;
        let was_left = |operation: &OperationResult| {
            operation.verdict == Verdict::NotRun && !operation.is_marked
        };
        self.summary = Summary::of(&self);
        let has_failed = |step: &StepResult| step.verdict == Verdict::Failed;
        self.verdict = if self.summary.errors > 0 || self.steps().any(has_failed) {
            Verdict::Failed
        } else if self.examples.iter().any(was_missed)
            || self.steps().any(was_left_out)
            || self.operations.iter().any(was_left)
        {
            Verdict::NotRun
        } else {
            Verdict::Passed
        };
        self.overall = overall(&self);
        self
    }
}

impl Summary {
    fn of(report: &Report) -> Self {
        let count = |severity| {
            let same = report.findings.iter();
            same.filter(|found| found.severity == severity).count()
        };
        Self {
            files: report.files.len(),
            errors: count(Severity::Error),
            warnings: count(Severity::Warning),
            notes: count(Severity::Note),
            baselined: report.known.len(),
        }
    }
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes the field as a reference"
)]
fn is_none(count: &usize) -> bool {
    *count == 0
}

fn raised(mut finding: Finding, deny: Deny) -> Finding {
    if deny == Deny::Warnings && finding.severity == Severity::Warning {
        finding.severity = Severity::Error;
    }
    finding
}

fn sort(findings: &mut [Finding]) {
    findings.sort_by(|a, b| {
        let left = (a.place.source.path(), a.place.span, a.rule);
        left.cmp(&(b.place.source.path(), b.place.span, b.rule))
    });
}

/// A finding may be about a file that is missing: it counts as one that was looked at.
fn all_paths<'a>(given: impl Iterator<Item = &'a str>, findings: &'a [Finding]) -> Vec<String> {
    let found = findings.iter().map(|finding| finding.place.source.path());
    let mut seen = BTreeSet::new();
    let paths = given.chain(found).filter(|&path| seen.insert(path));
    paths.map(str::to_owned).collect()
}
