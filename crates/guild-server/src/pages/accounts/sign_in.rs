//! Signing in and out.

use askama::Template;
use axum::extract::{Request, State};
use axum::response::{IntoResponse as _, Redirect, Response};
use http::{Uri, header};

use super::{again, go_on, local, momentary};
use crate::access::SignUp;
use crate::api::sessions;
use crate::auth::{self, SignedForm};
use crate::document::Document;
use crate::error::ApiError;
use crate::links;
use crate::pages::assets;
use crate::pages::layout::{Here, Layout};
use crate::parameters::Fields;
use crate::posted;
use crate::state::AppState;

#[derive(Template)]
#[template(path = "accounts/sign_in.html")]
struct SignInPage {
    layout: Layout,
    notice: Option<String>,
    name: String,
    /// Where to go afterwards.
    next: String,
    /// Whether they were on their way somewhere: a link from another site comes without the strict cookie.
    is_on_the_way: bool,
    is_sign_up_open: bool,
}

impl SignInPage {
    fn new(state: &AppState, next: String) -> Self {
        Self {
            layout: Layout::new(state, Here::Account, links::sign_in()),
            notice: None,
            name: String::new(),
            is_on_the_way: next != links::account(),
            next,
            is_sign_up_open: state.access().sign_up == SignUp::Open,
        }
    }
}

/// Shows the form; `?next=PATH` is where to go afterwards.
pub(crate) async fn show(State(state): State<AppState>, uri: Uri) -> Result<Document, ApiError> {
    let mut fields = Fields::parse(uri.query().unwrap_or_default())?;
    momentary(&SignInPage::new(&state, local(fields.text("next"))))
}

/// Signs in, or shows the form again.
pub(crate) async fn sign_in(
    State(state): State<AppState>,
    request: Request,
) -> Result<Response, ApiError> {
    let (head, body) = request.into_parts();
    posted::refuse_cross_site(&head.headers, state.base_url().as_str())?;
    let mut fields = posted::read(&state, &head.headers, body).await?;
    let name = fields.text("name").unwrap_or_default();
    let password = fields.text("password").unwrap_or_default();
    let next = local(fields.text("next"));
    match sessions::sign_in(&state, name.trim(), &password).await {
        Ok(signed_in) => Ok(go_on(&state, &signed_in, &next)),
        Err(error) => {
            let page = SignInPage::new(&state, next);
            let page = async { Ok(SignInPage { name, ..page }) };
            again(error, page, |page, notice| SignInPage { notice, ..page }).await
        }
    }
}

/// Signs out.
pub(crate) async fn sign_out(
    State(state): State<AppState>,
    _: SignedForm,
) -> Result<Response, ApiError> {
    sessions::end_current(&state).await?;
    let mut response = Redirect::to(links::home()).into_response();
    let cookie = auth::end_session(state.base_url());
    response.headers_mut().insert(header::SET_COOKIE, cookie);
    Ok(response)
}
