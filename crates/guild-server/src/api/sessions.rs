//! Sessions: signing in and out, and on whose behalf a request is made.

use axum::extract::State;
use guild_catalog::{Credential, SignedIn};
use guild_skill::name::NAME_LENGTH;
use guild_skill::wire;
use http::HeaderMap;

use crate::api::Reply;
use crate::api::written::Written;
use crate::auth::{self, Asker, Caller, FromBody};
use crate::error::ApiError;
use crate::openapi::{
    BodyTooLarge, Busy, Fault, FaultOrFull, FromElsewhere, InvalidBody, MalformedQuery,
    MalformedWrite, Refused, SignInRefused, TooManyTries, Unauthenticated,
};
use crate::parameters::Parameters;
use crate::posted;
use crate::state::AppState;

/// The longest password, in bytes.
const PASSWORD_BYTES: usize = 256;

/// Signs in.
///
/// The answer sets the cookie of the session, which is sent back with what is asked on behalf of the account. A program
/// that asks more than once makes a token and ends the session. The same answer, after the same time, says that there
/// is no such account and that the password is another.
#[utoipa::path(
    post,
    path = "/api/sessions",
    operation_id = "createSession",
    tag = "accounts",
    request_body = wire::NewSession,
    responses(
        (
            status = CREATED,
            description = "A session has begun; `Set-Cookie` holds its secret.",
            body = wire::Session,
            headers(("Set-Cookie" = String, description = "The cookie of the session."))
        ),
        MalformedWrite, BodyTooLarge, SignInRefused, FromElsewhere, InvalidBody, TooManyTries, FaultOrFull, Busy
    )
)]
pub(crate) async fn create(
    State(state): State<AppState>,
    Parameters(()): Parameters<()>,
    headers: HeaderMap,
    FromBody(new): FromBody<wire::NewSession>,
) -> Result<Written, ApiError> {
    posted::refuse_cross_site(&headers, state.base_url().as_str())?;
    let is_fit = |text: &str, most: usize| !text.is_empty() && text.len() <= most;
    if !is_fit(&new.name, NAME_LENGTH) || !is_fit(&new.password, PASSWORD_BYTES) {
        let message = format!(
            "a name has 1 to {NAME_LENGTH} characters, and a password at most {PASSWORD_BYTES} bytes"
        );
        return Err(ApiError::invalid(message));
    }
    let signed_in = sign_in(&state, &new.name, &new.password).await?;
    let session = session_of(&state, &signed_in).await?;
    let cookie = auth::begin_session(state.base_url(), &signed_in.secret);
    Ok(Written::created(&session)?
        .at("/api/sessions/current")
        .with_cookie(cookie))
}

/// Signs somebody in; the session that the browser had before ends.
pub(crate) async fn sign_in(
    state: &AppState,
    name: &str,
    password: &str,
) -> Result<SignedIn, ApiError> {
    let address = Asker::current_address();
    let signed_in = state.catalog().sign_in(name, password, &address).await?;
    end_current(state).await?;
    Ok(signed_in)
}

/// Ends the session that the request shows, if it does.
pub(crate) async fn end_current(state: &AppState) -> Result<(), ApiError> {
    let Some(asker) = Asker::current() else {
        return Ok(());
    };
    if let Some(caller) = asker.identify(state).await?
        && let Credential::Session { id, .. } = &caller.credential
    {
        state.catalog().end_session(&caller, id).await??;
    }
    Ok(())
}

async fn session_of(state: &AppState, signed_in: &SignedIn) -> Result<wire::Session, ApiError> {
    let found = state.catalog().caller_of_session(&signed_in.secret).await?;
    Ok(found.ok_or_else(auth::unauthenticated)?.caller.wire())
}

/// Shows on whose behalf a request is made.
///
/// A program learns whose token it has, what it may do, and until when.
#[utoipa::path(
    get,
    path = "/api/sessions/current",
    operation_id = "showSession",
    tag = "accounts",
    security(("token" = []), ("session" = [])),
    responses(
        (status = OK, description = "Who asks, and what they may do.", body = wire::Session),
        MalformedQuery, Unauthenticated, FromElsewhere, Fault
    )
)]
pub(crate) async fn show(
    State(state): State<AppState>,
    caller: Caller,
    Parameters(()): Parameters<()>,
    headers: HeaderMap,
) -> Result<Reply<wire::Session>, ApiError> {
    // Who is signed in is nothing for a page of another site to ask.
    posted::refuse_cross_site(&headers, state.base_url().as_str())?;
    Ok(Reply(caller.wire()))
}

/// Signs out.
///
/// The session that the request shows ends. A token is taken back by `DELETE /api/tokens/{id}`.
#[utoipa::path(
    delete,
    path = "/api/sessions/current",
    operation_id = "deleteSession",
    tag = "accounts",
    security(("session" = [])),
    responses(
        (status = NO_CONTENT, description = "The session is over."),
        MalformedQuery, Unauthenticated, Refused, FaultOrFull
    )
)]
pub(crate) async fn delete(
    State(state): State<AppState>,
    caller: Caller,
    Parameters(()): Parameters<()>,
) -> Result<Written, ApiError> {
    caller.signed_in()?;
    end_current(&state).await?;
    Ok(Written::gone().with_cookie(auth::end_session(state.base_url())))
}
