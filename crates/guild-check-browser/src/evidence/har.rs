//! `flow-1.har`: the requests of a flow as an HTTP Archive 1.2, which the tools of browsers open.

use std::time::Duration;

use serde_json::{Value, json};

use super::date::iso;
use crate::outcome::{FlowOutcome, Request};
use crate::plan::Flow;
use crate::verdict::Tried;

/// Writes the archive.
pub(super) fn render(tried: &Tried, flow: &Flow, outcome: &FlowOutcome) -> String {
    let began = outcome.requests.first().map_or(0.0, |request| {
        request.wire.began - request.started.as_secs_f64()
    });
    let (name, version) = tried
        .outcome
        .browser
        .split_once(' ')
        .unwrap_or((&tried.outcome.browser, ""));
    let entries = outcome.requests.iter().map(|request| entry(tried, request));
    let archive = json!({
        "log": {
            "version": "1.2",
            "creator": { "name": "guild", "version": env!("CARGO_PKG_VERSION") },
            "browser": { "name": name, "version": version },
            "pages": [{
                "startedDateTime": iso(began),
                "id": "flow",
                "title": flow.name,
                "pageTimings": { "onContentLoad": -1, "onLoad": -1 },
            }],
            "entries": entries.collect::<Vec<Value>>(),
            "comment": "credentials and personal data are redacted; bodies are those of documents, scripts' requests and their answers, up to 1 MiB each",
        }
    });
    serde_json::to_string_pretty(&archive).unwrap_or_default() + "\n"
}

fn entry(tried: &Tried, request: &Request) -> Value {
    let (time, timings) = times(request);
    let mut entry = json!({
        "pageref": "flow",
        "startedDateTime": iso(request.wire.began),
        "time": time,
        "request": sent(tried, request),
        "response": answered(tried, request),
        "cache": {},
        "timings": timings,
        "_resourceType": request.kind.to_lowercase(),
    });
    if let Some(failure) = &request.failure {
        entry["response"]["_error"] = Value::from(tried.safe(failure).into_owned());
    }
    entry
}

fn sent(tried: &Tried, request: &Request) -> Value {
    let url = tried.redactor.url(&request.url);
    let query: Vec<Value> = url::Url::parse(&url)
        .map(|url| {
            let pairs = url.query_pairs();
            pairs
                .map(|(name, value)| json!({ "name": name, "value": value }))
                .collect()
        })
        .unwrap_or_default();
    let mut sent = json!({
        "method": request.method,
        "url": url,
        "httpVersion": protocol(request),
        "cookies": cookies(&request.request_headers, "cookie", ';'),
        "headers": headers(tried, &request.request_headers),
        "queryString": query,
        "headersSize": -1,
        "bodySize": request.request_body.as_ref().map_or(0, String::len),
    });
    if let Some(body) = &request.request_body {
        let mime = header(&request.request_headers, "content-type");
        let text = tried.redactor.body(mime, body);
        sent["postData"] = json!({ "mimeType": mime, "params": [], "text": text });
    }
    sent
}

fn answered(tried: &Tried, request: &Request) -> Value {
    let headers_sent = &request.response_headers;
    let mime = match request.wire.mime.as_str() {
        "" => header(headers_sent, "content-type"),
        mime => mime,
    };
    let size = request.response_body.as_ref().map_or(0, String::len);
    let mut content = json!({ "size": size, "mimeType": mime });
    match &request.response_body {
        Some(body) => content["text"] = Value::from(tried.redactor.body(mime, body)),
        None => content["comment"] = Value::from("the body was not kept"),
    }
    let received = request.wire.received_bytes;
    json!({
        "status": request.status.unwrap_or(0),
        "statusText": request.wire.status_text,
        "httpVersion": protocol(request),
        "cookies": cookies(headers_sent, "set-cookie", '\n'),
        "headers": headers(tried, headers_sent),
        "content": content,
        "redirectURL": tried.redactor.url(header(headers_sent, "location")),
        "headersSize": -1,
        "bodySize": -1,
        "_transferSize": received.unwrap_or(0),
    })
}

/// Gives the whole time and its parts, in milliseconds; the parts that were add up to the whole.
fn times(request: &Request) -> (f64, Value) {
    let phases = request.wire.phases;
    let whole = milliseconds(request.took);
    let before = [
        phases.blocked,
        phases.dns,
        phases.connect,
        Some(phases.send),
        Some(phases.wait),
    ];
    let before: f64 = before.into_iter().flatten().sum();
    let whole = whole.max(before);
    let or_none = |time: Option<f64>| time.map_or(-1.0, round);
    let timings = json!({
        "blocked": or_none(phases.blocked),
        "dns": or_none(phases.dns),
        "connect": or_none(phases.connect),
        "ssl": or_none(phases.tls),
        "send": round(phases.send),
        "wait": round(phases.wait),
        "receive": round(whole - before),
    });
    (round(whole), timings)
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}

fn round(milliseconds: f64) -> f64 {
    (milliseconds * 1000.0).round() / 1000.0
}

fn protocol(request: &Request) -> &str {
    match request.wire.protocol.as_str() {
        "" => "unknown",
        "http/1.1" => "HTTP/1.1",
        other => other,
    }
}

fn header<'h>(headers: &'h [(String, String)], name: &str) -> &'h str {
    let found = headers
        .iter()
        .find(|(one, _)| one.eq_ignore_ascii_case(name));
    found.map_or("", |(_, value)| value)
}

fn headers(tried: &Tried, headers: &[(String, String)]) -> Vec<Value> {
    let one = |(name, value): &(String, String)| {
        let value = tried.redactor.header(name, value);
        json!({ "name": name, "value": value })
    };
    headers.iter().map(one).collect()
}

/// Gives the names of cookies.
fn cookies(headers: &[(String, String)], name: &str, between: char) -> Vec<Value> {
    let value = header(headers, name);
    let names = value.split(between).filter_map(|cookie| {
        let name = cookie.split('=').next().unwrap_or_default().trim();
        (!name.is_empty()).then(|| json!({ "name": name, "value": "[redacted]" }))
    });
    names.collect()
}
