//! `junit.xml`: a suite for each flow, a case for each step.

use std::fmt::Write;

use guild_check::hidden::is_hidden;
use guild_check::{Finding, Report, Severity, Verdict};

use super::Evidence;
use super::markdown::is_beside;

/// Writes the report.
pub(super) fn render(evidence: &Evidence<'_>) -> String {
    let tried = evidence.tried;
    let mut suites = String::new();
    let mut all = [0usize; 3];
    for (flow, outcome) in tried.flows() {
        let mut cases = String::new();
        let mut counts = [0usize; 3];
        for (index, step) in flow.steps.iter().enumerate() {
            let result = outcome.and_then(|outcome| outcome.steps.get(index));
            let verdict = result.map_or(Verdict::NotRun, |result| result.verdict);
            let actual = result
                .and_then(|result| result.actual.as_deref())
                .unwrap_or("it was not reached");
            let seconds = result.map_or(0.0, |result| result.took.as_secs_f64());
            let (name, class) = (
                attribute(&format!("{}. {}", step.number, step.text)),
                attribute(&flow.name),
            );
            // Writing to a string cannot fail, here and below.
            let _ = write!(
                cases,
                "    <testcase name=\"{name}\" classname=\"{class}\" time=\"{seconds:.3}\""
            );
            let message = attribute(&tried.safe(actual));
            counts[0] += 1;
            match verdict {
                Verdict::Passed => cases.push_str("/>\n"),
                Verdict::Failed => {
                    counts[1] += 1;
                    let _ = writeln!(
                        cases,
                        ">\n      <failure message=\"{message}\"/>\n    </testcase>"
                    );
                }
                Verdict::NotRun => {
                    counts[2] += 1;
                    let _ = writeln!(
                        cases,
                        ">\n      <skipped message=\"{message}\"/>\n    </testcase>"
                    );
                }
            }
        }
        if let Some(failure) = outcome.and_then(|outcome| outcome.failure.as_deref()) {
            counts[0] += 1;
            counts[1] += 1;
            let message = attribute(&tried.safe(failure));
            let _ = writeln!(
                cases,
                "    <testcase name=\"the flow ends by itself\">\n      <failure message=\"{message}\"/>\n    </testcase>"
            );
        }
        let took = outcome.map_or(0.0, |outcome| outcome.took.as_secs_f64());
        let _ = write!(
            suites,
            "  <testsuite name=\"{}\" {} time=\"{took:.3}\">\n{cases}  </testsuite>\n",
            attribute(&flow.name),
            numbers(counts)
        );
        (0..3).for_each(|index| all[index] += counts[index]);
    }
    if let Some((suite, counts)) = beside(evidence.report) {
        suites.push_str(&suite);
        (0..3).for_each(|index| all[index] += counts[index]);
    }
    let name = attribute(&evidence.report.overall);
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"{name}\" {}>\n{suites}</testsuites>\n",
        numbers(all)
    )
}

/// Gives the errors that no step tells, as a suite of their own with its counts: each is a case that failed.
fn beside(report: &Report) -> Option<(String, [usize; 3])> {
    let errors: Vec<&Finding> = report
        .findings
        .iter()
        .filter(|finding| finding.severity == Severity::Error && is_beside(finding))
        .collect();
    let count = errors.len();
    let cases = errors.iter().map(|finding| {
        format!(
            "    <testcase name=\"{}\">\n      <failure message=\"{}\"/>\n    </testcase>\n",
            attribute(finding.rule.as_str()),
            attribute(&finding.message)
        )
    });
    let counts = [count, count, 0];
    let head = format!(
        "  <testsuite name=\"Findings\" {} time=\"0.000\">",
        numbers(counts)
    );
    (count > 0).then(|| {
        let cases: String = cases.collect();
        (format!("{head}\n{cases}  </testsuite>\n"), counts)
    })
}

fn numbers(counts: [usize; 3]) -> String {
    format!(
        "tests=\"{}\" failures=\"{}\" skipped=\"{}\" errors=\"0\"",
        counts[0], counts[1], counts[2]
    )
}

/// Writes a text as a value of an attribute; what XML cannot hold is a question mark.
fn attribute(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\n' | '\r' | '\t' => safe.push(' '),
            '\u{fffe}' | '\u{ffff}' => safe.push('?'),
            _ if is_hidden(character) => safe.push('?'),
            _ => safe.push(character),
        }
    }
    safe
}
