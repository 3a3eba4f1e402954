//! The JSON report, version 1.
//!
//! Frozen: a field may be added, none is changed or taken away. The types stand apart from [`Report`],
//! so that a change there cannot change what others read. Only the words for verdict and severity and the summary are
//! shared; a test holds them to the published shape.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{
    Answer, Change, ChangeKind, ChecklistLine, ExampleResult, OperationResult, Report, Summary,
    Verdict,
};
pub use set_aside::SetAsideV1;
pub use step::{StepV1, VitalsV1};

mod set_aside;
mod step;
use crate::finding::Instance;
use crate::{Finding, Place, Severity};

/// The version that [`ReportV1::version`] states.
pub const VERSION: u32 = 1;

/// A report as others read it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReportV1 {
    /// Always 1.
    pub version: u32,
    /// The check's name, such as `skill`.
    pub check: String,
    /// How the run ended.
    pub verdict: Verdict,
    /// The result in one sentence.
    pub overall: String,
    /// The result in numbers.
    pub summary: Summary,
    /// The findings in the order of file, place and rule.
    pub findings: Vec<FindingV1>,
    /// What was found and does not count, because a comment, `guild.toml` or a baseline says so; absent if there is nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set_aside: Vec<SetAsideV1>,
    /// How well examples were kept from the machine; absent if none were to be run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sandbox: Option<String>,
    /// The examples that were to be run; absent if there were none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub examples: Vec<ExampleV1>,
    /// The steps of the plans that were run; absent if there were none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<StepV1>,
    /// Core Web Vitals by flow; absent if none were measured.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub vitals: Vec<VitalsV1>,
    /// What changed since the version that the subject was held against; absent if nothing did.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<ChangeV1>,
    /// The operations that a running server was tried with; absent if none was tried.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub operations: Vec<OperationV1>,
    /// The checklist of the contract, answered; absent if it has none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub checklist: Vec<ChecklistLineV1>,
}

/// A change as others read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChangeV1 {
    /// How it weighs.
    pub kind: ChangeKind,
    /// The rule it is filed under.
    pub rule: String,
    /// A JSON pointer to what changed: in the new version, or in the old one if it is gone.
    pub pointer: String,
    /// What changed.
    pub message: String,
    /// Why a consumer breaks; null for what breaks nobody.
    pub why: Option<String>,
    /// The additive way; null for what is additive.
    pub help: Option<String>,
    /// The operations that it bears on.
    pub operations: Vec<String>,
    /// Where it was, or what held the place; null if there was nothing.
    pub old: Option<PlaceV1>,
    /// Where it is, or what held it; null if there is nothing.
    pub new: Option<PlaceV1>,
}

/// An operation as others read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OperationV1 {
    /// The contract.
    pub path: String,
    /// The line on which it stands, from 1.
    pub line: u32,
    /// Method and path.
    pub name: String,
    /// How it ended.
    pub verdict: Verdict,
    /// Why, where it was not tried.
    pub reason: Option<String>,
    /// What was sent: how many requests of each kind.
    pub requests: BTreeMap<String, usize>,
    /// How long that took.
    pub duration_ms: u64,
    /// Whether whoever started the run kept it from being tried.
    #[serde(default)]
    pub is_marked: bool,
}

/// A place as others read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PlaceV1 {
    /// The file.
    pub path: String,
    /// The first line, from 1.
    pub start_line: u32,
    /// The column of the first character, from 1, in characters.
    pub start_column: u32,
    /// The last line.
    pub end_line: u32,
    /// The column after the last character.
    pub end_column: u32,
}

/// A line of a checklist as others read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChecklistLineV1 {
    /// What is asked, as a statement.
    pub text: String,
    /// Whether it holds.
    pub answer: Answer,
    /// The count behind the answer, or why there is none.
    pub evidence: String,
}

/// An example as others read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ExampleV1 {
    /// The document.
    pub path: String,
    /// The line on which its code starts, from 1.
    pub line: u32,
    /// The heading above it.
    pub name: String,
    /// How it ended.
    pub verdict: Verdict,
    /// Why, unless it passed.
    pub reason: Option<String>,
    /// How long it took.
    pub duration_ms: u64,
    /// Whether the document itself keeps it from running.
    #[serde(default)]
    pub is_marked: bool,
}

/// One of the places that a finding speaks for, as others read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InstanceV1 {
    /// Where.
    #[serde(flatten)]
    pub place: PlaceV1,
    /// What is wrong there.
    pub message: String,
}

/// A finding as others read it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FindingV1 {
    /// The rule's whole name.
    pub rule: String,
    /// How much it weighs.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
    /// The file.
    pub path: String,
    /// The first line, from 1.
    pub start_line: u32,
    /// The column of the first character, from 1, in characters.
    pub start_column: u32,
    /// The last line.
    pub end_line: u32,
    /// The column after the last character.
    pub end_column: u32,
    /// Whether the rule cannot be sure.
    pub is_guess: bool,
    /// How many places it speaks for; absent for its own alone.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub places: usize,
    /// Each of those places with what is wrong there; absent where they are not told apart.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub instances: Vec<InstanceV1>,
    /// What to type to see it again; absent where that is the check itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub again: Option<String>,
    /// What `--fix` would do; absent where nothing is mechanical.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fix: Option<String>,
    /// The rule's page, relative to a catalog.
    pub help_url: String,
}

impl From<&Report> for ReportV1 {
    fn from(report: &Report) -> Self {
        Self {
            version: VERSION,
            check: report.check.clone(),
            verdict: report.verdict,
            overall: report.overall.clone(),
            summary: report.summary,
            findings: report.findings.iter().map(FindingV1::from).collect(),
            set_aside: report.set_aside().iter().map(SetAsideV1::from).collect(),
            sandbox: report.sandbox.clone(),
            examples: report.examples.iter().map(ExampleV1::from).collect(),
            steps: report.steps().map(StepV1::from).collect(),
            vitals: report
                .ran
                .iter()
                .flat_map(|ran| &ran.vitals)
                .map(VitalsV1::from)
                .collect(),
            changes: report.changes.iter().map(ChangeV1::from).collect(),
            operations: report.operations.iter().map(OperationV1::from).collect(),
            checklist: report.checklist.iter().map(ChecklistLineV1::from).collect(),
        }
    }
}

impl From<&Change> for ChangeV1 {
    fn from(change: &Change) -> Self {
        Self {
            kind: change.kind,
            rule: change.rule.to_string(),
            pointer: change.pointer.clone(),
            message: change.message.clone(),
            why: change.why.clone(),
            help: change.help.clone(),
            operations: change.operations.clone(),
            old: change.old.as_ref().map(PlaceV1::from),
            new: change.new.as_ref().map(PlaceV1::from),
        }
    }
}

impl From<&Place> for PlaceV1 {
    fn from(place: &Place) -> Self {
        let (start, end) = (place.start(), place.end());
        Self {
            path: place.source.path().to_owned(),
            start_line: start.line,
            start_column: start.column,
            end_line: end.line,
            end_column: end.column,
        }
    }
}

impl From<&ChecklistLine> for ChecklistLineV1 {
    fn from(line: &ChecklistLine) -> Self {
        Self {
            text: line.text.to_owned(),
            answer: line.answer,
            evidence: line.evidence.clone(),
        }
    }
}

impl From<&ExampleResult> for ExampleV1 {
    fn from(example: &ExampleResult) -> Self {
        Self {
            path: example.path.clone(),
            line: example.line,
            name: example.name.clone(),
            verdict: example.verdict,
            reason: example.reason.clone(),
            duration_ms: example.duration_ms,
            is_marked: example.is_marked,
        }
    }
}

impl From<&Instance> for InstanceV1 {
    fn from(instance: &Instance) -> Self {
        Self {
            place: PlaceV1::from(&instance.place),
            message: instance.message.clone(),
        }
    }
}

impl From<&OperationResult> for OperationV1 {
    fn from(operation: &OperationResult) -> Self {
        let sent = operation.requests.iter();
        Self {
            path: operation.path.clone(),
            line: operation.line,
            name: operation.name.clone(),
            verdict: operation.verdict,
            reason: operation.reason.clone(),
            requests: sent
                .map(|(kind, count)| ((*kind).to_owned(), *count))
                .collect(),
            duration_ms: operation.duration_ms,
            is_marked: operation.is_marked,
        }
    }
}

impl From<&Finding> for FindingV1 {
    fn from(finding: &Finding) -> Self {
        let (start, end) = (finding.place.start(), finding.place.end());
        Self {
            rule: finding.rule.to_string(),
            severity: finding.severity,
            message: finding.message.clone(),
            help: finding.help.clone(),
            path: finding.place.source.path().to_owned(),
            start_line: start.line,
            start_column: start.column,
            end_line: end.line,
            end_column: end.column,
            is_guess: finding.is_guess,
            places: finding.places,
            instances: finding.instances.iter().map(InstanceV1::from).collect(),
            again: finding.again.clone(),
            fix: finding.fix.as_ref().map(|fix| fix.title.clone()),
            help_url: help_url(&finding.rule),
        }
    }
}

fn one() -> usize {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_one(places: &usize) -> bool {
    *places == 1
}

/// Gives the address of a rule's page, relative to a catalog.
pub fn help_url(rule: &str) -> String {
    format!("/rules/{rule}")
}
