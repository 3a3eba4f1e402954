//! What was asked of servers and what they answered.

use serde_json::Value;
use url::Url;

use super::{Check, Found};
use crate::observe::{Exchange, handshake};
use crate::outcome::Request;
use crate::plan::{Body, RequestPattern};
use crate::run::Judged;

pub(super) fn responds(
    check: &Check<'_>,
    pattern: &RequestPattern,
    status: u16,
    body: Option<&Body>,
) -> Found {
    let Some(exchange) = last(check, pattern) else {
        return Found::Differs(missing(check));
    };
    let request = &exchange.request;
    if let Some(failure) = &request.failure {
        return Found::Differs(format!("it got no answer: {failure}"));
    }
    let Some(answered) = request.status.filter(|_| exchange.is_judged()) else {
        return Found::Differs("it was sent and has no answer yet".to_owned());
    };
    if answered != status {
        return Found::Differs(format!("answered `{answered}`{}", words_of(request)));
    }
    let Some(body) = body else {
        return Found::Holds;
    };
    if !exchange.is_done {
        return Found::Differs(format!(
            "answered `{answered}`, and its body has not come to an end"
        ));
    }
    let Some(text) = &request.response_body else {
        return Found::Differs(format!(
            "answered `{answered}` with a body that is no text, is too long to judge, or was not read to its end by the page"
        ));
    };
    let wrong = mismatches(check, body, request, Some(answered), text);
    fits(&wrong, &format!("answered `{answered}` with a wrong shape"))
}

pub(super) fn sends(check: &Check<'_>, pattern: &RequestPattern, body: &Body) -> Found {
    let Some(exchange) = last(check, pattern) else {
        return Found::Differs(missing(check));
    };
    let request = &exchange.request;
    let Some(text) = &request.request_body else {
        return Found::Differs("it sends no body".to_owned());
    };
    let is_form = request.request_headers.iter().any(|(name, value)| {
        name.eq_ignore_ascii_case("content-type") && value.contains("x-www-form-urlencoded")
    });
    let text = if is_form { form(text) } else { text.clone() };
    let wrong = mismatches(check, body, request, None, &text);
    fits(&wrong, "it sends a wrong shape")
}

pub(super) fn called(check: &Check<'_>, pattern: &RequestPattern, times: u32) -> Found {
    let count = fitting(check, pattern).len();
    match usize::try_from(times) {
        Ok(times) if times == count => Found::Holds,
        _ => Found::Differs(format!(
            "called {count} time{} since the previous action{}",
            if count == 1 { "" } else { "s" },
            seen(check)
        )),
    }
}

pub(super) fn none(check: &Check<'_>, prefix: &str) -> Found {
    let resolved = check.run.plan.resolve(prefix);
    let prefix = resolved.map_or_else(|| prefix.to_owned(), String::from);
    let prefix = handshake(&prefix);
    let found = check.window.watch().look(|seen| {
        let mut all = seen.exchanges.all.iter();
        all.find(|exchange| begins(&exchange.request.url, &prefix))
            .cloned()
    });
    match found {
        None => Found::Holds,
        Some(exchange) => {
            let request = exchange.request;
            Found::Differs(format!("`{} {}` was sent", request.method, request.url))
        }
    }
}

/// A host is not the beginning of a longer one.
fn begins(url: &str, prefix: &str) -> bool {
    let prefix = prefix.trim_end_matches('/');
    url.strip_prefix(prefix)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?', '#']))
}

fn last(check: &Check<'_>, pattern: &RequestPattern) -> Option<Exchange> {
    fitting(check, pattern).pop()
}

/// Gives the requests since the previous action that a pattern means.
fn fitting(check: &Check<'_>, pattern: &RequestPattern) -> Vec<Exchange> {
    let entry = check.run.entry;
    check.window.watch().look(|seen| {
        let since = seen.exchanges.all.iter().skip(check.mark);
        let fits = |exchange: &&Exchange| {
            let request = &exchange.request;
            let is_asked = request.kind != "Preflight" || pattern.method == "OPTIONS";
            let url = Url::parse(&request.url);
            is_asked && url.is_ok_and(|url| pattern.fits(&request.method, &url, entry))
        };
        since.filter(fits).cloned().collect()
    })
}

fn missing(check: &Check<'_>) -> String {
    format!("no such request since the previous action{}", seen(check))
}

/// Names the requests that scripts and forms sent since the previous action.
fn seen(check: &Check<'_>) -> String {
    let lines: Vec<String> = check.window.watch().look(|seen| {
        let since = seen.exchanges.all.iter().skip(check.mark);
        let told = since.filter(|exchange| {
            matches!(
                exchange.request.kind.as_str(),
                "Fetch" | "XHR" | "Document" | "Preflight" | "WebSocket"
            )
        });
        told.map(|exchange| short(&exchange.request))
            .take(6)
            .collect()
    });
    match lines.is_empty() {
        true => "; none was sent".to_owned(),
        false => format!("; seen: {}", lines.join(", ")),
    }
}

fn short(request: &Request) -> String {
    let path = Url::parse(&request.url).map_or_else(
        |_| request.url.clone(),
        |url| url[url::Position::BeforePath..url::Position::AfterQuery].to_owned(),
    );
    let end = match (&request.failure, request.status) {
        (Some(failure), _) => format!(" ({failure})"),
        (None, Some(status)) => format!(" {status}"),
        (None, None) => " (no answer yet)".to_owned(),
    };
    format!("`{} {path}`{end}", request.method)
}

/// Says what an answer that is none of those wanted says itself, in short.
fn words_of(request: &Request) -> String {
    let Some(body) = request
        .response_body
        .as_deref()
        .filter(|body| !body.trim().is_empty())
    else {
        return String::new();
    };
    if let Some(page) = page_of_html(body) {
        return format!(" with {page}");
    }
    let body = crate::act::fold(body);
    let short: String = body.chars().take(160).collect();
    let more = if short.len() < body.len() { "…" } else { "" };
    format!(": {short}{more}")
}

/// Names a page that stands where an answer was wanted, as servers have for errors and for paths that they do not know.
fn page_of_html(body: &str) -> Option<String> {
    let body = body.trim_start().trim_start_matches('\u{feff}');
    let start: String = body.chars().take(4_000).collect();
    let lower = start.to_ascii_lowercase();
    if !lower.starts_with("<!doctype html") && !lower.starts_with("<html") {
        return None;
    }
    let title = lower.find("<title").and_then(|open| {
        let from = open + lower[open..].find('>')? + 1;
        let to = from + lower[from..].find("</title")?;
        Some(crate::act::fold(&start[from..to])).filter(|title| !title.is_empty())
    });
    Some(match title {
        Some(title) => format!("a page of HTML, “{title}”"),
        None => "a page of HTML".to_owned(),
    })
}

fn mismatches(
    check: &Check<'_>,
    body: &Body,
    request: &Request,
    status: Option<u16>,
    text: &str,
) -> Vec<String> {
    let Body::Shape(shape) = body else {
        let Ok(url) = Url::parse(&request.url) else {
            return vec!["its address cannot be read".to_owned()];
        };
        let method = &request.method;
        let judged = Judged {
            method,
            url: &url,
            status,
            body: text,
        };
        return check.run.judge.body(body, &judged);
    };
    match serde_json::from_str::<Value>(text) {
        Err(error) => vec![match page_of_html(text) {
            Some(page) => format!("the body is no JSON, but {page}"),
            None => format!("the body is no JSON: {error}"),
        }],
        Ok(value) => {
            let wrong = shape.mismatches(&value).into_iter();
            wrong.map(|mismatch| mismatch.to_string()).collect()
        }
    }
}

fn fits(wrong: &[String], what: &str) -> Found {
    match wrong.is_empty() {
        true => Found::Holds,
        false => Found::Differs(format!("{what}: {}", wrong.join("; "))),
    }
}

/// Writes the pairs of a form as a JSON object.
fn form(text: &str) -> String {
    let pairs = url::form_urlencoded::parse(text.as_bytes());
    let object: serde_json::Map<String, Value> = pairs
        .map(|(name, value)| (name.into_owned(), Value::String(value.into_owned())))
        .collect();
    Value::Object(object).to_string()
}
