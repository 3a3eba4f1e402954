//! Invitations: one-time links for a new account, or for a new password.

use axum::extract::State;
use guild_catalog::{Invited, NewInvitation};
use guild_skill::{AccountName, PackName, Role, wire};

use crate::api::Reply;
use crate::api::addresses::OfInvitation;
use crate::api::written::Written;
use crate::auth::{Caller, FromBody};
use crate::error::{ApiError, Code};
use crate::links;
use crate::openapi::{
    BodyTooLarge, Fault, FaultOrFull, Hidden, Invalid, InvalidBody, InvitationMissing,
    InvitationSubjectMissing, Malformed, MalformedQuery, MalformedWrite, Refused, Unauthenticated,
};
use crate::paging::{PageParameters, Paging};
use crate::parameters::{FromPath, Id, Parameters};
use crate::state::AppState;

/// Lists the invitations that are not used and not over.
///
/// The newest comes first, without the secret of its link. Only an admin may.
#[utoipa::path(
    get,
    path = "/api/invitations",
    operation_id = "listInvitations",
    tag = "accounts",
    security(("token" = ["admin"]), ("session" = [])),
    params(PageParameters),
    responses(
        (status = OK, description = "A page of invitations.", body = wire::List<wire::Invitation>),
        MalformedQuery, Unauthenticated, Hidden, Invalid, Fault
    )
)]
pub(crate) async fn list(
    State(state): State<AppState>,
    caller: Caller,
    Parameters(Paging(page)): Parameters<Paging>,
) -> Result<Reply<wire::List<wire::Invitation>>, ApiError> {
    caller.require_admin()?;
    Ok(Reply(state.catalog().invitations(page).await?))
}

/// Makes an invitation.
///
/// Its link is in this answer and never again; it is good once, for seven days. Only an admin who is signed in may: a
/// token that leaked must not make accounts.
#[utoipa::path(
    post,
    path = "/api/invitations",
    operation_id = "createInvitation",
    tag = "accounts",
    security(("session" = [])),
    request_body = wire::InvitationDraft,
    responses(
        (status = CREATED, description = "The invitation with its link.", body = wire::CreatedInvitation),
        MalformedWrite, Unauthenticated, Refused, InvitationSubjectMissing, BodyTooLarge, InvalidBody, FaultOrFull
    )
)]
pub(crate) async fn create(
    State(state): State<AppState>,
    caller: Caller,
    Parameters(()): Parameters<()>,
    FromBody(draft): FromBody<wire::InvitationDraft>,
) -> Result<Written, ApiError> {
    Written::created(&make(&state, &caller, read(&draft)?).await?)
}

/// Makes an invitation with its link, for the API and for pages.
pub(crate) async fn make(
    state: &AppState,
    caller: &Caller,
    wish: NewInvitation,
) -> Result<wire::CreatedInvitation, ApiError> {
    match state.catalog().invite(caller, wish).await? {
        Invited::Made(secret, invitation) => {
            let path = links::invitation(secret.reveal());
            let link = format!("{}{path}", state.base_url().as_str());
            Ok(wire::CreatedInvitation { link, invitation })
        }
        Invited::NoPack => {
            let message = "the catalog has no such pack";
            Err(ApiError::new(Code::PackNotFound, message))
        }
        Invited::NoAccount => {
            let message = "the catalog has no such account, or it is closed";
            Err(ApiError::new(Code::AccountNotFound, message))
        }
        Invited::Denied(denied) => Err(denied.into()),
    }
}

/// Takes an invitation back.
///
/// Its link is good for nothing from now on. Only an admin who is signed in may.
#[utoipa::path(
    delete,
    path = "/api/invitations/{id}",
    operation_id = "deleteInvitation",
    tag = "accounts",
    security(("session" = [])),
    params(OfInvitation),
    responses(
        (status = NO_CONTENT, description = "The invitation is gone."),
        Malformed, Unauthenticated, Refused, InvitationMissing, FaultOrFull
    )
)]
pub(crate) async fn delete(
    State(state): State<AppState>,
    caller: Caller,
    FromPath(id): FromPath<Id>,
    Parameters(()): Parameters<()>,
) -> Result<Written, ApiError> {
    if state.catalog().withdraw_invitation(&caller, &id).await?? {
        return Ok(Written::gone());
    }
    let message = "there is no invitation of that id, or not any more";
    Err(ApiError::new(Code::InvitationNotFound, message))
}

fn read(draft: &wire::InvitationDraft) -> Result<NewInvitation, ApiError> {
    if let Some(account) = &draft.account {
        // It stays what it is: the other fields are about a new account.
        let name = AccountName::parse(account);
        let name = name.map_err(ApiError::in_field("account"))?;
        return Ok(NewInvitation::Password(name));
    }
    let role = draft.role.as_deref().map(str::parse::<Role>).transpose();
    let role = role.map_err(ApiError::in_field("role"))?;
    let pack = draft.pack.as_deref().map(PackName::parse).transpose();
    let pack = pack.map_err(ApiError::in_field("pack"))?;
    let membership = pack.map(|pack| (pack, role.unwrap_or(Role::Maintainer)));
    Ok(NewInvitation::Account {
        is_admin: draft.is_admin,
        membership,
    })
}
