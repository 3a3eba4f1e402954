//! A connection that is closed when its client is too slow.
//!
//! hyper has one timer for a request's head, which also runs between requests; a client may rest there for longer than
//! it may take over a head, so the times are kept here, under hyper.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep_until};

use crate::config::ServerLimits;

/// What the connection is at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Opened, and nothing came yet.
    Opened = 0,
    /// The head of a request is coming.
    Head = 1,
    /// A request is being answered: the client owes nothing.
    Answering = 2,
    /// Between two requests.
    Waiting = 3,
}

/// The phase of one connection, told by the service that answers and read by its [`Paced`] stream.
pub(crate) struct Pace {
    phase: AtomicU8,
    limits: ServerLimits,
}

/// A stream that fails when its client does not keep pace.
pub(crate) struct Paced {
    stream: TcpStream,
    pace: Arc<Pace>,
    /// The phase that `since` belongs to.
    phase: Phase,
    /// When the phase began, as far as reading has seen.
    since: Instant,
    /// Wakes the reader; it may ring early, because setting it for each request would cost more than looking again.
    alarm: Option<Pin<Box<Sleep>>>,
    /// Rings when a write made no progress for too long; made when a write has to wait.
    stalled: Option<Pin<Box<Sleep>>>,
}

impl Pace {
    pub(crate) fn new(limits: ServerLimits) -> Self {
        Self {
            phase: AtomicU8::new(Phase::Opened as u8),
            limits,
        }
    }

    /// Says that a whole head has come.
    pub(crate) fn answering(&self) {
        self.set(Phase::Answering);
    }

    /// Says that the answer is made.
    pub(crate) fn waiting(&self) {
        self.set(Phase::Waiting);
    }

    /// Whether nothing ever came, as when a browser opens a connection ahead of need.
    pub(crate) fn is_unused(&self) -> bool {
        self.phase() == Phase::Opened
    }

    fn set(&self, phase: Phase) {
        self.phase.store(phase as u8, Ordering::Relaxed);
    }

    fn phase(&self) -> Phase {
        match self.phase.load(Ordering::Relaxed) {
            0 => Phase::Opened,
            1 => Phase::Head,
            2 => Phase::Answering,
            _ => Phase::Waiting,
        }
    }

    fn deadline(&self, phase: Phase, since: Instant) -> Option<Instant> {
        match phase {
            Phase::Opened => Some(since + self.limits.first_byte),
            Phase::Head => Some(since + self.limits.head),
            Phase::Answering => None,
            Phase::Waiting => Some(since + self.limits.idle),
        }
    }
}

impl Paced {
    pub(crate) fn new(stream: TcpStream, pace: Arc<Pace>) -> Self {
        Self {
            stream,
            pace,
            phase: Phase::Opened,
            since: Instant::now(),
            alarm: None,
            stalled: None,
        }
    }

    fn notice_phase(&mut self) {
        let phase = self.pace.phase();
        if phase != self.phase {
            self.phase = phase;
            self.since = Instant::now();
        }
    }

    /// Looks whether the client's time is over; if not, sees to it that the connection is woken in time.
    ///
    /// Beside reading, flushing calls it: after an answer hyper reads again only when it is woken.
    fn poll_late(&mut self, cx: &mut Context<'_>) -> Poll<io::Error> {
        if self.stalled.is_some() {
            // An answer waits for the client to take it, which has its own limit.
            return Poll::Pending;
        }
        let Some(deadline) = self.pace.deadline(self.phase, self.since) else {
            return Poll::Pending;
        };
        loop {
            if Instant::now() >= deadline {
                return Poll::Ready(late("the client sent no whole request in time"));
            }
            let alarm = self
                .alarm
                .get_or_insert_with(|| Box::pin(sleep_until(deadline)));
            if alarm.deadline() > deadline {
                alarm.as_mut().reset(deadline);
            }
            match alarm.as_mut().poll(cx) {
                Poll::Pending => return Poll::Pending,
                // It rang for an earlier phase.
                Poll::Ready(()) => alarm.as_mut().reset(deadline),
            }
        }
    }

    fn poll_stalled<T>(
        &mut self,
        cx: &mut Context<'_>,
        result: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if result.is_ready() {
            self.stalled = None;
            // A long answer is still on its way: the client does not rest.
            self.notice_phase();
            if self.phase == Phase::Waiting {
                self.since = Instant::now();
            }
            return result;
        }
        let limit = self.pace.limits.stalled_write;
        let stalled = self
            .stalled
            .get_or_insert_with(|| Box::pin(tokio::time::sleep(limit)));
        match stalled.as_mut().poll(cx) {
            Poll::Pending => Poll::Pending,
            Poll::Ready(()) => Poll::Ready(Err(late("the client took nothing of the answer"))),
        }
    }
}

fn late(message: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::TimedOut, message)
}

impl AsyncRead for Paced {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let paced = self.get_mut();
        paced.notice_phase();
        match Pin::new(&mut paced.stream).poll_read(cx, buffer) {
            Poll::Ready(read) => {
                if matches!(paced.phase, Phase::Opened | Phase::Waiting) {
                    paced.pace.set(Phase::Head);
                }
                Poll::Ready(read)
            }
            Poll::Pending => paced.poll_late(cx).map(Err),
        }
    }
}

impl AsyncWrite for Paced {
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let paced = self.get_mut();
        let written = Pin::new(&mut paced.stream).poll_write(cx, bytes);
        paced.poll_stalled(cx, written)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let paced = self.get_mut();
        let written = Pin::new(&mut paced.stream).poll_write_vectored(cx, slices);
        paced.poll_stalled(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let paced = self.get_mut();
        paced.notice_phase();
        if paced.phase == Phase::Waiting && paced.poll_late(cx).is_ready() {
            return Poll::Ready(Err(late("the client sent no further request in time")));
        }
        Pin::new(&mut paced.stream).poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(cx)
    }
}
