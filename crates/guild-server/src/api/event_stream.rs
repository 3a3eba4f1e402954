//! Events as they happen, in the form that browsers read (`text/event-stream`).

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use guild_catalog::PageRequest;
use guild_skill::wire;
use http::header::{self, HeaderMap};
use hyper::body::{Body, Frame};
use tokio::sync::mpsc;

use crate::error::ApiError;
use crate::paging::natural;
use crate::parameters::number;
use crate::state::AppState;

/// How often a stream looks whether the catalog has changed, which costs one read of a number.
const LOOK: Duration = Duration::from_millis(500);

/// After so many looks without an event a comment keeps the connection open.
const LOOKS_TO_REST: u32 = 30;

/// Events that wait for a slow client; the stream waits with them.
const WAITING: usize = 16;

/// Whether a request wants a stream.
pub(crate) fn is_wanted(headers: &HeaderMap) -> bool {
    let accept = headers.get(header::ACCEPT);
    accept
        .and_then(|accept| accept.to_str().ok())
        .is_some_and(|accept| accept.contains("text/event-stream"))
}

/// Whether a request says more than its address does, so that no answer that was kept for the address is an answer to it.
pub(crate) fn is_concerned(headers: &HeaderMap) -> bool {
    is_wanted(headers) || headers.contains_key("last-event-id")
}

/// Reads where a client was cut off.
///
/// # Errors
/// When it is no sequence; whether a stream is wanted or not.
pub(crate) fn last_seen(headers: &HeaderMap) -> Result<Option<u64>, ApiError> {
    let Some(value) = headers.get("last-event-id") else {
        return Ok(None);
    };
    let name = "Last-Event-ID";
    let sequence: i64 = number(name, &String::from_utf8_lossy(value.as_bytes()))?;
    natural(name, sequence).map(Some)
}

/// Begins a stream of the events after a sequence.
pub(crate) fn begin(state: AppState, after: u64) -> Response {
    let (sender, receiver) = mpsc::channel(WAITING);
    tokio::spawn(tell(state, after, sender));
    let headers = [
        (header::CONTENT_TYPE, "text/event-stream"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    let body = axum::body::Body::new(Stream(receiver));
    (headers, body).into_response()
}

/// Tells events until the client leaves, the server stops, or the catalog fails.
async fn tell(state: AppState, mut after: u64, sender: mpsc::Sender<Bytes>) {
    let mut seen = None;
    let mut looks = 0;
    while !state.is_draining() && !sender.is_closed() {
        let generation = state.catalog().generation();
        let told = if seen == Some(generation) {
            Told::Nothing
        } else {
            tell_new(&state, &mut after, &sender).await
        };
        seen = Some(generation);
        looks += 1;
        match told {
            Told::Nothing if looks < LOOKS_TO_REST => {}
            Told::Nothing => {
                looks = 0;
                // A client that left is noticed by the next look.
                let _ = sender.send(Bytes::from_static(b":\n\n")).await;
            }
            Told::Some => looks = 0,
            Told::Failed => return,
        }
        tokio::select! {
            () = tokio::time::sleep(LOOK) => {}
            () = sender.closed() => return,
        }
    }
}

enum Told {
    Nothing,
    Some,
    Failed,
}

async fn tell_new(state: &AppState, after: &mut u64, sender: &mpsc::Sender<Bytes>) -> Told {
    let mut told = Told::Nothing;
    loop {
        let events = match state.catalog().events(*after, PageRequest::FIRST).await {
            Ok(list) => list.items,
            Err(error) => {
                let cause = ApiError::fault(error).cause;
                tracing::error!(cause, "a stream of events ended early");
                return Told::Failed;
            }
        };
        if events.is_empty() {
            return told;
        }
        for event in &events {
            *after = event.sequence;
            if sender.send(written(event)).await.is_err() {
                return Told::Failed;
            }
        }
        told = Told::Some;
    }
}

fn written(event: &wire::Event) -> Bytes {
    // An event is plain data: it is always written, in one line.
    let data = serde_json::to_string(event).unwrap_or_default();
    Bytes::from(format!("id: {}\ndata: {data}\n\n", event.sequence))
}

/// The body of a stream: it ends when its teller does.
struct Stream(mpsc::Receiver<Bytes>);

impl Body for Stream {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let next = self.0.poll_recv(cx);
        next.map(|bytes| bytes.map(|bytes| Ok(Frame::data(bytes))))
    }
}
