//! Who asks: from what a request shows to what a handler may do for it.
//!
//! 1. The edge reads what a request shows, a cookie or a token, into an [`Asker`], which lives as long as the request.
//! 2. A handler that asks for a [`Caller`] gets one, or the client gets a 401.
//! 3. [`Caller::require`] says whether the caller may do something at a place; if not, the client gets a 403.
//!
//! Whatever is made with a look at who asks is for that one alone: the asker remembers the look, and the edge keeps
//! such an answer for nobody. What only reads the catalog looks at nobody, and is kept for all.

mod address;
mod asker;
mod body;
mod cookie;
mod form;

pub(crate) use address::PeerAddress;
pub(crate) use asker::{Asker, Viewer, viewer};
pub(crate) use body::FromBody;
pub(crate) use cookie::{begin_session, end_session};
pub(crate) use form::SignedForm;

use std::ops::Deref;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use guild_catalog::{Credential, Denied, Place};
use guild_skill::{AccountName, Scope};
use http::Method;
use http::request::Parts;

use crate::error::{ApiError, Code};
use crate::posted;
use crate::state::AppState;

/// Who asks, known by a session or a token.
#[derive(Clone, Debug)]
pub(crate) struct Caller(Arc<guild_catalog::Caller>);

/// Who asks, if anybody says so.
#[derive(Clone, Debug)]
pub(crate) struct MaybeCaller(pub(crate) Option<Caller>);

impl Deref for Caller {
    type Target = guild_catalog::Caller;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl Caller {
    /// Sees that the caller may do something at a place.
    ///
    /// # Errors
    /// 403, and what is missing.
    pub(crate) fn require(&self, scope: Scope, place: Place<'_>) -> Result<(), ApiError> {
        self.0.require(scope, place).map_err(ApiError::from)
    }

    /// Sees that an admin asks, by a session or by a token that may run the catalog.
    ///
    /// # Errors
    /// 403, and what is missing.
    pub(crate) fn require_admin(&self) -> Result<(), ApiError> {
        self.require(Scope::Admin, Place::Catalog)
    }

    /// Gives the account.
    ///
    /// # Errors
    /// 403 for a job of continuous integration, which has none.
    pub(crate) fn account(&self) -> Result<&AccountName, ApiError> {
        self.0.account().map_err(ApiError::from)
    }
}

impl From<Denied> for ApiError {
    fn from(denied: Denied) -> Self {
        Self::new(Code::Forbidden, denied.to_string())
    }
}

impl FromRequestParts<AppState> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let MaybeCaller(caller) = MaybeCaller::from_request_parts(parts, state).await?;
        caller.ok_or_else(unauthenticated)
    }
}

impl FromRequestParts<AppState> for MaybeCaller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let Some(asker) = Asker::current() else {
            return Ok(Self(None));
        };
        asker.look();
        let Some(caller) = asker.identify(state).await? else {
            return Ok(Self(None));
        };
        // A browser sends its cookie by itself, whoever makes it ask; a token is sent on purpose.
        let is_session = matches!(caller.credential, Credential::Session { .. });
        if is_session && !is_reading(&parts.method) {
            posted::refuse_cross_site(&parts.headers, state.base_url().as_str())?;
        }
        Ok(Self(Some(Caller(caller))))
    }
}

/// Says that nobody is known to ask.
pub(crate) fn unauthenticated() -> ApiError {
    let message = "this takes an account: send a token as `Authorization: Bearer gld_…`, or sign in. What was sent, if \
        anything, is not known here: it is over, was taken back, or never was";
    ApiError::new(Code::Unauthenticated, message)
}

/// Whether a request changes nothing.
pub(crate) fn is_reading(method: &Method) -> bool {
    method == Method::GET || method == Method::HEAD
}
