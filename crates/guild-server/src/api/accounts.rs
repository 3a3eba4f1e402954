//! Accounts: who may sign in.

use axum::extract::State;
use guild_catalog::{Admission, Password, SignInError, SignUpError, SignedIn};
use guild_skill::{AccountName, wire};
use http::HeaderMap;

use crate::access::SignUp;
use crate::api::Reply;
use crate::api::written::Written;
use crate::auth::{self, Asker, Caller, FromBody};
use crate::error::{ApiError, Code};
use crate::openapi::{
    BodyTooLarge, Busy, Fault, FaultOrFull, Hidden, Invalid, InvalidBody, MalformedQuery,
    MalformedWrite, NameTaken, SignUpRefused, TooManyTries, Unauthenticated,
};
use crate::paging::{PageParameters, Paging};
use crate::parameters::Parameters;
use crate::posted;
use crate::state::AppState;

/// Makes an account.
///
/// It takes the secret at the end of an invitation's link, unless the catalog lets everybody sign up. The answer signs
/// the account in, as `POST /api/sessions` does.
#[utoipa::path(
    post,
    path = "/api/accounts",
    operation_id = "createAccount",
    tag = "accounts",
    request_body = wire::NewAccount,
    responses(
        (
            status = CREATED,
            description = "The account is made and signed in; `Set-Cookie` holds the secret of its session.",
            body = wire::Account,
            headers(("Set-Cookie" = String, description = "The cookie of the session."))
        ),
        MalformedWrite, BodyTooLarge, SignUpRefused, NameTaken, InvalidBody, TooManyTries, FaultOrFull, Busy
    )
)]
pub(crate) async fn create(
    State(state): State<AppState>,
    Parameters(()): Parameters<()>,
    headers: HeaderMap,
    FromBody(new): FromBody<wire::NewAccount>,
) -> Result<Written, ApiError> {
    posted::refuse_cross_site(&headers, state.base_url().as_str())?;
    let invitation = new.invitation.as_deref();
    let signed_in = sign_up(&state, &new.name, &new.password, invitation).await?;
    let account = state.catalog().account(&signed_in.account).await?;
    let cookie = auth::begin_session(state.base_url(), &signed_in.secret);
    Ok(Written::created(&account)?
        .at("/api/sessions/current")
        .with_cookie(cookie))
}

/// Makes an account, with the secret of a link or where everybody may.
pub(crate) async fn sign_up(
    state: &AppState,
    name: &str,
    password: &str,
    invitation: Option<&str>,
) -> Result<SignedIn, ApiError> {
    let admission = match (invitation, state.access().sign_up) {
        (Some(secret), _) => {
            let secret = secret.parse();
            Admission::Link(secret.map_err(|_| ApiError::from(SignUpError::LinkOver))?)
        }
        (None, SignUp::Open) => Admission::Open,
        (None, SignUp::Invited) => {
            let message =
                "an account takes an invitation here: ask whoever runs this catalog for a link";
            return Err(ApiError::new(Code::SignUpClosed, message));
        }
    };
    let name = account_name(name)?;
    let password = new_password(password, &name)?;
    let address = Asker::current_address();
    let signed_up = state
        .catalog()
        .sign_up(name, password, admission, &address)
        .await;
    Ok(signed_up?)
}

/// Reads the name of an account.
pub(crate) fn account_name(text: &str) -> Result<AccountName, ApiError> {
    AccountName::parse(text).map_err(|error| ApiError::invalid(error.to_string()))
}

/// Reads a password that is to be.
pub(crate) fn new_password(text: &str, account: &AccountName) -> Result<Password, ApiError> {
    Password::new(text, account).map_err(|error| ApiError::invalid(error.to_string()))
}

/// Lists the accounts.
///
/// They come in the order of their names. Only an admin may.
#[utoipa::path(
    get,
    path = "/api/accounts",
    operation_id = "listAccounts",
    tag = "accounts",
    security(("token" = ["admin"]), ("session" = [])),
    params(PageParameters),
    responses(
        (status = OK, description = "A page of accounts.", body = wire::List<wire::Account>),
        MalformedQuery, Unauthenticated, Hidden, Invalid, Fault
    )
)]
pub(crate) async fn list(
    State(state): State<AppState>,
    caller: Caller,
    Parameters(Paging(page)): Parameters<Paging>,
) -> Result<Reply<wire::List<wire::Account>>, ApiError> {
    caller.require_admin()?;
    Ok(Reply(state.catalog().accounts(page).await?))
}

impl From<SignInError> for ApiError {
    fn from(error: SignInError) -> Self {
        let message = error.to_string();
        match error {
            SignInError::Wrong => Self::new(Code::SignInRefused, message),
            SignInError::TooMany(wait) => {
                Self::new(Code::TooManyTries, message).after(wait.seconds)
            }
            SignInError::Busy => Self::new(Code::TooBusy, message).after(1),
            SignInError::Denied(denied) => denied.into(),
            SignInError::Store(error) => Self::fault(error),
        }
    }
}

impl From<SignUpError> for ApiError {
    fn from(error: SignUpError) -> Self {
        let message = error.to_string();
        match error {
            SignUpError::NameTaken(_) => Self::new(Code::NameTaken, message),
            SignUpError::LinkOver => Self::new(Code::LinkOver, message),
            SignUpError::TooMany(wait) => {
                Self::new(Code::TooManyTries, message).after(wait.seconds)
            }
            SignUpError::Busy => Self::new(Code::TooBusy, message).after(1),
            SignUpError::Store(error) => Self::fault(error),
        }
    }
}
