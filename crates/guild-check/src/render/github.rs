//! Workflow commands that annotate a change on GitHub.

use std::fmt::Write;

use crate::hidden::escaped;
use crate::{Finding, Report, Severity, Verdict};

/// Renders a command for each finding, and the result as plain output.
pub fn render(report: &Report) -> String {
    let mut text = String::new();
    for finding in &report.findings {
        text.push_str(&command(finding));
    }
    let overall = data(&report.overall);
    // A line that starts with `::` would be read as a command; the sentence starts with a word. Writing cannot fail.
    let _ = match report.verdict {
        Verdict::NotRun => writeln!(
            text,
            "::error title=guild check {}::{overall}",
            property(&report.check)
        ),
        Verdict::Passed | Verdict::Failed => writeln!(text, "{overall}"),
    };
    text
}

fn command(finding: &Finding) -> String {
    let kind = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    let (start, end) = (finding.place.start(), finding.place.end());
    let mut place = format!(
        "file={},line={},endLine={}",
        property(finding.place.source.path()),
        start.line,
        end.line
    );
    // Columns are only understood within one line.
    if start.line == end.line {
        let _ = write!(place, ",col={},endColumn={}", start.column, end.column);
    }
    let mut message = data(&finding.message);
    if let Some(help) = &finding.help {
        message.push_str("%0Ahelp: ");
        message.push_str(&data(help));
    }
    if let Some(again) = &finding.again {
        message.push_str("%0Aagain: ");
        message.push_str(&data(again));
    }
    format!(
        "::{kind} {place},title={}::{message}\n",
        property(&finding.rule)
    )
}

fn data(text: &str) -> String {
    escaped(text).replace('%', "%25")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
