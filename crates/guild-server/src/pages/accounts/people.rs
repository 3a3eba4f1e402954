//! All accounts, for an admin.

use askama::Template;
use axum::extract::State;
use axum::response::{IntoResponse as _, Redirect, Response};
use guild_catalog::{NewInvitation, Standing, StandingError};
use guild_skill::{AccountName, wire};

use super::{Person, again, momentary, page_request, viewer};
use crate::api::invitations;
use crate::auth::{Caller, SignedForm, Viewer};
use crate::document::Document;
use crate::error::{ApiError, Code};
use crate::links;
use crate::pages::assets;
use crate::pages::entry::ShownDate;
use crate::pages::layout::{Here, Layout};
use crate::pages::pager::{Pager, PagerQuery};
use crate::parameters::FromPath;
use crate::state::AppState;

#[derive(Template)]
#[template(path = "accounts/people.html")]
struct PeoplePage {
    layout: Layout,
    viewer: Viewer,
    notice: Option<String>,
    /// The link to a new password that was just made, and whose it is.
    link: Option<(String, String)>,
    accounts: Vec<Account>,
    pager: Pager,
}

struct Account {
    name: String,
    is_admin: bool,
    is_disabled: bool,
    made: Option<ShownDate>,
}

/// Shows the accounts.
pub(crate) async fn show(
    State(state): State<AppState>,
    person: Person,
    PagerQuery(number): PagerQuery,
) -> Result<Document, ApiError> {
    person.caller.require_admin()?;
    momentary(&page(&state, person.viewer, number).await?)
}

/// Changes what an account is, or makes a link to a new password.
pub(crate) async fn change(
    State(state): State<AppState>,
    FromPath(name): FromPath<AccountName>,
    SignedForm { caller, mut fields }: SignedForm,
) -> Result<Response, ApiError> {
    caller.require_admin()?;
    let standing = match fields.text("change").as_deref() {
        Some("admin") => Standing::Admin,
        Some("ordinary") => Standing::Ordinary,
        Some("close") => Standing::Disabled,
        Some("open") => Standing::Enabled,
        Some("password") => return link(&state, &caller, &name).await,
        Some(_) | None => {
            return Err(ApiError::new(
                Code::MalformedBody,
                "the form says not what to change",
            ));
        }
    };
    let set = state.catalog().set_standing(&caller, &name, standing).await;
    match set.map_err(ApiError::from) {
        Ok(_) => Ok(Redirect::to(links::admin_accounts()).into_response()),
        Err(error) => {
            let page = page(&state, viewer()?, 1);
            again(error, page, |page, notice| PeoplePage { notice, ..page }).await
        }
    }
}

/// Makes a link to a new password, and shows it in this answer alone.
async fn link(state: &AppState, caller: &Caller, name: &AccountName) -> Result<Response, ApiError> {
    let wish = NewInvitation::Password(name.clone());
    let made = invitations::make(state, caller, wish).await?;
    let page = PeoplePage {
        link: Some((name.to_string(), made.link)),
        ..page(state, viewer()?, 1).await?
    };
    Ok(momentary(&page)?.into_response())
}

async fn page(state: &AppState, viewer: Viewer, number: u32) -> Result<PeoplePage, ApiError> {
    let list = state.catalog().accounts(page_request(number)?).await?;
    Ok(PeoplePage {
        layout: Layout::unlisted(state, Here::Account),
        viewer,
        notice: None,
        link: None,
        pager: Pager::of(&list, links::admin_accounts()),
        accounts: list.items.into_iter().map(Account::of).collect(),
    })
}

impl Account {
    fn of(account: wire::Account) -> Self {
        Self {
            made: ShownDate::of_time(&account.created_at),
            name: account.name,
            is_admin: account.is_admin,
            is_disabled: account.is_disabled,
        }
    }
}

impl From<StandingError> for ApiError {
    fn from(error: StandingError) -> Self {
        let message = error.to_string();
        match error {
            StandingError::NoAccount(_) => Self::new(Code::AccountNotFound, message),
            StandingError::LastAdmin(_) => Self::new(Code::LastAdmin, message),
            StandingError::Denied(denied) => denied.into(),
            StandingError::Store(error) => Self::fault(error),
        }
    }
}
