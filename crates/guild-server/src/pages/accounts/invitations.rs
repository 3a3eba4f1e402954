//! Invitations, for an admin.

use askama::Template;
use axum::extract::State;
use axum::response::{IntoResponse as _, Redirect, Response};
use guild_catalog::{NewInvitation, PageRequest};
use guild_skill::wire::{Invitation, InvitationKind};
use guild_skill::{PackName, Role};

use super::{Person, again, momentary, page_request, viewer};
use crate::api::invitations;
use crate::auth::{SignedForm, Viewer};
use crate::document::Document;
use crate::error::ApiError;
use crate::links;
use crate::pages::assets;
use crate::pages::entry::ShownDate;
use crate::pages::layout::{Here, Layout};
use crate::pages::pager::{Pager, PagerQuery};
use crate::parameters::{Fields, FromPath, Id};
use crate::state::AppState;

#[derive(Template)]
#[template(path = "accounts/invitations.html")]
struct InvitationsPage {
    layout: Layout,
    viewer: Viewer,
    notice: Option<String>,
    /// The link that was just made: shown now and never again.
    link: Option<String>,
    invitations: Vec<Open>,
    packs: Vec<String>,
    pager: Pager,
}

struct Open {
    id: String,
    what: String,
    made_by: Option<String>,
    ends: Option<ShownDate>,
}

/// Shows the links that are not used and not over.
pub(crate) async fn show(
    State(state): State<AppState>,
    person: Person,
    PagerQuery(number): PagerQuery,
) -> Result<Document, ApiError> {
    person.caller.require_admin()?;
    momentary(&page(&state, person.viewer, number).await?)
}

/// Makes a link, and shows it in this answer alone.
pub(crate) async fn make(
    State(state): State<AppState>,
    SignedForm { caller, mut fields }: SignedForm,
) -> Result<Response, ApiError> {
    caller.require_admin()?;
    let made = match read(&mut fields) {
        Ok(wish) => invitations::make(&state, &caller, wish).await,
        Err(error) => Err(error),
    };
    let page = page(&state, viewer()?, 1);
    match made {
        Ok(made) => {
            let page = InvitationsPage {
                link: Some(made.link),
                ..page.await?
            };
            Ok(momentary(&page)?.into_response())
        }
        Err(error) => {
            again(error, page, |page, notice| InvitationsPage {
                notice,
                ..page
            })
            .await
        }
    }
}

/// Takes a link back; one that is over already is over as well.
pub(crate) async fn withdraw(
    State(state): State<AppState>,
    FromPath(id): FromPath<Id>,
    SignedForm { caller, .. }: SignedForm,
) -> Result<Redirect, ApiError> {
    state.catalog().withdraw_invitation(&caller, &id).await??;
    Ok(Redirect::to(links::admin_invitations()))
}

fn read(fields: &mut Fields) -> Result<NewInvitation, ApiError> {
    let pack = fields.text("pack").filter(|pack| !pack.is_empty());
    let role = fields.text("role");
    let role = role.map_or(Ok(Role::Maintainer), |role| role.parse());
    let role = role.map_err(|error| ApiError::invalid(error.to_string()))?;
    let pack = pack.map(|pack| PackName::parse(&pack)).transpose();
    let pack = pack.map_err(|error| ApiError::invalid(error.to_string()))?;
    Ok(NewInvitation::Account {
        is_admin: fields.flag("admin")?.unwrap_or(false),
        membership: pack.map(|pack| (pack, role)),
    })
}

async fn page(state: &AppState, viewer: Viewer, number: u32) -> Result<InvitationsPage, ApiError> {
    let list = state.catalog().invitations(page_request(number)?).await?;
    let packs = state.catalog().packs(PageRequest::FIRST).await?;
    Ok(InvitationsPage {
        layout: Layout::unlisted(state, Here::Account),
        viewer,
        notice: None,
        link: None,
        pager: Pager::of(&list, links::admin_invitations()),
        invitations: list.items.into_iter().map(Open::of).collect(),
        packs: packs.items.into_iter().map(|pack| pack.name).collect(),
    })
}

impl Open {
    fn of(invitation: Invitation) -> Self {
        let mut what = match (invitation.kind, &invitation.account) {
            (InvitationKind::SetUp, _) => "the first account".to_owned(),
            (InvitationKind::NewPassword, Some(account)) => format!("a new password of {account}"),
            (InvitationKind::NewPassword, None) => "a new password".to_owned(),
            (InvitationKind::NewAccount, _) => "a new account".to_owned(),
        };
        if invitation.is_admin {
            what.push_str(", an admin");
        }
        if let Some(membership) = &invitation.membership {
            let role = super::members::role_word(membership.role);
            what.push_str(&format!(", {role} of {}", membership.pack));
        }
        Self {
            id: invitation.id,
            what,
            made_by: invitation.made_by,
            ends: ShownDate::of_time(&invitation.expires_at),
        }
    }
}
