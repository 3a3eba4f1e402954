//! JUnit XML, for what shows test results.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::hidden::is_hidden;
use crate::report::OperationResult;
use crate::{Finding, Report, Severity, Verdict};

/// Renders a test case for each file, which fails if the file has an error, and one for each operation that was tried.
pub fn render(report: &Report) -> String {
    let name = attribute(&format!("guild check {}", report.check));
    let mut by_path: BTreeMap<&str, Vec<&Finding>> = BTreeMap::new();
    for finding in &report.findings {
        let path = finding.place.source.path();
        by_path.entry(path).or_default().push(finding);
    }
    let is_error = |finding: &&Finding| finding.severity == Severity::Error;
    let failures = by_path.values().filter(|found| found.iter().any(is_error));
    let (failures, errors) = match report.verdict {
        Verdict::Passed | Verdict::Failed => (failures.count(), 0),
        Verdict::NotRun => (0, 1),
    };
    let failed = report.operations.iter();
    let failed = failed.filter(|operation| operation.verdict == Verdict::Failed);
    let failures = failures + failed.count();
    let tests = report.files.len() + report.operations.len() + errors;
    let counts = format!("tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\"");
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    // Writing to a string cannot fail.
    let _ = writeln!(text, "<testsuites name=\"{name}\" {counts}>");
    let _ = writeln!(text, "  <testsuite name=\"{name}\" {counts}>");
    for path in &report.files {
        let found = by_path.get(path.as_str()).map_or(&[][..], Vec::as_slice);
        test_case(&mut text, report, path, found);
    }
    for operation in &report.operations {
        operation_case(&mut text, report, operation);
    }
    if report.verdict == Verdict::NotRun {
        let overall = attribute(&report.overall);
        let _ = writeln!(text, "    <testcase name=\"{name}\" classname=\"{name}\">");
        let _ = writeln!(
            text,
            "      <error message=\"{overall}\"/>\n    </testcase>"
        );
    }
    text.push_str("  </testsuite>\n</testsuites>\n");
    text
}

fn test_case(text: &mut String, report: &Report, path: &str, found: &[&Finding]) {
    let class = attribute(&format!("guild.{}", report.check));
    let _ = write!(
        text,
        "    <testcase name=\"{}\" classname=\"{class}\"",
        attribute(path)
    );
    if found.is_empty() {
        text.push_str("/>\n");
        return;
    }
    text.push_str(">\n");
    let (errors, others): (Vec<&Finding>, Vec<&Finding>) = found
        .iter()
        .partition(|finding| finding.severity == Severity::Error);
    if let Some(first) = errors.first() {
        let message = attribute(&first.message);
        let rule = attribute(&first.rule);
        let _ = write!(
            text,
            "      <failure message=\"{message}\" type=\"{rule}\">"
        );
        let _ = writeln!(text, "{}</failure>", listed(&errors));
    }
    if !others.is_empty() {
        let _ = writeln!(text, "      <system-out>{}</system-out>", listed(&others));
    }
    text.push_str("    </testcase>\n");
}

/// Writes a test case for an operation; what is wrong with it stands in the case of its file.
fn operation_case(text: &mut String, report: &Report, operation: &OperationResult) {
    let (name, class) = (
        attribute(&operation.name),
        attribute(&format!("guild.{}.live", report.check)),
    );
    let millis = operation.duration_ms;
    let (seconds, rest) = (millis / 1000, millis % 1000);
    let _ = write!(
        text,
        "    <testcase name=\"{name}\" classname=\"{class}\" time=\"{seconds}.{rest:03}\">"
    );
    let reason = attribute(operation.reason.as_deref().unwrap_or("see its findings"));
    let _ = match operation.verdict {
        Verdict::Passed => Ok(()),
        Verdict::Failed => write!(text, "<failure message=\"{reason}\"/>"),
        Verdict::NotRun => write!(text, "<skipped message=\"{reason}\"/>"),
    };
    let sent = escape(&operation.sent());
    let _ = writeln!(text, "<system-out>{sent}</system-out></testcase>");
}

fn listed(findings: &[&Finding]) -> String {
    let lines: Vec<String> = findings.iter().map(|finding| line(finding)).collect();
    escape(&lines.join("\n"))
}

fn line(finding: &Finding) -> String {
    let start = finding.place.start();
    let mut text = format!(
        "{}:{}:{}: {} {}: {}",
        finding.place.source.path(),
        start.line,
        start.column,
        finding.severity.word(),
        finding.rule,
        finding.message
    );
    if let Some(help) = &finding.help {
        text.push_str("\n  help: ");
        text.push_str(help);
    }
    if let Some(again) = &finding.again {
        text.push_str("\n  again: ");
        text.push_str(again);
    }
    text
}

/// Writes a text as the value of an attribute.
pub fn attribute(text: &str) -> String {
    escape(text).replace(['\n', '\r', '\t'], " ")
}

/// Most control characters may not stand in XML at all, not even as references; hidden ones are shown.
fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&apos;"),
            '\r' => safe.push(' '),
            _ if is_hidden(character) || matches!(character, '\u{fffe}' | '\u{ffff}') => {
                let _ = write!(safe, "\\u{{{:x}}}", u32::from(character));
            }
            _ => safe.push(character),
        }
    }
    safe
}
