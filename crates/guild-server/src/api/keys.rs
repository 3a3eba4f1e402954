//! Keys: the public halves of what publishers sign their releases with.

use axum::extract::State;
use guild_catalog::KeyError;
use guild_skill::signature::Signature;
use guild_skill::wire;

use crate::api::Reply;
use crate::api::addresses::OfKey;
use crate::api::written::Written;
use crate::auth::{Caller, FromBody};
use crate::error::{ApiError, Code};
use crate::openapi::{
    BodyTooLarge, Fault, FaultOrFull, Hidden, Invalid, InvalidBody, KeyMissing, KeyTaken,
    Malformed, MalformedQuery, MalformedWrite, Refused, Unauthenticated,
};
use crate::paging::{PageParameters, Paging};
use crate::parameters::{FromPath, Id, Parameters};
use crate::state::AppState;

/// Lists the keys of the account that asks.
///
/// The newest comes first. One that was revoked stays in the list: releases that it signed are still there.
#[utoipa::path(
    get,
    path = "/api/keys",
    operation_id = "listKeys",
    tag = "accounts",
    security(("token" = []), ("session" = [])),
    params(PageParameters),
    responses(
        (status = OK, description = "A page of keys.", body = wire::List<wire::PublisherKey>),
        MalformedQuery, Unauthenticated, Hidden, Invalid, Fault
    )
)]
pub(crate) async fn list(
    State(state): State<AppState>,
    caller: Caller,
    Parameters(Paging(page)): Parameters<Paging>,
) -> Result<Reply<wire::List<wire::PublisherKey>>, ApiError> {
    Ok(Reply(state.catalog().keys(caller.account()?, page).await?))
}

/// Registers a key, with which the account signs its releases from now on.
///
/// Only somebody who is signed in registers one: who finds a token must not sign with a key of their own. The proof shows
/// that the caller has the private half, which never leaves their machine.
#[utoipa::path(
    post,
    path = "/api/keys",
    operation_id = "createKey",
    tag = "accounts",
    security(("session" = [])),
    request_body = wire::NewKey,
    responses(
        (status = CREATED, description = "The key.", body = wire::PublisherKey),
        (status = OK, description = "The key, which the account has registered already.", body = wire::PublisherKey),
        MalformedWrite, BodyTooLarge, Unauthenticated, Refused, KeyTaken, InvalidBody, FaultOrFull
    )
)]
pub(crate) async fn create(
    State(state): State<AppState>,
    caller: Caller,
    Parameters(()): Parameters<()>,
    FromBody(new): FromBody<wire::NewKey>,
) -> Result<Written, ApiError> {
    let proof: Result<Signature, _> = new.proof.parse();
    let proof = proof.map_err(ApiError::in_field("proof"))?;
    let announcement = new.announcement.as_deref();
    let announcement = announcement.map(str::parse::<Signature>).transpose();
    let announcement = announcement.map_err(ApiError::in_field("announcement"))?;
    let catalog = state.catalog();
    let registered = catalog.register_key(&caller, &proof, announcement.as_ref());
    let (key, is_new) = registered.await?;
    match is_new {
        true => Ok(Written::created(&key)?.at("/api/keys")),
        false => Written::changed(&key),
    }
}

/// Revokes a key.
///
/// It signs nothing any more, for ever. What it signed before stays signed, and says that the key was revoked.
#[utoipa::path(
    delete,
    path = "/api/keys/{id}",
    operation_id = "deleteKey",
    tag = "accounts",
    security(("session" = [])),
    params(OfKey),
    responses(
        (status = NO_CONTENT, description = "The key is revoked."),
        Malformed, Unauthenticated, Refused, KeyMissing, FaultOrFull
    )
)]
pub(crate) async fn delete(
    State(state): State<AppState>,
    caller: Caller,
    FromPath(id): FromPath<Id>,
    Parameters(()): Parameters<()>,
) -> Result<Written, ApiError> {
    revoke(&state, &caller, &id).await?;
    Ok(Written::gone())
}

/// Revokes a key of the caller's account, for the API and for pages.
pub(crate) async fn revoke(state: &AppState, caller: &Caller, id: &str) -> Result<(), ApiError> {
    if state.catalog().revoke_key(caller, id).await?? {
        return Ok(());
    }
    let message = "the account has no key of that id; `GET /api/keys` lists those it has";
    Err(ApiError::new(Code::KeyNotFound, message))
}

impl From<KeyError> for ApiError {
    fn from(error: KeyError) -> Self {
        let message = error.to_string();
        match error {
            KeyError::Unproved | KeyError::Unannounced | KeyError::AnnouncedByRevoked(_) => {
                Self::new(Code::Forbidden, message)
            }
            KeyError::OfAnother | KeyError::Revoked | KeyError::SameId(_) | KeyError::TooMany => {
                Self::new(Code::KeyTaken, message)
            }
            KeyError::Denied(denied) => denied.into(),
            KeyError::Store(error) => Self::fault(error),
        }
    }
}
