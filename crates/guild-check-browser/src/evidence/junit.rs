//! `junit.xml`: a suite for each flow, a case for each step.

use std::fmt::Write;

use guild_check::render::junit::attribute;
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
    let beside = [errors(evidence.report), set_aside(evidence.report)];
    for (suite, counts) in beside.into_iter().flatten() {
        suites.push_str(&suite);
        (0..3).for_each(|index| all[index] += counts[index]);
    }
    let name = attribute(&evidence.report.overall);
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"{name}\" {}>\n{suites}</testsuites>\n",
        numbers(all)
    )
}

/// Gives the errors that no step tells, as a suite with its counts: each is a case that failed.
fn errors(report: &Report) -> Option<(String, [usize; 3])> {
    let findings = report.findings.iter();
    let errors = findings.filter(|finding| finding.severity == Severity::Error);
    let cases: Vec<String> = errors
        .filter(|finding| is_beside(finding))
        .map(|finding| case(finding, "failure", &finding.message))
        .collect();
    suite("Findings", &cases, [cases.len(), cases.len(), 0])
}

/// Gives what was found and does not count, as a suite with its counts: each is a case that was skipped, with the reason.
fn set_aside(report: &Report) -> Option<(String, [usize; 3])> {
    let all = report.set_aside();
    let cases: Vec<String> = all
        .iter()
        .map(|aside| (&aside.finding, &aside.why))
        .filter(|(finding, _)| is_beside(finding))
        .map(|(finding, why)| case(finding, "skipped", &format!("{} ({why})", finding.message)))
        .collect();
    suite("Set aside", &cases, [cases.len(), 0, cases.len()])
}

/// Writes a case for a finding, with what became of it.
fn case(finding: &Finding, became: &str, message: &str) -> String {
    format!(
        "    <testcase name=\"{}\">\n      <{became} message=\"{}\"/>\n    </testcase>\n",
        attribute(finding.rule.as_str()),
        attribute(message)
    )
}

/// Writes a suite of findings; none without any.
fn suite(name: &str, cases: &[String], counts: [usize; 3]) -> Option<(String, [usize; 3])> {
    let (numbers, inside) = (numbers(counts), cases.concat());
    let suite =
        format!("  <testsuite name=\"{name}\" {numbers} time=\"0.000\">\n{inside}  </testsuite>\n");
    (!cases.is_empty()).then_some((suite, counts))
}

fn numbers(counts: [usize; 3]) -> String {
    format!(
        "tests=\"{}\" failures=\"{}\" skipped=\"{}\" errors=\"0\"",
        counts[0], counts[1], counts[2]
    )
}
