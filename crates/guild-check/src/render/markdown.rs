//! A Markdown table, for a comment on a change.

use std::fmt::Write;

use crate::hidden::escaped;
use crate::report::Answer;
use crate::{Finding, Report};

/// A comment may hold some 65,000 characters; more rows than this help nobody.
const ROWS: usize = 100;

/// Renders the result as a sentence and the findings as a table.
pub fn render(report: &Report) -> String {
    let check = inert(&report.check);
    let verdict = report.verdict.word();
    let mut text = format!(
        "**guild check {check}: {verdict}.** {}\n",
        inert(&report.overall)
    );
    text.push_str(&checklist(report));
    text.push_str(&operations(report));
    if report.findings.is_empty() {
        return text;
    }
    text.push_str("\n| | Where | What | Rule |\n|---|---|---|---|\n");
    for finding in report.findings.iter().take(ROWS) {
        text.push_str(&row(finding));
    }
    let left = report.findings.len().saturating_sub(ROWS);
    if left > 0 {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "\nAnd {left} more.");
    }
    text
}

/// Writes a checklist as a task list: done is what holds.
fn checklist(report: &Report) -> String {
    let mut text = String::new();
    for line in &report.checklist {
        let mark = match line.answer {
            Answer::Yes => "[x]",
            Answer::No => "[ ]",
            Answer::NotApplicable => "n/a:",
        };
        let (what, evidence) = (inert(line.text), inert(&line.evidence));
        // Writing to a string cannot fail.
        let _ = writeln!(text, "- {mark} {what}: {evidence}");
    }
    if text.is_empty() {
        return text;
    }
    format!("\n{text}")
}

/// Writes a table of what a running server was tried with.
fn operations(report: &Report) -> String {
    if report.operations.is_empty() {
        return String::new();
    }
    let mut text = String::from("\n| Operation | Verdict | Sent |\n|---|---|---|\n");
    for operation in report.operations.iter().take(ROWS) {
        let (name, sent) = (inert(&operation.name), inert(&operation.sent()));
        let reason = operation.reason.as_ref();
        let reason = reason.map_or(String::new(), |reason| format!("<br>{}", inert(reason)));
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "| {name} | {} | {sent}{reason} |",
            operation.verdict.word()
        );
    }
    text
}

fn row(finding: &Finding) -> String {
    let start = finding.place.start();
    let place = format!(
        "{}:{}:{}",
        finding.place.source.path(),
        start.line,
        start.column
    );
    let mut what = inert(&finding.message);
    if let Some(help) = &finding.help {
        what.push_str("<br>");
        what.push_str(&inert(help));
    }
    if let Some(again) = &finding.again {
        what.push_str("<br>");
        what.push_str(&code(&escaped(again).replace('`', "'")));
    }
    let severity = finding.severity.word();
    format!(
        "| {severity} | {} | {what} | `{}` |\n",
        code(&place.replace('`', "'")),
        finding.rule
    )
}

/// Keeps code in backticks and takes the force of everything else: no link, no mention, no HTML, no cell of its own.
pub fn inert(text: &str) -> String {
    let text = escaped(text);
    let mut safe = String::with_capacity(text.len());
    let mut rest = text.as_ref();
    while let Some((before, after)) = rest.split_once('`') {
        plain(before, &mut safe);
        rest = match after.split_once('`') {
            Some((inside, left)) if !inside.trim().is_empty() => {
                safe.push_str(&code(inside));
                left
            }
            Some(_) | None => {
                safe.push_str("\\`");
                after
            }
        };
    }
    plain(rest, &mut safe);
    safe
}

/// In a table, a bar ends a cell even within code.
fn code(text: &str) -> String {
    format!("`{}`", text.replace('|', "\\|"))
}

fn plain(text: &str, safe: &mut String) {
    for character in text.chars() {
        match character {
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '&' => safe.push_str("&amp;"),
            '@' => safe.push_str("&#64;"),
            '\\' | '|' | '*' | '_' | '[' | ']' | '~' | '#' | '!' => {
                safe.push('\\');
                safe.push(character);
            }
            _ => safe.push(character),
        }
    }
}
