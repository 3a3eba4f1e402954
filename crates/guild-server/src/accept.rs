//! The accept loop: takes connections, holds each to its limits, and lets them finish when the server stops.
//!
//! `axum::serve` keeps a client that sends nothing for ever; here [`Paced`] closes it.

use std::collections::VecDeque;
use std::future::Future;
use std::io;
use std::pin::{Pin, pin};
use std::sync::{Arc, Weak};
use std::task::{Context, Poll};
use std::time::Duration;

use hyper::body::{Body, Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use crate::auth::PeerAddress;
use crate::config::ServerLimits;
use crate::document::Answer;
use crate::pace::{Pace, Paced};
use crate::serve::ServeError;

/// A request's head may be this long.
pub(crate) const HEAD_BYTES: usize = 64 * 1024;

/// How long to wait before the next try when there is no room, or the system has no connection to give.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// What stands behind the connections.
pub(crate) trait Answers: Send + Sync + 'static {
    /// Answers a request, whatever it is.
    fn answer(&self, request: hyper::Request<Incoming>) -> impl Future<Output = Answer> + Send;

    /// Hears that the server is about to stop.
    fn drain(&self);
}

/// Accepts until `shutdown` is done, then waits for the open connections.
pub(crate) async fn run(
    listener: TcpListener,
    edge: Arc<impl Answers>,
    limits: ServerLimits,
    shutdown: impl Future<Output = ()>,
) -> Result<(), ServeError> {
    // A connection holds a permit while it is open: all permits back means all connections closed.
    let permits = Arc::new(Semaphore::new(limits.connections as usize));
    let (stop, stopping) = watch::channel(());
    let accepting = accept_all(&listener, &edge, limits, &permits, &stopping);
    tokio::select! {
        () = shutdown => {}
        () = accepting => {}
    }
    edge.drain();
    drop(listener);
    drop(stop);
    let closed = permits.acquire_many(limits.connections);
    if tokio::time::timeout(limits.drain, closed).await.is_ok() {
        return Ok(());
    }
    let free = u32::try_from(permits.available_permits()).unwrap_or(u32::MAX);
    Err(ServeError::CutOff {
        connections: limits.connections.saturating_sub(free),
        drain: limits.drain,
    })
}

async fn accept_all(
    listener: &TcpListener,
    edge: &Arc<impl Answers>,
    limits: ServerLimits,
    permits: &Arc<Semaphore>,
    stopping: &watch::Receiver<()>,
) {
    let mut crowd = Crowd::of(limits.connections);
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => {
                let Some(permit) = crowd.make_room(permits).await else {
                    return;
                };
                let edge = Arc::clone(edge);
                let peer = PeerAddress(peer.ip());
                let pace = Arc::new(Pace::new(limits));
                crowd.add(&pace);
                tokio::spawn(hold((stream, peer), edge, pace, stopping.clone(), permit));
            }
            Err(error) if is_of_the_connection(&error) => {}
            Err(error) => {
                tracing::warn!(%error, "cannot accept a connection, trying again");
                crowd.part_with_one();
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
}

/// The connections, the oldest first. Where there is no room for another, one that rests has to go: whoever holds many
/// and asks nothing keeps nobody out.
struct Crowd {
    /// Those that are closed are forgotten when there are twice as many as can be open.
    all: VecDeque<Weak<Pace>>,
    most: usize,
}

impl Crowd {
    fn of(connections: u32) -> Self {
        Self {
            all: VecDeque::new(),
            most: connections as usize * 2,
        }
    }

    fn add(&mut self, pace: &Arc<Pace>) {
        if self.all.len() >= self.most {
            self.all.retain(|pace| pace.strong_count() > 0);
        }
        self.all.push_back(Arc::downgrade(pace));
    }

    /// Waits for room; none comes when the server has stopped.
    async fn make_room(&mut self, permits: &Arc<Semaphore>) -> Option<OwnedSemaphorePermit> {
        if let Ok(permit) = Arc::clone(permits).try_acquire_owned() {
            return Some(permit);
        }
        loop {
            self.part_with_one();
            let permit = Arc::clone(permits).acquire_owned();
            // Whoever was busy may rest by the next time.
            if let Ok(permit) = tokio::time::timeout(ACCEPT_PAUSE, permit).await {
                return permit.ok();
            }
        }
    }

    /// Asks the oldest connection that rests to go.
    fn part_with_one(&mut self) {
        for _ in 0..self.all.len() {
            let Some(oldest) = self.all.pop_front() else {
                return;
            };
            match oldest.upgrade() {
                Some(pace) if pace.is_resting() => return pace.ask_to_leave(),
                Some(_) => self.all.push_back(oldest),
                None => {}
            }
        }
    }
}

/// Whether the client was gone before it was accepted, which says nothing of the next one.
fn is_of_the_connection(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionRefused
            | io::ErrorKind::ConnectionReset
    )
}

async fn hold(
    (stream, peer): (TcpStream, PeerAddress),
    edge: Arc<impl Answers>,
    pace: Arc<Pace>,
    mut stopping: watch::Receiver<()>,
    _permit: OwnedSemaphorePermit,
) {
    // Answers are written whole: waiting to fill a packet only delays them. A socket that refuses is still served.
    let _ = stream.set_nodelay(true);
    let io = TokioIo::new(Paced::new(stream, Arc::clone(&pace)));
    let service = service_fn(|mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(peer);
        let edge = Arc::clone(&edge);
        let pace = Arc::clone(&pace);
        async move {
            let answering = Answering::of(pace);
            let answer = edge.answer(request).await;
            Ok::<_, std::convert::Infallible>(answer.map(|body| OnItsWay { body, answering }))
        }
    });
    let mut http = http1::Builder::new();
    http.max_buf_size(HEAD_BYTES).half_close(false);
    let mut connection = pin!(http.serve_connection(io, service));
    let leave = async {
        tokio::select! {
            // The sender is dropped, never used: the error is the signal.
            _ = stopping.changed() => {}
            () = pace.asked_to_leave() => {}
        }
    };
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = leave => {
            if pace.is_unused() {
                return;
            }
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection ended early");
    }
}

/// A request that is being answered, until its answer has ended: then the client rests.
struct Answering(Arc<Pace>);

impl Answering {
    fn of(pace: Arc<Pace>) -> Self {
        pace.answering();
        Self(pace)
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        self.0.waiting();
    }
}

/// The body of an answer: a stream of events is answered as long as it goes on.
struct OnItsWay<B> {
    body: B,
    #[expect(dead_code, reason = "it says by its end that the answer has ended")]
    answering: Answering,
}

impl<B: Body + Unpin> Body for OnItsWay<B> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
