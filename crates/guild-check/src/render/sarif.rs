//! SARIF 2.1.0, for code scanning.

use percent_encoding::{AsciiSet, utf8_percent_encode};
use serde::Serialize;

use super::json::to_text;
use crate::explain::{find, summary};
use crate::percent::ESCAPED;
use crate::rule::RulePage;
use crate::{Finding, Place, Report, Severity, Verdict};

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// Renders a report with the pages of the rules that were broken.
pub fn render(report: &Report, pages: &[RulePage]) -> String {
    let mut names: Vec<&str> = report
        .findings
        .iter()
        .map(|found| found.rule.as_str())
        .collect();
    names.sort_unstable();
    names.dedup();
    let log = Log {
        schema: SCHEMA,
        version: "2.1.0",
        runs: [Run {
            tool: Tool {
                driver: Driver {
                    name: "guild",
                    version: env!("CARGO_PKG_VERSION"),
                    rules: names.iter().map(|name| rule(name, pages)).collect(),
                },
            },
            column_kind: "unicodeCodePoints",
            invocations: [invocation(report)],
            results: report
                .findings
                .iter()
                .map(|finding| result(finding, &names))
                .collect(),
        }],
    };
    to_text(&log)
}

fn rule(name: &str, pages: &[RulePage]) -> Rule {
    let page = find(name, pages);
    Rule {
        id: name.to_owned(),
        short_description: page.map(|page| Text {
            text: summary(page.page),
            markdown: None,
        }),
        help: page.map(|page| Text {
            text: page.page.to_owned(),
            markdown: Some(page.page.to_owned()),
        }),
    }
}

fn invocation(report: &Report) -> Invocation {
    let has_run = report.verdict != Verdict::NotRun;
    let notification = Notification {
        level: "error",
        message: Text {
            text: report.overall.clone(),
            markdown: None,
        },
    };
    Invocation {
        execution_successful: has_run,
        tool_execution_notifications: if has_run { vec![] } else { vec![notification] },
    }
}

fn result(finding: &Finding, names: &[&str]) -> ResultEntry {
    let mut message = finding.message.clone();
    for (word, text) in [("help", &finding.help), ("again", &finding.again)] {
        if let Some(text) = text {
            message.push_str(&format!("\n\n{word}: {text}"));
        }
    }
    ResultEntry {
        rule_id: finding.rule.to_string(),
        rule_index: names.binary_search(&finding.rule.as_str()).unwrap_or(0),
        level: match finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        },
        message: Text {
            text: message,
            markdown: None,
        },
        locations: [location(&finding.place, None)],
        related_locations: finding
            .instances
            .iter()
            .skip(1)
            .map(|instance| location(&instance.place, Some(&instance.message)))
            .collect(),
        properties: Properties {
            is_guess: finding.is_guess,
        },
    }
}

fn location(place: &Place, message: Option<&str>) -> Location {
    let (start, end) = (place.start(), place.end());
    Location {
        physical_location: PhysicalLocation {
            artifact_location: ArtifactLocation {
                uri: uri(place.source.path()),
            },
            region: Region {
                start_line: start.line,
                start_column: start.column,
                end_line: end.line,
                end_column: end.column,
            },
        },
        message: message.map(|message| Text {
            text: message.to_owned(),
            markdown: None,
        }),
    }
}

/// What a path escapes.
const PATH: &AsciiSet = &ESCAPED.remove(b'/');

/// Writes a path as a relative URI reference.
fn uri(path: &str) -> String {
    utf8_percent_encode(path, PATH).to_string()
}

#[derive(Serialize)]
struct Log {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run {
    tool: Tool,
    column_kind: &'static str,
    invocations: [Invocation; 1],
    results: Vec<ResultEntry>,
}

#[derive(Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Serialize)]
struct Driver {
    name: &'static str,
    version: &'static str,
    rules: Vec<Rule>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Rule {
    id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    short_description: Option<Text>,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<Text>,
}

#[derive(Serialize)]
struct Text {
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    markdown: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Invocation {
    execution_successful: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tool_execution_notifications: Vec<Notification>,
}

#[derive(Serialize)]
struct Notification {
    level: &'static str,
    message: Text,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ResultEntry {
    rule_id: String,
    rule_index: usize,
    level: &'static str,
    message: Text,
    locations: [Location; 1],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Location>,
    properties: Properties,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Properties {
    is_guess: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    physical_location: PhysicalLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Text>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
    region: Region,
}

#[derive(Serialize)]
struct ArtifactLocation {
    uri: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u32,
    start_column: u32,
    end_line: u32,
    end_column: u32,
}
