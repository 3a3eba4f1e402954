//! Packs: labelled groups of skills.

use axum::extract::State;
use guild_catalog::{PackError, SkillQuery, SkillSort};
use guild_skill::{PackLabel, PackName, wire};

use crate::api::Reply;
use crate::api::addresses::OfPack;
use crate::api::written::Written;
use crate::auth::{Caller, FromBody};
use crate::error::{ApiError, Code};
use crate::openapi::{
    BodyTooLarge, Fault, FaultOrFull, Invalid, InvalidBody, Malformed, MalformedQuery,
    MalformedWrite, MalformedWriteThere, PackMissing, PackNotEmpty, PackRenamed, PackTaken,
    Refused, Unauthenticated,
};
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
    Ok(Reply(state.catalog().packs(page).await?))
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
        pack: Some(name),
        ..SkillQuery::all(SkillSort::Name, page)
    };
    Ok(Reply(state.catalog().skills(query).await?))
}

pub(crate) async fn find(state: &AppState, name: &PackName) -> Result<wire::Pack, ApiError> {
    state.catalog().pack(name).await?.ok_or_else(|| {
        let message = format!("the catalog has no pack `{name}`");
        ApiError::new(Code::PackNotFound, message)
    })
}

/// Makes a pack that lists nothing yet.
///
/// Who makes it owns it. Publishing a skill makes its pack too.
#[utoipa::path(
    post,
    path = "/api/packs",
    operation_id = "createPack",
    tag = "packs",
    security(("token" = ["skills:publish"]), ("session" = [])),
    request_body = wire::PackDraft,
    responses(
        (status = CREATED, description = "The pack.", body = wire::Pack),
        MalformedWrite, Unauthenticated, Refused, PackTaken, BodyTooLarge, InvalidBody, FaultOrFull
    )
)]
pub(crate) async fn create(
    State(state): State<AppState>,
    caller: Caller,
    Parameters(()): Parameters<()>,
    FromBody(draft): FromBody<wire::PackDraft>,
) -> Result<Written, ApiError> {
    let label = label(&draft.label)?;
    let pack = state.catalog().create_pack(&caller, &label).await?;
    let path = format!("/api/packs/{}", pack.name);
    Ok(Written::created(&pack)?.at(&path))
}

/// Gives a pack another label.
///
/// Only an owner may. A pack keeps its name, so the label must give the same one: another case, other punctuation.
#[utoipa::path(
    patch,
    path = "/api/packs/{pack}",
    operation_id = "changePack",
    tag = "packs",
    security(("token" = ["admin"]), ("session" = [])),
    params(OfPack),
    request_body = wire::PackChange,
    responses(
        (status = OK, description = "The pack with its new label.", body = wire::Pack),
        MalformedWriteThere, Unauthenticated, Refused, PackMissing, PackRenamed, BodyTooLarge, InvalidBody, FaultOrFull
    )
)]
pub(crate) async fn change(
    State(state): State<AppState>,
    caller: Caller,
    FromPath(name): FromPath<PackName>,
    Parameters(()): Parameters<()>,
    FromBody(change): FromBody<wire::PackChange>,
) -> Result<Written, ApiError> {
    let wanted = match &change.label {
        Some(text) => label(text)?,
        // Nothing is to change, and who may change it is told what it is.
        None => {
            let pack = find(&state, &name).await?;
            label(&pack.label)?
        }
    };
    let changed = state.catalog().relabel_pack(&caller, &name, &wanted).await;
    Written::changed(&changed?)
}

/// Removes a pack that lists nothing.
///
/// Only an owner may.
#[utoipa::path(
    delete,
    path = "/api/packs/{pack}",
    operation_id = "deletePack",
    tag = "packs",
    security(("token" = ["admin"]), ("session" = [])),
    params(OfPack),
    responses(
        (status = NO_CONTENT, description = "The pack is gone."),
        Malformed, Unauthenticated, Refused, PackMissing, PackNotEmpty, FaultOrFull
    )
)]
pub(crate) async fn delete(
    State(state): State<AppState>,
    caller: Caller,
    FromPath(name): FromPath<PackName>,
    Parameters(()): Parameters<()>,
) -> Result<Written, ApiError> {
    state.catalog().remove_pack(&caller, &name).await?;
    Ok(Written::gone())
}

fn label(text: &str) -> Result<PackLabel, ApiError> {
    PackLabel::parse(text).map_err(ApiError::in_field("label"))
}

impl From<PackError> for ApiError {
    fn from(error: PackError) -> Self {
        let code = match error {
            PackError::Denied(denied) => return denied.into(),
            PackError::Store(error) => return error.into(),
            PackError::Taken(_) => Code::PackTaken,
            PackError::NoPack(_) => Code::PackNotFound,
            PackError::OtherName(_) => Code::PackRenamed,
            PackError::HasSkills(_) => Code::PackNotEmpty,
        };
        Self::new(code, error.to_string())
    }
}
