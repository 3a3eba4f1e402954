//! A request as logs, counters and traces tell of it: where to and how it ended, and nothing that a person typed.

use std::time::Instant;

use hyper::body::Incoming;
use tracing::Span;
use tracing::field::Empty;

use crate::document::Answer;
use crate::links;
use crate::metrics::RouteCounters;

/// What is told of a request when it is answered.
pub(crate) struct Seen {
    method: http::Method,
    uri: http::Uri,
    began: Instant,
    /// The span of the request, in which everything for it is done; nothing where nobody wants traces.
    pub(crate) span: Span,
}

impl Seen {
    pub(crate) fn of(request: &hyper::Request<Incoming>) -> Self {
        let header = |name: &str| request.headers().get(name)?.to_str().ok();
        let (method, uri) = (request.method().clone(), request.uri().clone());
        // The query stays out: it may hold what a person typed. So do the address and the headers of who asks.
        let span = tracing::trace_span!(
            "request",
            otel.kind = "server",
            otel.name = Empty,
            otel.status_code = Empty,
            http.request.method = method.as_str(),
            http.route = Empty,
            http.response.status_code = Empty,
            url.path = links::loggable(uri.path()),
            traceparent = header("traceparent"),
        );
        Self {
            method,
            uri,
            began: Instant::now(),
            span,
        }
    }

    /// Tells how it ended.
    pub(crate) fn tell(&self, answer: &Answer, counters: &RouteCounters) {
        let Self { method, uri, .. } = self;
        let status = answer.status();
        counters.count(status);
        tracing::debug!(
            %method,
            path = links::loggable(uri.path()),
            status = status.as_u16(),
            took_us = self.began.elapsed().as_micros(),
            "answered"
        );
        if self.span.is_disabled() {
            return;
        }
        let pattern = counters.pattern();
        self.span.record("otel.name", format!("{method} {pattern}"));
        self.span.record("http.route", pattern);
        self.span
            .record("http.response.status_code", status.as_u16());
        if status.is_server_error() {
            self.span.record("otel.status_code", "ERROR");
        }
    }
}
