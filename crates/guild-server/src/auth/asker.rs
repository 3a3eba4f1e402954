//! What a request shows of who asks, and what is made of it once.

use std::net::IpAddr;
use std::str::FromStr as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use guild_catalog::{Caller, Credential, SessionSecret, StoreError};
use guild_skill::token::TokenText;
use http::header::{self, HeaderMap};
use tokio::sync::OnceCell;

use crate::auth::{address, cookie, form};
use crate::error::ApiError;
use crate::state::AppState;

tokio::task_local! {
    /// Whoever asks for what this task works out. Pages show who is signed in without each handler passing it on.
    static CURRENT: Arc<Asker>;
}

/// Who asks, as far as it is known; one for each request.
pub(crate) struct Asker {
    shown: Shown,
    /// Where the request comes from.
    pub(crate) address: IpAddr,
    /// What was found behind the secret; looked up when somebody wants to know.
    caller: OnceCell<Option<Arc<Caller>>>,
    /// Whether anything was made with a look at who asks.
    is_looked_at: AtomicBool,
}

/// The secret that a request shows.
enum Shown {
    Nothing,
    Session(SessionSecret),
    Token(TokenText),
}

/// Somebody who is signed in, as a page shows it to them.
#[derive(Clone, Debug)]
pub(crate) struct Viewer {
    /// The account's name.
    pub(crate) name: String,
    /// Whether the account runs the catalog.
    pub(crate) is_admin: bool,
    /// What every form of theirs has to hold.
    pub(crate) form_token: String,
}

impl Asker {
    /// Reads what a request shows; what has not the form of a secret shows nothing.
    pub(crate) fn new(state: &AppState, headers: &HeaderMap, peer: IpAddr) -> Arc<Self> {
        Arc::new(Self {
            shown: Shown::of(headers),
            address: address::of(peer, headers, &state.access().trusted_proxies),
            caller: OnceCell::new(),
            is_looked_at: AtomicBool::new(false),
        })
    }

    /// Gives whoever asks for what this task works out.
    pub(crate) fn current() -> Option<Arc<Self>> {
        CURRENT.try_with(Arc::clone).ok()
    }

    /// Gives the text under which whoever asks now is counted.
    pub(crate) fn current_address() -> String {
        Self::current().map_or_else(String::new, |asker| address::counted(asker.address))
    }

    /// Works something out on behalf of this asker.
    pub(crate) async fn scope<F: Future>(self: Arc<Self>, work: F) -> F::Output {
        CURRENT.scope(self, work).await
    }

    /// Whether a browser shows a session, of which it is not known yet whether it is one.
    pub(crate) fn shows_session(&self) -> bool {
        matches!(self.shown, Shown::Session(_))
    }

    /// Remembers that something is made with a look at who asks.
    pub(crate) fn look(&self) {
        self.is_looked_at.store(true, Ordering::Relaxed);
    }

    /// Whether what was made is for this asker alone.
    pub(crate) fn is_looked_at(&self) -> bool {
        self.is_looked_at.load(Ordering::Relaxed)
    }

    /// Finds out who asks; nobody when nothing is shown, or nothing that is good.
    pub(crate) async fn identify(&self, state: &AppState) -> Result<Option<Arc<Caller>>, ApiError> {
        let found = self.caller.get_or_try_init(|| self.find(state)).await;
        found.cloned().map_err(ApiError::fault)
    }

    /// Finds out anew whether the catalog is still read by this asker: what they showed may be over or taken back.
    pub(crate) async fn still_reads(&self, state: &AppState) -> Result<bool, StoreError> {
        Ok(!state.is_private() || self.find(state).await?.is_some())
    }

    async fn find(&self, state: &AppState) -> Result<Option<Arc<Caller>>, StoreError> {
        let catalog = state.catalog();
        let found = match &self.shown {
            Shown::Nothing => None,
            Shown::Session(secret) => catalog.caller_of_session(secret).await?,
            Shown::Token(token) => catalog.caller_of_token(token).await?,
        };
        let Some(found) = found else {
            return Ok(None);
        };
        let caller = Arc::new(found.caller);
        if found.is_use_new {
            // Nobody waits for it: reading goes on while the database cannot be written.
            let (catalog, caller) = (catalog.clone(), Arc::clone(&caller));
            tokio::spawn(async move {
                if let Err(error) = catalog.note_use(&caller).await {
                    tracing::debug!(
                        error = &error as &dyn std::error::Error,
                        "the use of a session or a token was not noted"
                    );
                }
            });
        }
        Ok(Some(caller))
    }

    /// Gives whoever is signed in, once that was found out.
    pub(crate) fn viewer(&self) -> Option<Viewer> {
        let caller = self.caller.get()?.as_ref()?;
        let (Shown::Session(secret), Credential::Session { .. }) =
            (&self.shown, &caller.credential)
        else {
            return None;
        };
        Some(Viewer {
            name: caller.name().to_owned(),
            is_admin: caller.is_admin,
            form_token: form::token_of(secret),
        })
    }
}

/// Gives whoever is signed in, to show it to them: what shows it is for them alone.
pub(crate) fn viewer() -> Option<Viewer> {
    let asker = Asker::current()?;
    let viewer = asker.viewer()?;
    asker.look();
    Some(viewer)
}

impl Shown {
    fn of(headers: &HeaderMap) -> Self {
        if let Some(authorization) = headers.get(header::AUTHORIZATION) {
            let text = authorization.to_str().unwrap_or("");
            let token = text.split_once(' ').and_then(|(scheme, token)| {
                scheme
                    .eq_ignore_ascii_case("bearer")
                    .then(|| TokenText::parse(token.trim()).ok())?
            });
            // A program that shows a token shows nothing else.
            return token.map_or(Self::Nothing, Self::Token);
        }
        let secret = cookie::session_of(headers);
        let secret = secret.and_then(|text| SessionSecret::from_str(text).ok());
        secret.map_or(Self::Nothing, Self::Session)
    }
}
