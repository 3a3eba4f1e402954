//! Tokens: what programs send in place of a password.

use axum::extract::State;
use guild_catalog::NewToken;
use guild_skill::{PackName, Scope, wire};

use crate::api::Reply;
use crate::api::addresses::OfToken;
use crate::api::written::Written;
use crate::auth::{Caller, FromBody};
use crate::error::{ApiError, Code};
use crate::openapi::{
    BodyTooLarge, Fault, FaultOrFull, Hidden, Invalid, InvalidBody, Malformed, MalformedQuery,
    MalformedWrite, Refused, TokenMissing, Unauthenticated,
};
use crate::paging::{PageParameters, Paging};
use crate::parameters::{FromPath, Id, Parameters};
use crate::state::AppState;

/// The most characters of a label.
const LABEL_LENGTH: usize = 80;
/// How long a token is good at the most, in days, unless it is good for ever.
const LONGEST_DAYS: u32 = 366;
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// Lists the tokens of the account that asks.
///
/// The newest comes first. One whose time is over is listed for another thirty days.
#[utoipa::path(
    get,
    path = "/api/tokens",
    operation_id = "listTokens",
    tag = "accounts",
    security(("token" = []), ("session" = [])),
    params(PageParameters),
    responses(
        (status = OK, description = "A page of tokens, without their secrets.", body = wire::List<wire::Token>),
        MalformedQuery, Unauthenticated, Hidden, Invalid, Fault
    )
)]
pub(crate) async fn list(
    State(state): State<AppState>,
    caller: Caller,
    Parameters(Paging(page)): Parameters<Paging>,
) -> Result<Reply<wire::List<wire::Token>>, ApiError> {
    Ok(Reply(
        state.catalog().tokens(caller.account()?, page).await?,
    ))
}

/// Makes a token.
///
/// Its secret is in this answer and never again. Only somebody who is signed in makes one: a token that leaked must not
/// make others.
#[utoipa::path(
    post,
    path = "/api/tokens",
    operation_id = "createToken",
    tag = "accounts",
    security(("session" = [])),
    request_body = wire::NewToken,
    responses(
        (status = CREATED, description = "The token with its secret.", body = wire::CreatedToken),
        MalformedWrite, BodyTooLarge, Unauthenticated, Refused, InvalidBody, FaultOrFull
    )
)]
pub(crate) async fn create(
    State(state): State<AppState>,
    caller: Caller,
    Parameters(()): Parameters<()>,
    FromBody(new): FromBody<wire::NewToken>,
) -> Result<Written, ApiError> {
    let made = make(&state, &caller, &new).await?;
    let path = format!("/api/tokens/{}", made.token.id);
    Ok(Written::created(&made)?.at(&path))
}

/// Makes a token of what somebody wishes for.
pub(crate) async fn make(
    state: &AppState,
    caller: &Caller,
    new: &wire::NewToken,
) -> Result<wire::CreatedToken, ApiError> {
    let new = read(new)?;
    let made = state.catalog().make_token(caller, new).await??;
    Ok(wire::CreatedToken {
        secret: made.secret.reveal().to_owned(),
        token: made.token,
    })
}

fn read(new: &wire::NewToken) -> Result<NewToken, ApiError> {
    let label = new.label.trim();
    let is_long = new.label.chars().count() > LABEL_LENGTH;
    if label.is_empty() || is_long || label.chars().any(char::is_control) {
        return Err(ApiError::invalid(format!(
            "`label` says what the token is for, in 1 to {LABEL_LENGTH} characters of one line"
        )));
    }
    if new.scopes.len() > Scope::ALL.len() {
        return Err(ApiError::invalid("`scopes` names one twice"));
    }
    let scopes = new.scopes.iter().map(|scope| scope.parse::<Scope>());
    let scopes: Result<_, _> = scopes.collect();
    let pack = new.pack.as_deref().map(PackName::parse).transpose();
    let days = new.expires_in_days;
    if days.is_some_and(|days| !(1..=LONGEST_DAYS).contains(&days)) {
        return Err(ApiError::invalid(format!(
            "`expiresInDays` is between 1 and {LONGEST_DAYS}, or `null` for ever"
        )));
    }
    Ok(NewToken {
        label: label.to_owned(),
        scopes: scopes.map_err(ApiError::in_field("scopes"))?,
        pack: pack.map_err(ApiError::in_field("pack"))?,
        life_ms: days.map(|days| i64::from(days) * DAY_MS),
    })
}

/// Takes a token back.
///
/// It is good for nothing from now on. A token may take itself back; another one takes somebody who is signed in.
#[utoipa::path(
    delete,
    path = "/api/tokens/{id}",
    operation_id = "deleteToken",
    tag = "accounts",
    security(("token" = []), ("session" = [])),
    params(OfToken),
    responses(
        (status = NO_CONTENT, description = "The token is gone."),
        Malformed, Unauthenticated, Refused, TokenMissing, FaultOrFull
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

/// Takes a token of the caller's account back.
pub(crate) async fn revoke(state: &AppState, caller: &Caller, id: &str) -> Result<(), ApiError> {
    if state.catalog().revoke_token(caller, id).await?? {
        return Ok(());
    }
    let message = "the account has no token of that id; `GET /api/tokens` lists those it has";
    Err(ApiError::new(Code::TokenNotFound, message))
}
