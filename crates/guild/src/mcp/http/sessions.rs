//! The sessions side by side: how many there may be, and when one ends whose client has gone.
//!
//! A client is there as long as a stream to it is open: an answer on its way, or one that it listens on. rmcp's own
//! timer counts messages alone, and would end a session in the middle of a long call.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use futures_util::{Stream, StreamExt as _};
use rmcp::model::{ClientJsonRpcMessage, ServerJsonRpcMessage};
use rmcp::transport::streamable_http_server::session::local::{
    LocalSessionManager, LocalSessionManagerError, SessionTransport,
};
use rmcp::transport::streamable_http_server::session::{
    ServerSseMessage, SessionId, SessionManager,
};
use tokio::sync::watch;
use tokio::time::{Duration, sleep};

use super::Limits;

/// The sessions of one server.
pub(super) struct Sessions {
    inner: LocalSessionManager,
    open: Mutex<HashMap<SessionId, Presence>>,
    limits: Limits,
    itself: Weak<Self>,
}

/// Why there is no session.
#[derive(Debug, thiserror::Error)]
pub(super) enum SessionError {
    #[error("as many sessions are open as there may be")]
    Full,
    #[error(transparent)]
    Of(#[from] LocalSessionManagerError),
}

/// What a client was last seen at; gone with the session, which ends its watch.
type Presence = watch::Sender<Seen>;

#[derive(Clone, Copy, Default)]
struct Seen {
    /// The streams that are open to it.
    streams: usize,
    /// Whether it ever listened: then to listen no more is to be gone.
    has_listened: bool,
}

/// A stream that is open to a client.
struct Present(Presence);

impl Present {
    fn new(presence: Presence, listens: bool) -> Self {
        presence.send_modify(|seen| {
            seen.streams += 1;
            seen.has_listened |= listens;
        });
        Self(presence)
    }
}

impl Drop for Present {
    fn drop(&mut self) {
        self.0
            .send_modify(|seen| seen.streams = seen.streams.saturating_sub(1));
    }
}

impl Sessions {
    pub(super) fn new(limits: Limits) -> Arc<Self> {
        let mut inner = LocalSessionManager::default();
        inner.session_config.keep_alive = None;
        Arc::new_cyclic(|itself| Self {
            inner,
            open: Mutex::default(),
            limits,
            itself: itself.clone(),
        })
    }

    pub(super) fn is_full(&self) -> bool {
        self.open().len() >= self.limits.sessions
    }

    fn open(&self) -> MutexGuard<'_, HashMap<SessionId, Presence>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that a client has begun to hear something.
    fn present(&self, id: &SessionId, listens: bool) -> Option<Present> {
        let presence = self.open().get(id).cloned();
        presence.map(|presence| Present::new(presence, listens))
    }
}

/// Ends a session when its client has been away for too long.
async fn watch_over(
    sessions: Weak<Sessions>,
    id: SessionId,
    mut seen: watch::Receiver<Seen>,
    limits: Limits,
) {
    loop {
        let last = *seen.borrow_and_update();
        let patience = match (last.streams, last.has_listened) {
            (0, true) => limits.gone,
            (0, false) => limits.idle,
            _ => Duration::MAX,
        };
        tokio::select! {
            changed = seen.changed() => if changed.is_err() {
                // The session has ended.
                return;
            },
            () = sleep(patience) => {
                if let Some(sessions) = sessions.upgrade() {
                    // It ends whether or not its end can still be told to it.
                    let _ = sessions.close_session(&id).await;
                }
                return;
            }
        }
    }
}

impl SessionManager for Sessions {
    type Error = SessionError;
    type Transport = SessionTransport;

    async fn create_session(&self) -> Result<(SessionId, Self::Transport), Self::Error> {
        if self.is_full() {
            return Err(SessionError::Full);
        }
        let (id, transport) = self.inner.create_session().await?;
        let (presence, seen) = watch::channel(Seen::default());
        self.open().insert(id.clone(), presence);
        tokio::spawn(watch_over(
            self.itself.clone(),
            id.clone(),
            seen,
            self.limits,
        ));
        Ok((id, transport))
    }

    async fn initialize_session(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<ServerJsonRpcMessage, Self::Error> {
        Ok(self.inner.initialize_session(id, message).await?)
    }

    async fn has_session(&self, id: &SessionId) -> Result<bool, Self::Error> {
        Ok(self.inner.has_session(id).await?)
    }

    async fn close_session(&self, id: &SessionId) -> Result<(), Self::Error> {
        self.open().remove(id);
        Ok(self.inner.close_session(id).await?)
    }

    async fn create_stream(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Self::Error> {
        let present = self.present(id, false);
        let stream = self.inner.create_stream(id, message).await?;
        Ok(heard(stream, present))
    }

    async fn accept_message(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<(), Self::Error> {
        let _present = self.present(id, false);
        Ok(self.inner.accept_message(id, message).await?)
    }

    async fn create_standalone_stream(
        &self,
        id: &SessionId,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Self::Error> {
        let present = self.present(id, true);
        let stream = self.inner.create_standalone_stream(id).await?;
        Ok(heard(stream, present))
    }

    async fn resume(
        &self,
        id: &SessionId,
        last_event_id: String,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Self::Error> {
        let present = self.present(id, true);
        let stream = self.inner.resume(id, last_event_id).await?;
        Ok(heard(stream, present))
    }
}

/// A stream that says by its end that the client hears no more.
fn heard<S: Stream<Item = ServerSseMessage>>(
    stream: S,
    present: Option<Present>,
) -> impl Stream<Item = ServerSseMessage> + use<S> {
    stream.map(move |message| {
        let _ = &present;
        message
    })
}
