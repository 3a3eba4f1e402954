//! The time line of a flow: its steps, and the requests that they caused.

use std::fmt::Write;
use std::time::Duration;

use guild_check::Verdict;

use super::html::{duration, escaped};
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
        "<details class=\"time\" open><summary>Time line <span class=\"soft\">{}, {}</span></summary>\n<div class=\"lines\">\n{}",
        duration(whole),
        requests_in_words(outcome.requests.len()),
        axis(whole)
    );
    for (step, result) in flow.steps.iter().zip(&outcome.steps) {
        let class = match result.verdict {
            Verdict::Passed => "ok",
            Verdict::Failed => "bad",
            Verdict::NotRun => continue,
        };
        let name = format!("{}. {}", step.number, step.text.replace('`', ""));
        text.push_str(&line(&name, class, (result.started, result.took), whole));
    }
    if !outcome.requests.is_empty() {
        text.push_str("<p class=\"part\">Requests</p>\n");
    }
    for request in outcome.requests.iter().take(MOST_REQUESTS) {
        let class = match (request.status, &request.failure) {
            (Some(status), None) if status < 400 => "net",
            _ => "net bad",
        };
        let time = (request.started, request.took);
        text.push_str(&line(&name_of(tried, request), class, time, whole));
    }
    let left = outcome.requests.len().saturating_sub(MOST_REQUESTS);
    if left > 0 {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "<p>{left} more requests are not shown.</p>");
    }
    text.push_str("</div></details>\n");
    text
}

/// Marks the quarters of the time.
fn axis(whole: Duration) -> String {
    let mark = |quarter: u32| {
        format!(
            "<i style=\"left:{}%\">{}</i>",
            quarter * 25,
            duration(whole * quarter / 4)
        )
    };
    let marks: String = (0..4).map(mark).collect();
    format!(
        "<div class=\"line axis\" aria-hidden=\"true\"><span class=\"what\">Steps</span><span class=\"track\">{marks}</span><span></span></div>\n"
    )
}

fn requests_in_words(count: usize) -> String {
    match count {
        1 => "1 request".to_owned(),
        count => format!("{count} requests"),
    }
}

fn name_of(tried: &Tried, request: &Request) -> String {
    let own = tried.plan.entry_url.as_ref();
    let url = tried.redactor.url(&request.url);
    // What is the plan's own is known by its path.
    let origin = own.map(|own| own.origin().ascii_serialization());
    let path = origin.and_then(|origin| url.strip_prefix(&origin));
    let url = path.filter(|path| path.starts_with('/')).unwrap_or(&url);
    let end = match (request.status, &request.failure) {
        (_, Some(failure)) => tried.safe(failure).into_owned(),
        (Some(status), None) => status.to_string(),
        (None, None) => "no answer".to_owned(),
    };
    let url: String = url.chars().take(160).collect();
    format!("{} {url} · {end}", request.method)
}

fn line(name: &str, class: &str, (started, took): (Duration, Duration), whole: Duration) -> String {
    let share = |time: Duration| time.as_secs_f64() / whole.as_secs_f64() * 100.0;
    let (left, width) = (share(started).min(99.5), share(took).max(0.5));
    let width = width.min(100.0 - left);
    let name = escaped(name);
    format!(
        "<div class=\"line\"><span class=\"what\" title=\"{name}\">{name}</span><span class=\"track\"><i class=\"{class}\" style=\"left:{left:.2}%;width:{width:.2}%\"></i></span><span class=\"ms\">{}</span></div>\n",
        duration(took)
    )
}
