//! Sends spans to the collector, many at a time (OTLP 1.0 over HTTP, `application/json`).

use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender};
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};
use ureq::Agent;

use super::span::{Closed, Value};

/// How many spans go in one request.
const TOGETHER: usize = 512;

/// What the thread is told.
pub(super) enum Message {
    /// A span is over.
    Span(Box<Closed>),
    /// No more will come: send what there is, and say so.
    Last(SyncSender<()>),
}

/// The thread's own.
pub(super) struct Exporter {
    pub(super) agent: Agent,
    pub(super) url: String,
    pub(super) headers: Vec<(String, String)>,
    pub(super) resource: Vec<(String, String)>,
    pub(super) delay: Duration,
}

impl Exporter {
    /// Sends until nobody tells anything more.
    pub(super) fn run(self, receiver: &Receiver<Message>) {
        let mut is_failing = false;
        let mut spans = Vec::new();
        let mut due = Instant::now() + self.delay;
        loop {
            let message = receiver.recv_timeout(due.saturating_duration_since(Instant::now()));
            let done = match message {
                Ok(Message::Span(span)) => {
                    spans.push(*span);
                    if spans.len() < TOGETHER && Instant::now() < due {
                        continue;
                    }
                    None
                }
                Ok(Message::Last(done)) => Some(done),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => return,
            };
            self.send(&std::mem::take(&mut spans), &mut is_failing);
            due = Instant::now() + self.delay;
            if let Some(done) = done {
                // Nobody may be waiting any more.
                let _ = done.send(());
            }
        }
    }

    /// Sends some spans; those that the collector does not take are lost, which is told once until it takes some again.
    fn send(&self, spans: &[Closed], is_failing: &mut bool) {
        if spans.is_empty() {
            return;
        }
        let mut request = self.agent.post(&self.url);
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        let body = body(&self.resource, spans).to_string();
        let sent = request
            .header("content-type", "application/json")
            .send(body.as_bytes());
        let failure = match sent {
            Ok(answer) if answer.status().is_success() => None,
            Ok(answer) => Some(format!("it answered {}", answer.status())),
            Err(error) => Some(error.to_string()),
        };
        if let Some(failure) = &failure
            && !*is_failing
        {
            tracing::warn!(
                url = self.url,
                failure,
                "traces are lost: the collector does not take them"
            );
        }
        *is_failing = failure.is_some();
    }
}

/// Writes the body of a request.
fn body(resource: &[(String, String)], spans: &[Closed]) -> Json {
    let resource: Vec<Json> = resource
        .iter()
        .map(|(name, value)| json!({"key": name, "value": {"stringValue": value}}))
        .collect();
    let spans: Vec<Json> = spans.iter().map(span).collect();
    json!({
        "resourceSpans": [{
            "resource": {"attributes": resource},
            "scopeSpans": [{
                "scope": {"name": "guild", "version": env!("CARGO_PKG_VERSION")},
                "spans": spans,
            }],
        }],
    })
}

fn span(closed: &Closed) -> Json {
    let said = &closed.said;
    let attributes: Vec<Json> = said
        .attributes
        .iter()
        .map(|(name, value)| json!({"key": name, "value": of(value)}))
        .collect();
    let mut span = json!({
        "traceId": hex(&closed.trace),
        "spanId": hex(&closed.id),
        "name": said.name,
        "kind": said.kind as i32,
        "startTimeUnixNano": closed.began.to_string(),
        "endTimeUnixNano": closed.ended.to_string(),
        "attributes": attributes,
        "status": if said.is_failed { json!({"code": 2}) } else { json!({}) },
    });
    if let Some(parent) = closed.parent {
        span["parentSpanId"] = hex(&parent).into();
    }
    span
}

fn of(value: &Value) -> Json {
    match value {
        Value::Text(text) => json!({"stringValue": text}),
        // As the protocol writes numbers of 64 bits in JSON.
        Value::Number(number) => json!({"intValue": number.to_string()}),
        Value::Truth(truth) => json!({"boolValue": truth}),
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
