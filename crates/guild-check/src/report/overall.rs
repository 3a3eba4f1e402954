//! The result of a run in words.

use std::collections::BTreeSet;

use super::{Report, Summary};
use crate::Finding;

/// Tells the whole result in a few short sentences.
pub(super) fn overall(report: &Report) -> String {
    if let Some(ran) = &report.ran {
        return ran.overall.clone();
    }
    let mut text = of_findings(report.summary, &report.findings);
    let known = report.known.len();
    if known > 0 {
        let known = counted(known, "known finding");
        text.push_str(&format!(" {known} in the baseline."));
    }
    text + &report.more
}

fn of_findings(summary: Summary, findings: &[Finding]) -> String {
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
pub(super) fn counted(count: usize, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        _ => format!("{count} {noun}s"),
    }
}
