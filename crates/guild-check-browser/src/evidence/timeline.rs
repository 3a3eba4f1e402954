//! The time line of a flow: its steps, and the requests that they caused.

use std::fmt::Write;
use std::time::Duration;

use guild_check::Verdict;

use super::html::escaped;
use crate::outcome::{FlowOutcome, Request};
use crate::plan::Flow;
use crate::verdict::Tried;

/// More requests than these are counted, not shown.
const MOST_REQUESTS: usize = 120;

/// Writes the time line.
pub(super) fn render(tried: &Tried, flow: &Flow, outcome: &FlowOutcome) -> String {
    let steps = outcome.steps.iter().map(|step| step.started + step.took);
    let requests = outcome
        .requests
        .iter()
        .map(|request| request.started + request.took);
    let whole = steps
        .chain(requests)
        .max()
        .unwrap_or_default()
        .max(Duration::from_millis(1));
    let mut text = format!(
        "<details class=\"time\"><summary>Time line: {} ms, {} requests</summary>\n<div class=\"lines\">\n",
        whole.as_millis(),
        outcome.requests.len()
    );
    for (step, result) in flow.steps.iter().zip(&outcome.steps) {
        let class = match result.verdict {
            Verdict::Passed => "ok",
            Verdict::Failed => "bad",
            Verdict::NotRun => "off",
        };
        let name = format!("{}. {}", step.number, step.text);
        text.push_str(&line(&name, class, result.started, result.took, whole));
    }
    for request in outcome.requests.iter().take(MOST_REQUESTS) {
        let class = match (request.status, &request.failure) {
            (Some(status), None) if status < 400 => "net",
            _ => "net bad",
        };
        text.push_str(&line(
            &name_of(tried, request),
            class,
            request.started,
            request.took,
            whole,
        ));
    }
    let left = outcome.requests.len().saturating_sub(MOST_REQUESTS);
    if left > 0 {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "<p>{left} more requests are not shown.</p>");
    }
    text.push_str("</div></details>\n");
    text
}

fn name_of(tried: &Tried, request: &Request) -> String {
    let url = tried.redactor.url(&request.url);
    let end = match (request.status, &request.failure) {
        (_, Some(failure)) => tried.safe(failure).into_owned(),
        (Some(status), None) => status.to_string(),
        (None, None) => "no answer".to_owned(),
    };
    let url: String = url.chars().take(160).collect();
    format!("{} {url} · {end}", request.method)
}

fn line(name: &str, class: &str, started: Duration, took: Duration, whole: Duration) -> String {
    let share = |time: Duration| time.as_secs_f64() / whole.as_secs_f64() * 100.0;
    let (left, width) = (share(started).min(99.5), share(took).max(0.5));
    let width = width.min(100.0 - left);
    format!(
        "<div class=\"line\"><span class=\"what\">{}</span><span class=\"track\"><i class=\"{class}\" style=\"left:{left:.2}%;width:{width:.2}%\"></i></span><span class=\"ms\">{} ms</span></div>\n",
        escaped(name),
        took.as_millis()
    )
}
