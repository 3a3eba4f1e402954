//! Requests and their answers, each with its body within limits.

mod sockets;

use std::time::{Duration, Instant};

use crate::chromium::{
    CorsError, GetPostData, GetResponseBody, Headers, LoadingFailed, LoadingFinished, PostData,
    RequestExtra, RequestStarts, ResponseBody, ResponseComes, ResponseExtra, Session, WireResponse,
    WireTiming,
};
use crate::outcome::{Phases, Request, Wire};

pub(crate) use sockets::handshake;

/// More requests are not kept: a page can send without end.
const MOST: usize = 5_000;
/// How many messages about requests that have not begun are kept.
const MOST_EARLY: usize = 256;
/// A longer body is not kept: what is no longer whole cannot be judged.
pub(crate) const LONGEST_BODY_BYTES: usize = 1 << 20;
/// How long a page takes to accept an answer that was on the wire, or to refuse it; one that was left does neither.
const TAKES: Duration = Duration::from_secs(1);
/// All bodies together.
const ALL_BODIES_BYTES: usize = 64 << 20;

/// The requests of a context in the order of their start.
#[derive(Default)]
pub(crate) struct Exchanges {
    pub(crate) all: Vec<Exchange>,
    /// How many were not kept.
    pub(crate) lost: usize,
    bodies_bytes: usize,
    /// What the network told of a request before the page told that it began: two processes, and no order between them.
    early: Vec<Early>,
}

enum Early {
    Sent(RequestExtra),
    Answered(ResponseExtra),
}

/// A request, and what became of it so far.
#[derive(Clone)]
pub(crate) struct Exchange {
    id: String,
    session: Session,
    pub(crate) request: Request,
    /// Nothing more comes of it: its body is there, or it failed.
    pub(crate) is_done: bool,
    /// The browser's clock at its start, in seconds.
    started: f64,
    /// The headers of the answer are those that were on the wire.
    has_all_headers: bool,
    /// The page has the answer.
    is_accepted: bool,
    /// When an answer was on the wire.
    wired: Option<Instant>,
}

impl Exchanges {
    /// Says whether a script's request among those from `mark` on is still without its answer.
    pub(crate) fn is_waiting(&self, mark: usize) -> bool {
        let since = self.all.iter().skip(mark);
        since
            .filter(|exchange| {
                matches!(
                    exchange.request.kind.as_str(),
                    "Fetch" | "XHR" | "Preflight"
                )
            })
            .any(|exchange| !exchange.is_done)
    }

    /// Takes a new request; gives the command that asks for its body, if that is to be had apart.
    pub(crate) fn starts(
        &mut self,
        session: &Session,
        event: RequestStarts,
        now: Duration,
    ) -> Option<GetPostData> {
        if let Some(redirect) = &event.redirect_response
            && let Some(before) = self.last(&event.request_id)
        {
            before.answer(redirect);
            before.end(event.timestamp);
        }
        if self.all.len() >= MOST {
            self.lost += 1;
            return None;
        }
        // A page can write its pictures into itself.
        if event.request.url.starts_with("data:") {
            return None;
        }
        let body = event
            .request
            .post_data
            .filter(|body| body.len() <= LONGEST_BODY_BYTES);
        let is_body_apart = event.request.has_post_data && body.is_none();
        let request_id = event.request_id.clone();
        let request = Request {
            method: event.request.method,
            url: event.request.url,
            kind: event.r#type.unwrap_or_default(),
            request_headers: headers(&event.request.headers),
            request_body: body,
            started: now,
            wire: Wire {
                began: event.wall_time,
                ..Wire::default()
            },
            ..Request::default()
        };
        self.begin(session, event.request_id, request, event.timestamp);
        is_body_apart.then_some(GetPostData { request_id })
    }

    /// Keeps a request that began at a time of the browser's clock.
    fn begin(&mut self, session: &Session, id: String, request: Request, started: f64) {
        self.all.push(Exchange {
            id,
            session: session.clone(),
            request,
            is_done: false,
            started,
            has_all_headers: false,
            is_accepted: false,
            wired: None,
        });
        self.take_early();
    }

    /// Takes the body of a request that came apart.
    pub(crate) fn sent_body(&mut self, id: &str, body: Option<PostData>) {
        let body = body.map(|body| body.post_data);
        if let Some(exchange) = self.last(id) {
            exchange.request.request_body = body.filter(|body| body.len() <= LONGEST_BODY_BYTES);
        }
    }

    /// Hands the newest request what was told of it before it was there.
    fn take_early(&mut self) {
        let Some(newest) = self.all.last() else {
            return;
        };
        let id = newest.id.clone();
        let of_newest = |early: &mut Early| match early {
            Early::Sent(event) => event.request_id == id,
            Early::Answered(event) => event.request_id == id,
        };
        let told: Vec<Early> = self.early.extract_if(.., of_newest).collect();
        for early in told {
            match early {
                Early::Sent(event) => self.sent(event),
                Early::Answered(event) => self.answered_really(event),
            }
        }
    }

    fn keep_early(&mut self, early: Early) {
        // Some are of requests that are never told of, such as those of the browser itself.
        if self.early.len() >= MOST_EARLY {
            self.early.remove(0);
        }
        self.early.push(early);
    }

    pub(super) fn sent(&mut self, event: RequestExtra) {
        match self.last(&event.request_id) {
            Some(exchange) => exchange.request.request_headers = headers(&event.headers),
            None => self.keep_early(Early::Sent(event)),
        }
    }

    pub(super) fn answered(&mut self, event: ResponseComes) {
        if let Some(exchange) = self.last(&event.request_id) {
            exchange.answer(&event.response);
            if let Some(kind) = event.r#type {
                exchange.request.kind = kind;
            }
        }
    }

    /// What was on the wire, also where the page does not get to see it.
    pub(super) fn answered_really(&mut self, event: ResponseExtra) {
        match self.last(&event.request_id) {
            Some(exchange) if exchange.is_of(event.status_code) => {
                exchange.request.status = Some(event.status_code);
                exchange.request.response_headers = headers(&event.headers);
                exchange.has_all_headers = true;
                exchange.wired = Some(Instant::now());
            }
            Some(_) => {}
            None => self.keep_early(Early::Answered(event)),
        }
    }

    /// Gives the session and the name of a request whose body is worth asking for; otherwise it is done.
    pub(crate) fn finished(
        &mut self,
        event: &LoadingFinished,
    ) -> Option<(Session, GetResponseBody)> {
        let is_room = self.bodies_bytes < ALL_BODIES_BYTES;
        let exchange = self.last(&event.request_id)?;
        exchange.request.took = exchange.since_start(event.timestamp);
        exchange.request.wire.received_bytes = Some(event.encoded_data_length.max(0.0) as u64);
        let is_read = matches!(exchange.request.kind.as_str(), "Fetch" | "XHR" | "Document");
        if !is_read || !is_room {
            exchange.is_done = true;
            return None;
        }
        let request_id = exchange.id.clone();
        Some((exchange.session.clone(), GetResponseBody { request_id }))
    }

    /// Takes the body of an answer; none if there is none to be had.
    pub(crate) fn body(&mut self, id: &str, body: Option<ResponseBody>) {
        let text = body
            .and_then(text)
            .filter(|text| text.len() <= LONGEST_BODY_BYTES);
        self.bodies_bytes += text.as_ref().map_or(0, String::len);
        if let Some(exchange) = self.last(id) {
            exchange.request.response_body = text;
            exchange.is_done = true;
        }
    }

    pub(super) fn failed(&mut self, event: &LoadingFailed) {
        if let Some(exchange) = self.last(&event.request_id) {
            exchange.end(event.timestamp);
            let request = &mut exchange.request;
            // An answer that becomes a download is no page's any more, and an answer all the same.
            let is_download =
                event.canceled && request.kind == "Document" && request.status.is_some();
            // A script has its answer with the headers; one without a body (204) is given up as soon as it is there, and one
            // whose body nobody reads as soon as the script forgets it.
            let is_left = event.canceled
                && exchange.is_accepted
                && event.blocked_reason.is_none()
                && event.cors_error_status.is_none();
            if is_left && matches!(request.status, Some(204 | 205 | 304)) {
                request.response_body = Some(String::new());
            }
            if !is_download && !is_left {
                request.failure = Some(reason(event));
            }
        }
    }

    fn last(&mut self, id: &str) -> Option<&mut Exchange> {
        self.all.iter_mut().rfind(|exchange| exchange.id == id)
    }
}

impl Exchange {
    /// Says whether it is known what the page makes of the answer: what was on the wire may be kept from it yet.
    pub(crate) fn is_judged(&self) -> bool {
        let is_left = self.wired.is_some_and(|wired| wired.elapsed() > TAKES);
        self.is_accepted || self.is_done || is_left
    }

    fn answer(&mut self, response: &WireResponse) {
        // Cookies are only among the headers that were on the wire.
        if !(self.has_all_headers && self.is_of(response.status)) {
            self.request.response_headers = headers(&response.headers);
        }
        self.is_accepted = true;
        self.request.status = Some(response.status);
        let started = self.started;
        let wire = &mut self.request.wire;
        wire.status_text.clone_from(&response.status_text);
        wire.mime.clone_from(&response.mime_type);
        wire.protocol = response.protocol.clone().unwrap_or_default();
        wire.phases = response
            .timing
            .as_ref()
            .map_or_else(Phases::default, |timing| phases(timing, started));
    }

    /// An answer of another status is that of a redirect before.
    fn is_of(&self, status: u16) -> bool {
        self.request.status.is_none_or(|known| known == status)
    }

    fn end(&mut self, timestamp: f64) {
        self.request.took = self.since_start(timestamp);
        self.is_done = true;
    }

    fn since_start(&self, timestamp: f64) -> Duration {
        Duration::try_from_secs_f64(timestamp - self.started).unwrap_or_default()
    }
}

/// Reads the times of a request, which count milliseconds from the moment that it came to the network; -1 is none.
fn phases(timing: &WireTiming, started: f64) -> Phases {
    let span = |from: f64, to: f64| (from >= 0.0 && to >= from).then_some(to - from);
    let firsts = [timing.dns_start, timing.connect_start, timing.send_start];
    let first = firsts.into_iter().find(|at| *at >= 0.0);
    let queued = ((timing.request_time - started) * 1000.0).max(0.0);
    Phases {
        blocked: first.map(|first| first + queued),
        dns: span(timing.dns_start, timing.dns_end),
        connect: span(timing.connect_start, timing.connect_end),
        tls: span(timing.ssl_start, timing.ssl_end),
        send: span(timing.send_start, timing.send_end).unwrap_or_default(),
        wait: span(timing.send_end, timing.receive_headers_end).unwrap_or_default(),
    }
}

fn text(body: ResponseBody) -> Option<String> {
    use base64::Engine as _;
    if !body.base64_encoded {
        return Some(body.body);
    }
    let bytes = base64::engine::general_purpose::STANDARD
        .decode(body.body)
        .ok()?;
    String::from_utf8(bytes).ok()
}

fn headers(headers: &Headers) -> Vec<(String, String)> {
    let pairs = headers.iter();
    pairs
        .map(|(name, value)| (name.clone(), value.as_str().unwrap_or_default().to_owned()))
        .collect()
}

/// Says in plain words why there was no answer.
fn reason(event: &LoadingFailed) -> String {
    if let Some(error) = &event.cors_error_status {
        return format!("blocked by CORS: {}", cors(error));
    }
    match event.blocked_reason.as_deref() {
        Some("csp") => return "blocked by the page's Content-Security-Policy".to_owned(),
        Some("mixed-content") => return "blocked: plain HTTP on a page of HTTPS".to_owned(),
        Some("inspector") => return "outside the plan's origins: not gone to".to_owned(),
        Some(other) => return format!("blocked by the browser: {other}"),
        None => {}
    }
    match event.error_text.as_str() {
        "net::ERR_ABORTED" => "the page gave it up".to_owned(),
        "net::ERR_CONNECTION_REFUSED" => "nobody answers there: connection refused".to_owned(),
        "net::ERR_NAME_NOT_RESOLVED" => "the host's name is not known".to_owned(),
        "net::ERR_EMPTY_RESPONSE" => {
            "the server closed the connection without an answer".to_owned()
        }
        "net::ERR_INCOMPLETE_CHUNKED_ENCODING" | "net::ERR_CONTENT_LENGTH_MISMATCH" => {
            "the answer broke off".to_owned()
        }
        other => other.to_owned(),
    }
}

fn cors(error: &CorsError) -> String {
    let parameter = &error.failed_parameter;
    match error.cors_error.as_str() {
        "MissingAllowOriginHeader" => "the answer has no Access-Control-Allow-Origin".to_owned(),
        "PreflightMissingAllowOriginHeader" => {
            "the answer to the preflight has no Access-Control-Allow-Origin".to_owned()
        }
        "AllowOriginMismatch" | "PreflightAllowOriginMismatch" => {
            format!("Access-Control-Allow-Origin is `{parameter}`, another origin")
        }
        "WildcardOriginNotAllowed" | "PreflightWildcardOriginNotAllowed" => {
            "Access-Control-Allow-Origin is `*`, and the request carries credentials".to_owned()
        }
        "InvalidAllowCredentials" | "PreflightInvalidAllowCredentials" => {
            "Access-Control-Allow-Credentials is not `true`".to_owned()
        }
        "PreflightInvalidStatus" => "the preflight was not answered with success".to_owned(),
        "MethodDisallowedByPreflightResponse" => {
            format!("Access-Control-Allow-Methods does not name `{parameter}`")
        }
        "HeaderDisallowedByPreflightResponse" => {
            format!("Access-Control-Allow-Headers does not name `{parameter}`")
        }
        other if parameter.is_empty() => other.to_owned(),
        other => format!("{other}: {parameter}"),
    }
}
