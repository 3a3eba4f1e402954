//! Members of packs: who may publish there, and who decides on that.

use axum::extract::State;
use guild_catalog::MemberError;
use guild_skill::{AccountName, PackName, Role, wire};

use crate::api::Reply;
use crate::api::addresses::{OfMember, OfPack};
use crate::api::packs;
use crate::api::written::Written;
use crate::auth::{Caller, FromBody};
use crate::error::{ApiError, Code};
use crate::openapi::{
    BodyTooLarge, Fault, FaultOrFull, Hidden, Invalid, InvalidBody, LastOwner, Malformed,
    MalformedWriteThere, MemberMissing, PackMissing, Refused, Unauthenticated,
};
use crate::paging::{PageParameters, Paging};
use crate::parameters::{FromPath, Parameters};
use crate::state::AppState;

/// Lists the members of a pack.
///
/// They come in the order of their names. Every account sees who answers for a pack.
#[utoipa::path(
    get,
    path = "/api/packs/{pack}/members",
    operation_id = "listPackMembers",
    tag = "packs",
    security(("token" = []), ("session" = [])),
    params(OfPack, PageParameters),
    responses(
        (status = OK, description = "A page of the pack's members.", body = wire::List<wire::Member>),
        Malformed, Unauthenticated, Hidden, PackMissing, Invalid, Fault
    )
)]
pub(crate) async fn list(
    State(state): State<AppState>,
    caller: Caller,
    FromPath(pack): FromPath<PackName>,
    Parameters(Paging(page)): Parameters<Paging>,
) -> Result<Reply<wire::List<wire::Member>>, ApiError> {
    caller.account()?;
    packs::find(&state, &pack).await?;
    Ok(Reply(state.catalog().members(&pack, page).await?))
}

/// Makes an account a member of a pack.
///
/// Or another kind of member: the last word counts. Only an owner who is signed in may, or an admin.
#[utoipa::path(
    put,
    path = "/api/packs/{pack}/members/{account}",
    operation_id = "setPackMember",
    tag = "packs",
    security(("token" = ["admin"]), ("session" = [])),
    params(OfMember),
    request_body = wire::MemberRole,
    responses(
        (status = OK, description = "The member as it is now.", body = wire::Member),
        MalformedWriteThere, BodyTooLarge, Unauthenticated, Refused, MemberMissing, LastOwner, InvalidBody, FaultOrFull
    )
)]
pub(crate) async fn set(
    State(state): State<AppState>,
    caller: Caller,
    FromPath((pack, account)): FromPath<(PackName, AccountName)>,
    Parameters(()): Parameters<()>,
    FromBody(wanted): FromBody<wire::MemberRole>,
) -> Result<Written, ApiError> {
    let role = wanted.role.parse::<Role>();
    let role = role.map_err(ApiError::in_field("role"))?;
    let catalog = state.catalog();
    Written::changed(&catalog.set_member(&caller, &pack, &account, role).await?)
}

/// Takes an account out of a pack.
///
/// Only an owner who is signed in may, or an admin; and everybody may leave.
#[utoipa::path(
    delete,
    path = "/api/packs/{pack}/members/{account}",
    operation_id = "deletePackMember",
    tag = "packs",
    security(("token" = ["admin"]), ("session" = [])),
    params(OfMember),
    responses(
        (status = NO_CONTENT, description = "The account is no member any more."),
        Malformed, Unauthenticated, Refused, MemberMissing, LastOwner, FaultOrFull
    )
)]
pub(crate) async fn delete(
    State(state): State<AppState>,
    caller: Caller,
    FromPath((pack, account)): FromPath<(PackName, AccountName)>,
    Parameters(()): Parameters<()>,
) -> Result<Written, ApiError> {
    remove(&state, &caller, &pack, &account).await?;
    Ok(Written::gone())
}

/// Takes an account out of a pack.
pub(crate) async fn remove(
    state: &AppState,
    caller: &Caller,
    pack: &PackName,
    account: &AccountName,
) -> Result<(), ApiError> {
    if state.catalog().remove_member(caller, pack, account).await? {
        return Ok(());
    }
    let message = format!("`{account}` is no member of the pack `{pack}`");
    Err(ApiError::new(Code::MemberNotFound, message))
}

impl From<MemberError> for ApiError {
    fn from(error: MemberError) -> Self {
        let message = error.to_string();
        match error {
            MemberError::NoPack(_) => Self::new(Code::PackNotFound, message),
            MemberError::NoAccount(_) => Self::new(Code::AccountNotFound, message),
            MemberError::LastOwner(_) => Self::new(Code::LastOwner, message),
            MemberError::Denied(denied) => denied.into(),
            MemberError::Store(error) => Self::fault(error),
        }
    }
}
