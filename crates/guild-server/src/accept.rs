//! The accept loop: takes connections, holds each to its limits, and lets them finish when the server stops.
//!
//! `axum::serve` keeps a client that sends nothing for ever; here [`Paced`] closes it.

use std::future::Future;
use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use hyper::body::Incoming;
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

/// How long to wait before the next try when the system has no connection to give.
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
    while let Ok(permit) = Arc::clone(permits).acquire_owned().await {
        match listener.accept().await {
            Ok((stream, peer)) => {
                let edge = Arc::clone(edge);
                let peer = PeerAddress(peer.ip());
                tokio::spawn(hold((stream, peer), edge, limits, stopping.clone(), permit));
            }
            Err(error) if is_of_the_connection(&error) => {}
            Err(error) => {
                tracing::warn!(%error, "cannot accept a connection, trying again");
                tokio::time::sleep(ACCEPT_PAUSE).await;
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
    limits: ServerLimits,
    mut stopping: watch::Receiver<()>,
    _permit: OwnedSemaphorePermit,
) {
    // Answers are written whole: waiting to fill a packet only delays them. A socket that refuses is still served.
    let _ = stream.set_nodelay(true);
    let pace = Arc::new(Pace::new(limits));
    let io = TokioIo::new(Paced::new(stream, Arc::clone(&pace)));
    let service = service_fn(|mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(peer);
        let edge = Arc::clone(&edge);
        let pace = Arc::clone(&pace);
        async move {
            pace.answering();
            let response = edge.answer(request).await;
            pace.waiting();
            Ok::<_, std::convert::Infallible>(response)
        }
    });
    let mut http = http1::Builder::new();
    http.max_buf_size(HEAD_BYTES).half_close(false);
    let mut connection = pin!(http.serve_connection(io, service));
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        // The sender is dropped, never used: the error is the signal.
        _ = stopping.changed() => {
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
