//! One's own account: what it is in which packs, its password, and where it is signed in.

use askama::Template;
use axum::extract::State;
use axum::response::{IntoResponse as _, Redirect, Response};
use guild_catalog::Credential;

use super::{Person, again, momentary, viewer};
use crate::api::accounts;
use crate::auth::{Caller, SignedForm, Viewer};
use crate::document::Document;
use crate::error::ApiError;
use crate::links;
use crate::pages::assets;
use crate::pages::entry::ShownDate;
use crate::pages::layout::{Here, Layout};
use crate::parameters::{FromPath, Id};
use crate::state::AppState;

#[derive(Template)]
#[template(path = "accounts/account.html")]
struct AccountPage {
    layout: Layout,
    viewer: Viewer,
    notice: Option<String>,
    is_changed: bool,
    packs: Vec<Membership>,
    sessions: Vec<Session>,
}

struct Membership {
    pack: String,
    role: &'static str,
}

struct Session {
    id: String,
    is_this: bool,
    began: Option<ShownDate>,
    seen: Option<ShownDate>,
}

/// Shows the account.
pub(crate) async fn show(
    State(state): State<AppState>,
    person: Person,
) -> Result<Document, ApiError> {
    momentary(&page(&state, &person.caller, person.viewer).await?)
}

/// Changes the password, and ends the other sessions.
pub(crate) async fn change_password(
    State(state): State<AppState>,
    SignedForm { caller, mut fields }: SignedForm,
) -> Result<Response, ApiError> {
    let current = fields.text("current").unwrap_or_default();
    let new = fields.text("new").unwrap_or_default();
    let changed = async {
        let new = accounts::new_password(&new, caller.account()?)?;
        let changed = state
            .catalog()
            .change_password(&caller, &current, new)
            .await;
        changed.map_err(ApiError::from)
    };
    let changed = changed.await;
    let page = page(&state, &caller, viewer()?);
    match changed {
        Ok(()) => {
            let page = AccountPage {
                is_changed: true,
                ..page.await?
            };
            Ok(momentary(&page)?.into_response())
        }
        Err(error) => again(error, page, |page, notice| AccountPage { notice, ..page }).await,
    }
}

/// Ends another session; one that is over already is over as well.
pub(crate) async fn end_session(
    State(state): State<AppState>,
    FromPath(id): FromPath<Id>,
    SignedForm { caller, .. }: SignedForm,
) -> Result<Redirect, ApiError> {
    state.catalog().end_session(&caller, &id).await??;
    Ok(Redirect::to(links::account()))
}

async fn page(state: &AppState, caller: &Caller, viewer: Viewer) -> Result<AccountPage, ApiError> {
    let open = state.catalog().sessions(caller.account()?).await?;
    let this = match &caller.credential {
        Credential::Session { id, .. } | Credential::Token { id, .. } => id,
    };
    let sessions = open.into_iter().map(|open| Session {
        is_this: open.id == *this,
        id: open.id,
        began: ShownDate::of_time(&open.created_at),
        seen: ShownDate::of_time(&open.seen_at),
    });
    let packs = caller.roles.iter().map(|(pack, role)| Membership {
        pack: pack.to_string(),
        role: super::members::role_word(*role),
    });
    Ok(AccountPage {
        layout: Layout::unlisted(state, Here::Account),
        viewer,
        notice: None,
        is_changed: false,
        packs: packs.collect(),
        sessions: sessions.collect(),
    })
}
