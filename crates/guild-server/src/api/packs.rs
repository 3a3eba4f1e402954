//! Packs: labelled groups of skills.

use axum::extract::State;
use guild_catalog::{SkillQuery, SkillSort};
use guild_skill::{PackName, wire};

use crate::api::addresses::OfPack;
use crate::api::{Reply, found};
use crate::error::{ApiError, Code};
use crate::openapi::{Fault, Invalid, Malformed, MalformedQuery, PackMissing};
use crate::paging::{PageParameters, Paging};
use crate::parameters::{FromPath, Parameters};
use crate::state::AppState;

/// Lists the packs.
///
/// They come in the order of their names.
#[utoipa::path(
    get,
    path = "/api/packs",
    operation_id = "listPacks",
    tag = "packs",
    params(PageParameters),
    responses((status = OK, description = "A page of packs.", body = wire::List<wire::Pack>), MalformedQuery, Invalid, Fault)
)]
pub(crate) async fn list(
    State(state): State<AppState>,
    Parameters(Paging(page)): Parameters<Paging>,
) -> Result<Reply<wire::List<wire::Pack>>, ApiError> {
    let packs = state.catalog().packs(page).await;
    packs.map(Reply).map_err(ApiError::fault)
}

/// Shows a pack.
///
/// A pack is a labelled group of skills.
#[utoipa::path(
    get,
    path = "/api/packs/{pack}",
    operation_id = "showPack",
    tag = "packs",
    params(OfPack),
    responses((status = OK, description = "The pack.", body = wire::Pack), Malformed, PackMissing, Fault)
)]
pub(crate) async fn show(
    State(state): State<AppState>,
    FromPath(name): FromPath<PackName>,
    Parameters(()): Parameters<()>,
) -> Result<Reply<wire::Pack>, ApiError> {
    find(&state, &name).await.map(Reply)
}

/// Lists the skills of a pack.
///
/// They come in the order of their names.
#[utoipa::path(
    get,
    path = "/api/packs/{pack}/skills",
    operation_id = "listPackSkills",
    tag = "packs",
    params(OfPack, PageParameters),
    responses(
        (status = OK, description = "A page of the pack's skills.", body = wire::List<wire::SkillSummary>),
        Malformed, PackMissing, Invalid, Fault
    )
)]
pub(crate) async fn list_skills(
    State(state): State<AppState>,
    FromPath(name): FromPath<PackName>,
    Parameters(Paging(page)): Parameters<Paging>,
) -> Result<Reply<wire::List<wire::SkillSummary>>, ApiError> {
    find(&state, &name).await?;
    let query = SkillQuery {
        query: None,
        pack: Some(name),
        is_derived: None,
        sort: SkillSort::Name,
        page,
    };
    let skills = state.catalog().skills(query).await;
    skills.map(Reply).map_err(ApiError::fault)
}

pub(crate) async fn find(state: &AppState, name: &PackName) -> Result<wire::Pack, ApiError> {
    found(state.catalog().pack(name).await, || {
        let message = format!("the catalog has no pack `{name}`");
        ApiError::new(Code::PackNotFound, message)
    })
}
