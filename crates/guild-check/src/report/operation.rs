//! An operation of an interface that a running server was tried with.

use std::collections::BTreeMap;

use super::{Report, Verdict, counted};
use crate::Severity;

/// An operation, and what came of trying it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OperationResult {
    /// The contract.
    pub path: String,
    /// The line on which it stands.
    pub line: u32,
    /// Method and path.
    pub name: String,
    /// How it ended.
    pub verdict: Verdict,
    /// Why it was not tried, or what else is worth knowing.
    pub reason: Option<String>,
    /// What was sent: how many requests of each kind.
    pub requests: BTreeMap<&'static str, usize>,
    /// How long that took.
    pub duration_ms: u64,
    /// Whether whoever started the run kept it from being tried: this alone does not keep a run from passing.
    pub is_marked: bool,
}

impl OperationResult {
    /// Says in words what was sent.
    pub fn sent(&self) -> String {
        let all = counted(self.requests.values().sum(), "request");
        let kinds: Vec<String> = self
            .requests
            .iter()
            .map(|(kind, count)| format!("{count} {kind}"))
            .collect();
        match kinds.as_slice() {
            [] => all,
            kinds => format!("{all}: {}", kinds.join(", ")),
        }
    }
}

impl Report {
    /// Adds the operations that a running server was tried with, and what else is to be said of that, in sentences. One at
    /// whose line there is an error of one of the rules has failed. A run with an operation that was not tried has not
    /// passed, unless whoever started it kept it from being tried.
    #[must_use]
    pub fn with_operations(
        mut self,
        mut operations: Vec<OperationResult>,
        rules: &[&str],
        more: &str,
    ) -> Self {
        let errors = self.findings.iter().filter(|finding| {
            finding.severity == Severity::Error && rules.contains(&finding.rule.as_str())
        });
        for place in errors.map(|finding| &finding.place) {
            let (path, line) = (place.source.path(), place.start().line);
            let mut at = operations.iter_mut();
            let failed = at.find(|operation| operation.path == path && operation.line == line);
            if let Some(operation) = failed {
                operation.verdict = Verdict::Failed;
            }
        }
        let count = |verdict| {
            let same = operations
                .iter()
                .filter(|operation| operation.verdict == verdict);
            same.count()
        };
        let sent: usize = operations
            .iter()
            .flat_map(|operation| operation.requests.values())
            .sum();
        self.more.push_str(&format!(
            " Of {}: {} passed, {} failed, {} not run, after {}.",
            counted(operations.len(), "operation"),
            count(Verdict::Passed),
            count(Verdict::Failed),
            count(Verdict::NotRun),
            counted(sent, "request"),
        ));
        if !more.is_empty() {
            self.more.push_str(&format!(" {more}"));
        }
        self.operations = operations;
        self.summed_up()
    }
}
