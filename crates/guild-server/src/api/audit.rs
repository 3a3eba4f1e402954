//! The audit log: who did what.

use axum::extract::State;
use guild_skill::wire;

use crate::api::Reply;
use crate::auth::Caller;
use crate::error::ApiError;
use crate::openapi::{Fault, Hidden, Invalid, MalformedQuery, Unauthenticated};
use crate::paging::{PageParameters, Paging};
use crate::parameters::Parameters;
use crate::state::AppState;

/// Lists what was done.
///
/// The newest comes first. Only an admin may.
#[utoipa::path(
    get,
    path = "/api/audit-entries",
    operation_id = "listAuditEntries",
    tag = "accounts",
    security(("token" = ["admin"]), ("session" = [])),
    params(PageParameters),
    responses(
        (status = OK, description = "A page of the log.", body = wire::List<wire::AuditEntry>),
        MalformedQuery, Unauthenticated, Hidden, Invalid, Fault
    )
)]
pub(crate) async fn list(
    State(state): State<AppState>,
    caller: Caller,
    Parameters(Paging(page)): Parameters<Paging>,
) -> Result<Reply<wire::List<wire::AuditEntry>>, ApiError> {
    caller.require_admin()?;
    Ok(Reply(state.catalog().audit_entries(page).await?))
}
