//! `report.html`: one file that needs nothing else, with the pictures in it.

use std::fmt::Write;
use std::time::Duration;

use guild_check::{Finding, Report, Severity, Verdict, hidden};

use super::markdown::{console_in_words, counts, cut, in_words, is_beside, line, not_kept};
use super::write::har_file;
use super::{Evidence, timeline};
use crate::outcome::{FlowOutcome, StepOutcome};
use crate::plan::{Flow, Step, StepKind};
use crate::verdict::{Tried, changed_in_words, missed};

mod picture;

const STYLE: &str = include_str!("report.css");

/// Writes the report.
pub(super) fn render(evidence: &Evidence<'_>) -> String {
    let (tried, report) = (evidence.tried, evidence.report);
    let title = escaped(&tried.plan.title);
    let mut text = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; style-src 'unsafe-inline'\">\n<title>Test plan: {title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n"
    );
    text.push_str(&head(evidence));
    if let Some(baseline) = &tried.outcome.baseline {
        let failure = baseline
            .failure
            .as_deref()
            .map(|failure| format!("<p class=\"found\">{}</p>", escaped(&tried.safe(failure))));
        // Writing to a string cannot fail, here and below.
        let _ = writeln!(
            text,
            "<section>\n<h2>Before anything was done</h2>\n<p>The console held {}.</p>\n{}{}</section>",
            console_in_words(&baseline.console),
            failure.unwrap_or_default(),
            baseline
                .screenshot
                .as_ref()
                .map(|picture| picture::figure(
                    "The page before anything was done",
                    &picture.png,
                    None
                ))
                .unwrap_or_default()
        );
    }
    for (index, (flow, outcome)) in tried.flows().enumerate() {
        text.push_str(&of_flow(tried, flow, outcome, index));
    }
    text.push_str(&findings(report));
    text.push_str(&set_aside(report));
    let _ = writeln!(
        text,
        "<p class=\"overall\">{}</p>\n</main>\n</body>\n</html>",
        with_code(&report.overall)
    );
    text
}

fn head(evidence: &Evidence<'_>) -> String {
    let (tried, circumstances) = (evidence.tried, evidence.circumstances);
    let [passed, failed, left] = counts(tried);
    let url = tried
        .plan
        .entry_url
        .as_ref()
        .map(|url| tried.redactor.url(url.as_str()))
        .unwrap_or_default();
    let facts = [
        url,
        tried.outcome.browser.clone(),
        circumstances.when.clone(),
        circumstances.machine.clone(),
    ];
    let facts: Vec<String> = facts
        .iter()
        .filter(|fact| !fact.is_empty())
        .map(|fact| format!("<li>{}</li>", escaped(fact)))
        .collect();
    let stamps = [
        stamp("ok", passed, "passed"),
        stamp("bad", failed, "failed"),
        stamp("off", left, "not run"),
        stamp("warn", changed(tried), "picture changed"),
    ];
    format!(
        "<header class=\"{}\">\n<p class=\"kind\">Test plan</p>\n<h1>{}</h1>\n<p class=\"overall\">{}</p>\n<p class=\"stamps\">{}</p>\n<ul class=\"facts\">{}</ul>\n{}</header>\n",
        match evidence.report.verdict {
            Verdict::Passed => "ok",
            Verdict::Failed | Verdict::NotRun => "bad",
        },
        escaped(&tried.plan.title),
        with_code(&evidence.report.overall),
        stamps.concat(),
        facts.concat(),
        contents(tried)
    )
}

/// A count with its word; nothing for none, but for what passed.
fn stamp(class: &str, count: usize, word: &str) -> String {
    let plural = if count > 1 && class == "warn" {
        "s"
    } else {
        ""
    };
    let word = word.replace("picture", &format!("picture{plural}"));
    match (count, class) {
        (0, "bad" | "off" | "warn") => String::new(),
        _ => format!("<span class=\"stamp {class}\">{count} {word}</span>"),
    }
}

/// Counts the pictures that look different from the accepted ones.
fn changed(tried: &Tried) -> usize {
    let pictures = tried.pictures();
    pictures
        .filter(|picture| changed_in_words(picture).is_some())
        .count()
}

/// Lists the flows, where there are several.
fn contents(tried: &Tried) -> String {
    if tried.plan.flows.len() < 2 {
        return String::new();
    }
    let line = |(index, (flow, outcome)): (usize, (&Flow, Option<&FlowOutcome>))| {
        let steps = outcome.map_or(&[][..], |outcome| &outcome.steps);
        let has = |verdict| steps.iter().any(|step| step.verdict == verdict);
        let (class, word) = match () {
            () if has(Verdict::Failed) => ("bad", "failed"),
            () if outcome.is_none_or(|outcome| outcome.failure.is_some()) => ("bad", "ended"),
            () if has(Verdict::NotRun) => ("off", "not run"),
            () => ("ok", "passed"),
        };
        format!(
            "<li class=\"{class}\"><a href=\"#flow-{}\">{}</a><span class=\"stamp {class}\">{word}</span></li>\n",
            index + 1,
            escaped(&flow.name)
        )
    };
    let lines: String = tried.flows().enumerate().map(line).collect();
    format!("<nav aria-label=\"Flows\">\n<ol class=\"flows\">\n{lines}</ol>\n</nav>\n")
}

fn of_flow(tried: &Tried, flow: &Flow, outcome: Option<&FlowOutcome>, index: usize) -> String {
    let mut text = format!(
        "<section id=\"flow-{}\">\n<h2>{}</h2>\n<ol class=\"steps\">\n",
        index + 1,
        escaped(&flow.name)
    );
    for (index, step) in flow.steps.iter().enumerate() {
        let result = outcome.and_then(|outcome| outcome.steps.get(index));
        text.push_str(&of_step(tried, step, result));
    }
    text.push_str("</ol>\n");
    let Some(outcome) = outcome else {
        return text + "</section>\n";
    };
    if let Some(failure) = &outcome.failure {
        let _ = writeln!(
            text,
            "<p class=\"found\">The flow was ended: {}.</p>",
            escaped(&tried.safe(failure))
        );
    }
    if let Some(vitals) = &outcome.vitals {
        let [lcp, cls, inp] = in_words(vitals);
        let class = if missed(vitals).is_empty() {
            "ok"
        } else {
            "bad"
        };
        let _ = writeln!(
            text,
            "<p class=\"vitals {class}\"><span><b>LCP</b>{lcp}</span><span><b>CLS</b>{cls}</span><span><b>INP</b>{inp}</span></p>"
        );
    }
    text.push_str(&timeline::render(tried, flow, outcome));
    if tried.outcome.is_traced {
        let file = har_file(index);
        let _ = writeln!(
            text,
            "<p class=\"links\">All requests with headers and bodies: <a href=\"trace/{file}\">{file}</a></p>"
        );
        if let Some(missing) = not_kept(tried, outcome) {
            let _ = writeln!(text, "<p class=\"links\">{}</p>", with_code(&missing));
        }
    }
    text + "</section>\n"
}

fn of_step(tried: &Tried, step: &Step, result: Option<&StepOutcome>) -> String {
    let verdict = result.map_or(Verdict::NotRun, |result| result.verdict);
    let (class, word) = match (verdict, step.kind.is_assertion()) {
        (Verdict::Passed, true) => ("ok", "passed"),
        (Verdict::Passed, false) => ("done", "done"),
        (Verdict::Failed, _) => ("bad", "failed"),
        (Verdict::NotRun, _) => ("off", "not run"),
    };
    let took = result.filter(|_| verdict != Verdict::NotRun);
    let took = took.map_or_else(String::new, |result| {
        format!("<span class=\"ms\">{}</span>", duration(result.took))
    });
    let document = result.and_then(|result| result.snapshot.as_ref());
    let document = document.map_or_else(String::new, |document| {
        let file = escaped(&document.file);
        format!(
            "<a class=\"dom\" href=\"trace/{file}\" title=\"The document after this step\">DOM</a>"
        )
    });
    let mut text = format!(
        "<li class=\"{class}\"><div class=\"row\"><span class=\"text\">{}</span><span class=\"ends\">{document}{took}<span class=\"stamp {class}\">{word}</span></span></div>\n",
        with_code(&line(step))
    );
    if let Some(result) = result {
        for found in result.actual.iter().chain(&result.notes) {
            let _ = writeln!(
                text,
                "<p class=\"found\">{}</p>",
                with_code(&tried.safe(&cut(found)))
            );
        }
        let caption = match &step.kind {
            StepKind::Screenshot(name) => name.as_str(),
            _ => "The page when the step failed",
        };
        let picture = result.screenshot.as_ref();
        text.push_str(
            &picture.map_or_else(String::new, |picture| picture::compared(picture, caption)),
        );
    }
    text + "</li>\n"
}

/// Writes a time as a person reads it.
pub(super) fn duration(time: Duration) -> String {
    match time.as_millis() {
        ms @ 0..1_000 => format!("{ms} ms"),
        _ => format!("{:.1} s", time.as_secs_f64()),
    }
}

fn findings(report: &Report) -> String {
    let lines = report.findings.iter().map(|finding| {
        let (class, word) = match finding.severity {
            Severity::Error => ("bad", "error"),
            Severity::Warning => ("warn", "warning"),
            Severity::Note => ("off", "note"),
        };
        line_of(finding, (class, word), finding.help.as_deref())
    });
    list("Findings", lines.collect())
}

/// Lists what was found and does not count, with the reason.
fn set_aside(report: &Report) -> String {
    let all = report.set_aside();
    let beside = all.iter().filter(|aside| is_beside(&aside.finding));
    let lines = beside.map(|aside| {
        let why = format!("`{}`; {}", aside.finding.rule, aside.why);
        line_of(&aside.finding, ("off", "set aside"), Some(&why))
    });
    list("Set aside", lines.collect())
}

/// One finding, with a smaller line under it.
fn line_of(finding: &Finding, (class, word): (&str, &str), under: Option<&str>) -> String {
    let under = under.map(|under| format!("<br><small>{}</small>", with_code(under)));
    format!(
        "<li><span class=\"stamp {class}\">{word}</span> {}{}</li>\n",
        with_code(&finding.message),
        under.unwrap_or_default()
    )
}

/// A list under its heading; nothing for none.
fn list(heading: &str, lines: String) -> String {
    match lines.is_empty() {
        true => lines,
        false => format!(
            "<section>\n<h2>{heading}</h2>\n<ul class=\"findings\">\n{lines}</ul>\n</section>\n"
        ),
    }
}

/// Shows what stands in backticks as code.
fn with_code(text: &str) -> String {
    let mut html = String::new();
    for (index, piece) in text.split('`').enumerate() {
        let piece = escaped(piece);
        match index % 2 {
            0 => html.push_str(&piece),
            _ => {
                let _ = write!(html, "<code>{piece}</code>");
            }
        }
    }
    html
}

/// Writes a text that is nothing but text, with what nobody sees made visible.
pub(super) fn escaped(text: &str) -> String {
    let visible = hidden::escaped(text);
    visible
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
}
