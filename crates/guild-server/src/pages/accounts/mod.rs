//! The pages of accounts: signing in and up, one's own account and tokens, members of packs, and what an admin sees.
//!
//! Every form that is sent for somebody who is signed in is a [`SignedForm`](crate::auth::SignedForm). What is shown once, a token or a link, is
//! shown in the answer to the form that made it.

mod account;
mod audit;
mod entrance;
mod invitations;
mod keys;
mod members;
mod people;
mod publishers;
mod sign_in;
mod tokens;
mod webhooks;

use askama::Template;
use axum::Router;
use axum::extract::FromRequestParts;
use axum::response::{IntoResponse as _, Redirect, Response};
use axum::routing::{get, post};
use guild_catalog::{PageRequest, SignedIn};
use http::header::{self, HeaderValue};
use http::request::Parts;
use http::{HeaderMap, StatusCode};

use crate::auth::{self, Caller, MaybeCaller, Viewer, unauthenticated};
use crate::document::{Document, Freshness};
use crate::error::{ApiError, Code};
use crate::links;
use crate::pages;
use crate::state::AppState;

/// How many items a page of a list holds.
const PAGE_SIZE: u32 = 50;

/// The routes of these pages.
pub(super) fn router() -> Router<AppState> {
    Router::new()
        .route("/sign-in", get(sign_in::show).post(sign_in::sign_in))
        .route("/sign-out", post(sign_in::sign_out))
        .route(
            "/sign-up",
            get(entrance::show_open).post(entrance::enter_open),
        )
        .route(
            "/invitations/{secret}",
            get(entrance::show).post(entrance::enter),
        )
        .route("/account", get(account::show))
        .route("/account/password", post(account::change_password))
        .route("/account/sessions/{id}/removal", post(account::end_session))
        .route("/account/keys", get(keys::show))
        .route("/account/keys/{id}/removal", post(keys::revoke))
        .route("/account/tokens", get(tokens::show).post(tokens::make))
        .route("/account/tokens/{id}/removal", post(tokens::revoke))
        .route(
            "/account/webhooks",
            get(webhooks::show_all).post(webhooks::make),
        )
        .route("/account/webhooks/{id}", get(webhooks::show))
        .route("/account/webhooks/{id}/switch", post(webhooks::switch))
        .route("/account/webhooks/{id}/secret", post(webhooks::rotate))
        .route("/account/webhooks/{id}/removal", post(webhooks::remove))
        .route(
            "/account/webhooks/{id}/deliveries/{delivery}/redelivery",
            post(webhooks::redeliver),
        )
        .route(
            "/packs/{pack}/members",
            get(members::show).post(members::set),
        )
        .route(
            "/packs/{pack}/members/{account}/removal",
            post(members::remove),
        )
        .route(
            "/packs/{pack}/publishers",
            get(publishers::show).post(publishers::trust),
        )
        .route(
            "/packs/{pack}/publishers/{id}/removal",
            post(publishers::distrust),
        )
        .route("/admin/accounts", get(people::show))
        .route("/admin/accounts/{account}", post(people::change))
        .route(
            "/admin/invitations",
            get(invitations::show).post(invitations::make),
        )
        .route(
            "/admin/invitations/{id}/removal",
            post(invitations::withdraw),
        )
        .route("/admin/audit", get(audit::show))
}

/// Somebody who is signed in; whoever is not is shown where to sign in.
pub(super) struct Person {
    pub(super) caller: Caller,
    pub(super) viewer: Viewer,
}

impl FromRequestParts<AppState> for Person {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Response> {
        let caller = MaybeCaller::from_request_parts(parts, state).await;
        let MaybeCaller(caller) = caller.map_err(ApiError::into_response)?;
        if let (Some(caller), Some(viewer)) = (caller, auth::viewer()) {
            return Ok(Self { caller, viewer });
        }
        let path = parts.uri.path_and_query().map_or("/", |path| path.as_str());
        Err(Redirect::to(&links::sign_in_to(path)).into_response())
    }
}

/// Asks for a page of a list.
fn page_request(number: u32) -> Result<PageRequest, ApiError> {
    PageRequest::new(number, PAGE_SIZE).map_err(ApiError::fault)
}

/// Renders a page that is for one person, or of the moment.
pub(super) fn momentary(page: &impl Template) -> Result<Document, ApiError> {
    Ok(Document {
        freshness: Freshness::Momentary,
        ..pages::render(page)?
    })
}

/// Says whether an error is shown in the form that it is about: where sending it again makes sense.
fn is_about_form(error: &ApiError) -> bool {
    matches!(
        error.code,
        Code::SignInRefused
            | Code::SignUpClosed
            | Code::Forbidden
            | Code::NameTaken
            | Code::InvalidBody
            | Code::TooManyTries
            | Code::TooBusy
            | Code::AccountNotFound
            | Code::LastOwner
            | Code::LastAdmin
            | Code::PackNotFound
            | Code::SkillNotFound
            | Code::TooManyWebhooks
    )
}

/// Renders a form again that was not taken, on its page with a notice of why, and under that status. What sending it again
/// does not mend is told by itself.
async fn again<P: Template>(
    error: ApiError,
    page: impl Future<Output = Result<P, ApiError>>,
    with: impl FnOnce(P, Option<String>) -> P,
) -> Result<Response, ApiError> {
    if !is_about_form(&error) {
        return Err(error);
    }
    let page = with(page.await?, Some(error.message));
    let html = page.render().map_err(ApiError::fault)?;
    let mut headers = HeaderMap::new();
    let kind = HeaderValue::from_static("text/html; charset=utf-8");
    headers.insert(header::CONTENT_TYPE, kind);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Some(seconds) = error.retry_after {
        headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    let mut status = error.code.status();
    if status == StatusCode::UNAUTHORIZED {
        // A browser would ask for a password itself, or complain that nobody says how to give one.
        status = StatusCode::UNPROCESSABLE_ENTITY;
    }
    Ok((status, headers, html).into_response())
}

/// Sends somebody who has just signed in on, with their new cookie.
fn go_on(state: &AppState, signed_in: &SignedIn, path: &str) -> Response {
    let mut response = Redirect::to(path).into_response();
    let cookie = auth::begin_session(state.base_url(), &signed_in.secret);
    response.headers_mut().insert(header::SET_COOKIE, cookie);
    response
}

/// Takes where somebody was on their way to: a path of ours, and nothing that leads elsewhere.
fn local(next: Option<String>) -> String {
    let is_local = |next: &String| {
        let is_plain = |byte: u8| byte.is_ascii_graphic() && byte != b'\\';
        next.starts_with('/') && !next.starts_with("//") && next.bytes().all(is_plain)
    };
    next.filter(is_local)
        .unwrap_or_else(|| links::account().to_owned())
}

/// Gives what the forms of a signed form's sender hold.
fn viewer() -> Result<Viewer, ApiError> {
    auth::viewer().ok_or_else(unauthenticated)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_sent_elsewhere_after_signing_in() {
        let sent = |next: &str| local(Some(next.to_owned()));
        assert_eq!(sent("/skills/a?b=c"), "/skills/a?b=c");
        for elsewhere in [
            "https://evil.example",
            "//evil.example",
            "/\\evil.example",
            "javascript:alert(1)",
            "/a\r\nset-cookie: b=c",
            "/\t/evil.example",
            "",
        ] {
            assert_eq!(sent(elsewhere), "/account", "{elsewhere:?}");
        }
    }
}
