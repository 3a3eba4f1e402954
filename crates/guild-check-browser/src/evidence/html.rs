//! `report.html`: one file that needs nothing else, with the pictures in it.

use std::fmt::Write;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use guild_check::{Verdict, hidden};

use super::markdown::{console_in_words, counts, cut, in_words};
use super::write::{beside, har_file};
use super::{Circumstances, overall, timeline};
use crate::outcome::{FlowOutcome, Screenshot, StepOutcome};
use crate::plan::{Flow, Step};
use crate::verdict::{Tried, changed_in_words, missed};

const STYLE: &str = include_str!("report.css");

/// Writes the report.
pub(super) fn render(tried: &Tried, circumstances: &Circumstances) -> String {
    let title = escaped(&tried.plan.title);
    let mut text = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; style-src 'unsafe-inline'\">\n<title>Test plan: {title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n"
    );
    text.push_str(&head(tried, circumstances));
    if let Some(baseline) = &tried.outcome.baseline {
        let failure = baseline
            .failure
            .as_deref()
            .map(|failure| format!("<p class=\"found\">{}</p>", escaped(&tried.safe(failure))));
        // Writing to a string cannot fail, here and below.
        let _ = writeln!(
            text,
            "<section>\n<h2>Baseline</h2>\n<p>Console before any interaction: {}.</p>\n{}{}</section>",
            console_in_words(&baseline.console),
            failure.unwrap_or_default(),
            baseline
                .screenshot
                .as_ref()
                .map(picture)
                .unwrap_or_default()
        );
    }
    for (index, (flow, outcome)) in tried.flows().enumerate() {
        text.push_str(&of_flow(tried, flow, outcome, index));
    }
    text.push_str(&findings(tried));
    let _ = writeln!(
        text,
        "<p class=\"overall\">{}</p>\n</main>\n</body>\n</html>",
        with_code(&overall(tried))
    );
    text
}

fn head(tried: &Tried, circumstances: &Circumstances) -> String {
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
    let stamp = |class: &str, count: usize, word: &str| {
        format!("<span class=\"stamp {class}\">{count} {word}</span>")
    };
    format!(
        "<header>\n<p class=\"kind\">Test plan</p>\n<h1>{}</h1>\n<p class=\"stamps\">{}{}{}</p>\n<p class=\"overall\">{}</p>\n<ul class=\"facts\">{}</ul>\n</header>\n",
        escaped(&tried.plan.title),
        stamp("ok", passed, "passed"),
        if failed > 0 {
            stamp("bad", failed, "failed")
        } else {
            String::new()
        },
        if left > 0 {
            stamp("off", left, "not run")
        } else {
            String::new()
        },
        with_code(&overall(tried)),
        facts.concat()
    )
}

fn of_flow(tried: &Tried, flow: &Flow, outcome: Option<&FlowOutcome>, index: usize) -> String {
    let mut text = format!(
        "<section>\n<h2>{}</h2>\n<ol class=\"steps\">\n",
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
            "<p class=\"vitals {class}\"><b>LCP</b> {lcp} <b>CLS</b> {cls} <b>INP</b> {inp}</p>"
        );
    }
    text.push_str(&timeline::render(tried, flow, outcome));
    if tried.outcome.is_traced {
        let file = har_file(index);
        let _ = writeln!(
            text,
            "<p class=\"links\"><a href=\"trace/{file}\">All requests: {file}</a></p>"
        );
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
    let mut text = format!(
        "<li class=\"{class}\"><span class=\"text\">{}</span> <span class=\"stamp {class}\">{word}</span>",
        with_code(&step.text)
    );
    if let Some(result) = result {
        for found in result.actual.iter().chain(&result.notes) {
            let _ = write!(
                text,
                "<p class=\"found\">{}</p>",
                escaped(&tried.safe(&cut(found)))
            );
        }
        if let Some(document) = &result.snapshot {
            let _ = write!(
                text,
                " <a class=\"dom\" href=\"trace/{}\">DOM</a>",
                escaped(&document.file)
            );
        }
        text.push_str(&result.screenshot.as_ref().map(compared).unwrap_or_default());
    }
    text + "</li>\n"
}

fn findings(tried: &Tried) -> String {
    let findings = tried.findings();
    if findings.is_empty() {
        return String::new();
    }
    let lines = findings.iter().map(|finding| {
        let help = finding
            .help
            .as_deref()
            .map(|help| format!("<br><small>{}</small>", escaped(help)));
        format!(
            "<li>{}{}</li>\n",
            escaped(&finding.message),
            help.unwrap_or_default()
        )
    });
    format!(
        "<section>\n<h2>Findings</h2>\n<ul class=\"findings\">\n{}</ul>\n</section>\n",
        lines.collect::<String>()
    )
}

/// Shows a picture; beside it the accepted one and what differs, where they look different.
fn compared(now: &Screenshot) -> String {
    let beside = beside(now);
    let Some(words) = changed_in_words(now) else {
        return picture(now);
    };
    let words = format!("<p class=\"found\">{}</p>\n", escaped(&words));
    if beside.is_empty() {
        return words + &picture(now);
    }
    let now = figure("Now", &now.png);
    let mut pictures = beside
        .iter()
        .zip(["Accepted", "Difference"])
        .map(|((_, png), caption)| figure(caption, png));
    let accepted = pictures.next().unwrap_or_default();
    let difference: String = pictures.collect();
    format!("{words}<div class=\"compared\">\n{accepted}{now}{difference}</div>\n")
}

fn picture(picture: &Screenshot) -> String {
    figure(picture.file.trim_end_matches(".png"), &picture.png)
}

fn figure(caption: &str, png: &[u8]) -> String {
    let name = escaped(caption);
    format!(
        "<figure><img loading=\"lazy\" alt=\"{name}\" src=\"data:image/png;base64,{}\"><figcaption>{name}</figcaption></figure>\n",
        STANDARD.encode(png)
    )
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
