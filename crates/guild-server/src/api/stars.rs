//! Stars: an account's wish to find a skill again.

use axum::extract::State;
use guild_catalog::Starring;
use guild_skill::{SkillName, wire};

use crate::api::addresses::OfSkill;
use crate::api::ratings::of_error;
use crate::api::written::Written;
use crate::auth::Caller;
use crate::error::ApiError;
use crate::openapi::{FaultOrFull, Malformed, Refused, SkillMissing, Unauthenticated};
use crate::parameters::{FromPath, Parameters};
use crate::state::AppState;

/// Stars a skill.
///
/// An account stars a skill once: the same call again changes nothing. Unlike a rating, a star says nothing but that
/// somebody wants to find the skill again, and whoever publishes a skill may star it.
#[utoipa::path(
    put,
    path = "/api/skills/{name}/star",
    operation_id = "starSkill",
    tag = "ratings",
    security(("token" = ["ratings:write"]), ("session" = [])),
    params(OfSkill),
    responses(
        (status = OK, description = "The star.", body = wire::Star),
        Malformed, Unauthenticated, Refused, SkillMissing, FaultOrFull
    )
)]
pub(crate) async fn set(
    State(state): State<AppState>,
    caller: Caller,
    FromPath(name): FromPath<SkillName>,
    Parameters(()): Parameters<()>,
) -> Result<Written, ApiError> {
    let starring = star(&state, &caller, &name).await?;
    Written::changed(&wire::Star {
        skill: name.to_string(),
        account: caller.account()?.to_string(),
        star_count: starring.star_count,
    })
}

/// Takes the star of a skill back.
///
/// The same call again changes nothing.
#[utoipa::path(
    delete,
    path = "/api/skills/{name}/star",
    operation_id = "unstarSkill",
    tag = "ratings",
    security(("token" = ["ratings:write"]), ("session" = [])),
    params(OfSkill),
    responses(
        (status = NO_CONTENT, description = "The account has no star on the skill."),
        Malformed, Unauthenticated, Refused, SkillMissing, FaultOrFull
    )
)]
pub(crate) async fn delete(
    State(state): State<AppState>,
    caller: Caller,
    FromPath(name): FromPath<SkillName>,
    Parameters(()): Parameters<()>,
) -> Result<Written, ApiError> {
    unstar(&state, &caller, &name).await?;
    Ok(Written::gone())
}

/// Stars a skill, for whoever asks in whatever way.
pub(crate) async fn star(
    state: &AppState,
    caller: &Caller,
    name: &SkillName,
) -> Result<Starring, ApiError> {
    match state.catalog().star(caller, name).await {
        Ok(starring) => Ok(starring),
        Err(error) => Err(of_error(state, error).await),
    }
}

/// Takes a star back, for whoever asks in whatever way.
pub(crate) async fn unstar(
    state: &AppState,
    caller: &Caller,
    name: &SkillName,
) -> Result<Starring, ApiError> {
    match state.catalog().unstar(caller, name).await {
        Ok(starring) => Ok(starring),
        Err(error) => Err(of_error(state, error).await),
    }
}
