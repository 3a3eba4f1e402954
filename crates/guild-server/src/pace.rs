//! A connection that is closed when its client is too slow, and that tells a client why its request is none.
//!
//! hyper has one timer for a request's head, which also runs between requests; a client may rest there for longer than
//! it may take over a head, so the times are kept here, under hyper.

use std::collections::VecDeque;
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::time::{Instant, Sleep, sleep_until};

use crate::config::ServerLimits;
use crate::unread;

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
    /// Rings when somebody else needs the room.
    leave: Notify,
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
    /// Whether everything that was to be written is: the next bytes begin an answer.
    is_flushed: bool,
    /// What goes out in the place of an answer of hyper's own, as far as it is not written.
    refusal: Option<VecDeque<u8>>,
    /// How the connection ends, once a request was refused.
    parting: Parting,
}

/// The end of a connection.
enum Parting {
    /// At once.
    Short,
    /// After the client had a while to read why its request is none: a connection that is closed over bytes that nobody
    /// read is reset, and the answer is lost on the way.
    Long,
    /// We have ended our half.
    Waiting(Pin<Box<Sleep>>),
}

/// How long a client has to read why its request is none, and to stop sending.
const PARTING: Duration = Duration::from_secs(2);

impl Pace {
    pub(crate) fn new(limits: ServerLimits) -> Self {
        Self {
            phase: AtomicU8::new(Phase::Opened as u8),
            limits,
            leave: Notify::new(),
        }
    }

    /// Says that a whole head has come.
    pub(crate) fn answering(&self) {
        self.set(Phase::Answering);
    }

    /// Says that the answer has ended.
    pub(crate) fn waiting(&self) {
        self.set(Phase::Waiting);
    }

    /// Whether nothing ever came, as when a browser opens a connection ahead of need.
    pub(crate) fn is_unused(&self) -> bool {
        self.phase() == Phase::Opened
    }

    /// Whether the client has nothing asked that is still to be answered.
    pub(crate) fn is_resting(&self) -> bool {
        matches!(self.phase(), Phase::Opened | Phase::Waiting)
    }

    /// Says that somebody else needs the room.
    pub(crate) fn ask_to_leave(&self) {
        self.leave.notify_one();
    }

    /// Resolves when somebody else needs the room.
    pub(crate) async fn asked_to_leave(&self) {
        self.leave.notified().await;
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
            is_flushed: true,
            refusal: None,
            parting: Parting::Short,
        }
    }

    /// Writes bytes, or our own answer in their place where hyper refuses by itself.
    fn poll_answer(&mut self, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        if std::mem::replace(&mut self.is_flushed, false) {
            self.refusal = unread::instead_of(bytes).map(VecDeque::from);
        }
        let Some(refusal) = &mut self.refusal else {
            return Pin::new(&mut self.stream).poll_write(cx, bytes);
        };
        self.parting = Parting::Long;
        while !refusal.is_empty() {
            let (next, _) = refusal.as_slices();
            let count = ready!(Pin::new(&mut self.stream).poll_write(cx, next))?;
            if count == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            refusal.drain(..count);
        }
        Poll::Ready(Ok(bytes.len()))
    }

    /// Reads on until the client has nothing more to send, or its time is over.
    fn poll_part(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let mut unwanted = [0; 4096];
        loop {
            let mut buffer = ReadBuf::new(&mut unwanted);
            let has_ended = match Pin::new(&mut self.stream).poll_read(cx, &mut buffer) {
                Poll::Ready(Ok(())) => buffer.filled().is_empty(),
                Poll::Ready(Err(_)) => true,
                Poll::Pending => match &mut self.parting {
                    Parting::Waiting(end) => return end.as_mut().poll(cx).map(Ok),
                    Parting::Short | Parting::Long => true,
                },
            };
            if has_ended {
                return Poll::Ready(Ok(()));
            }
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
        let written = paced.poll_answer(cx, bytes);
        paced.poll_stalled(cx, written)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let paced = self.get_mut();
        let written = match slices {
            [bytes] => paced.poll_answer(cx, bytes),
            slices => {
                paced.is_flushed = false;
                Pin::new(&mut paced.stream).poll_write_vectored(cx, slices)
            }
        };
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
        paced.is_flushed = true;
        Pin::new(&mut paced.stream).poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let paced = self.get_mut();
        if !matches!(paced.parting, Parting::Waiting(_)) {
            ready!(Pin::new(&mut paced.stream).poll_shutdown(cx))?;
        }
        match paced.parting {
            Parting::Short => return Poll::Ready(Ok(())),
            Parting::Long => {
                paced.parting = Parting::Waiting(Box::pin(tokio::time::sleep(PARTING)))
            }
            Parting::Waiting(_) => {}
        }
        paced.poll_part(cx)
    }
}
