//! Events as they happen, in the form that browsers read (`text/event-stream`).

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use guild_catalog::{PageRequest, StoreError};
use guild_skill::wire;
use http::header::{self, HeaderMap};
use hyper::body::{Body, Frame};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};

use crate::auth::Asker;
use crate::error::{ApiError, Code};
use crate::paging::natural;
use crate::parameters::number;
use crate::state::AppState;

/// How often a stream looks whether the catalog has changed, which costs one read of a number.
const LOOK: Duration = Duration::from_millis(500);

/// After so many looks without an event a comment keeps the connection open.
const LOOKS_TO_REST: u32 = 30;

/// Events that wait for a slow client; the stream waits with them.
const WAITING: usize = 16;

/// How long a client waits before it asks for a stream again, in seconds.
const WAIT: u64 = 60;

/// Lets streams in, each for as long as it goes on.
pub(crate) struct Streams(Arc<Semaphore>);

impl Streams {
    /// Lets so many in at a time.
    pub(crate) fn new(most: u32) -> Self {
        Self(Arc::new(Semaphore::new(most as usize)))
    }

    fn admit(&self) -> Result<OwnedSemaphorePermit, ApiError> {
        let admitted = Arc::clone(&self.0).try_acquire_owned();
        admitted.map_err(|_| {
            let message = "as many follow the events as may; ask without `Accept: text/event-stream`, or try again in a \
                minute";
            ApiError::new(Code::TooBusy, message).after(WAIT)
        })
    }
}

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
///
/// # Errors
/// When as many go on as may.
pub(crate) fn begin(state: AppState, after: u64) -> Result<Response, ApiError> {
    let admitted = state.streams().admit()?;
    let (sender, receiver) = mpsc::channel(WAITING);
    let told = Told {
        asker: Asker::current(),
        after,
        sender,
    };
    tokio::spawn(async move {
        tell(state, told).await;
        drop(admitted);
    });
    let headers = [
        (header::CONTENT_TYPE, "text/event-stream"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    let body = axum::body::Body::new(Stream(receiver));
    Ok((headers, body).into_response())
}

/// A client that is told events.
struct Told {
    asker: Option<Arc<Asker>>,
    /// The last event that it was told.
    after: u64,
    sender: mpsc::Sender<Bytes>,
}

/// What came of telling.
enum Outcome {
    Nothing,
    Some,
    /// The client has left, or may not read the catalog any more.
    Over,
}

/// Tells events until the client leaves or may not read any more, the server stops, or the catalog fails.
async fn tell(state: AppState, mut told: Told) {
    let mut seen = None;
    let mut looks = 0;
    while !state.is_draining() && !told.sender.is_closed() {
        let generation = state.catalog().generation();
        let outcome = if seen == Some(generation) {
            Ok(Outcome::Nothing)
        } else {
            told.tell_new(&state).await
        };
        seen = Some(generation);
        let outcome = match outcome {
            Ok(Outcome::Nothing) if looks >= LOOKS_TO_REST => told.rest(&state).await,
            outcome => outcome,
        };
        match outcome {
            Ok(Outcome::Nothing) => looks += 1,
            Ok(Outcome::Some) => looks = 0,
            Ok(Outcome::Over) => return,
            Err(error) => {
                let cause = ApiError::fault(error).cause;
                tracing::error!(cause, "a stream of events ended early");
                return;
            }
        }
        tokio::select! {
            () = tokio::time::sleep(LOOK) => {}
            () = told.sender.closed() => return,
        }
    }
}

impl Told {
    /// Tells what is new, as long as the client may still read it.
    async fn tell_new(&mut self, state: &AppState) -> Result<Outcome, StoreError> {
        let mut outcome = Outcome::Nothing;
        loop {
            let page = PageRequest::FIRST;
            let events = state.catalog().events_after(self.after, page).await?;
            if events.is_empty() {
                return Ok(outcome);
            }
            if !self.still_reads(state).await? {
                return Ok(Outcome::Over);
            }
            for event in &events {
                self.after = event.sequence;
                if self.sender.send(written(event)).await.is_err() {
                    return Ok(Outcome::Over);
                }
            }
            outcome = Outcome::Some;
        }
    }

    /// Keeps a quiet connection open.
    async fn rest(&self, state: &AppState) -> Result<Outcome, StoreError> {
        let is_over = !self.still_reads(state).await?
            || self
                .sender
                .send(Bytes::from_static(b":\n\n"))
                .await
                .is_err();
        Ok(if is_over {
            Outcome::Over
        } else {
            Outcome::Some
        })
    }

    async fn still_reads(&self, state: &AppState) -> Result<bool, StoreError> {
        match &self.asker {
            Some(asker) => asker.still_reads(state).await,
            None => Ok(!state.is_private()),
        }
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
