//! Releases: immutable versions of a skill.

use axum::extract::State;
use guild_skill::{SkillName, wire};
use semver::Version;

use crate::api::addresses::{OfRelease, OfSkill};
use crate::api::{Reply, found, skills};
use crate::error::{ApiError, Code};
use crate::openapi::{Fault, Invalid, Malformed, ReleaseMissing, SkillMissing};
use crate::paging::{PageParameters, Paging};
use crate::parameters::{FromPath, Parameters};
use crate::state::AppState;

/// Lists the releases of a skill.
///
/// The highest version comes first; withdrawn releases are among them.
#[utoipa::path(
    get,
    path = "/api/skills/{name}/releases",
    operation_id = "listReleases",
    tag = "releases",
    params(OfSkill, PageParameters),
    responses(
        (status = OK, description = "A page of releases.", body = wire::List<wire::Release>),
        Malformed, SkillMissing, Invalid, Fault
    )
)]
pub(crate) async fn list(
    State(state): State<AppState>,
    FromPath(name): FromPath<SkillName>,
    Parameters(Paging(page)): Parameters<Paging>,
) -> Result<Reply<wire::List<wire::Release>>, ApiError> {
    let releases = state.catalog().releases(&name, page).await;
    found(releases, || skills::missing(&name)).map(Reply)
}

/// Shows a release of a skill.
///
/// A release never changes; it can be withdrawn.
#[utoipa::path(
    get,
    path = "/api/skills/{name}/releases/{version}",
    operation_id = "showRelease",
    tag = "releases",
    params(OfRelease),
    responses((status = OK, description = "The release.", body = wire::Release), Malformed, ReleaseMissing, Fault)
)]
pub(crate) async fn show(
    State(state): State<AppState>,
    FromPath((name, version)): FromPath<(SkillName, Version)>,
    Parameters(()): Parameters<()>,
) -> Result<Reply<wire::Release>, ApiError> {
    let mut release = find(&state, &name, &version).await?;
    prove(&state, &name, &mut release).await?;
    Ok(Reply(release))
}

/// Says of a release what the transparency log says, so that whoever installs it can prove it without asking again.
pub(crate) async fn prove(
    state: &AppState,
    name: &SkillName,
    release: &mut wire::Release,
) -> Result<(), ApiError> {
    let entry = state.catalog().log_entry(name, &release.version).await;
    release.log = entry.map_err(ApiError::fault)?;
    Ok(())
}

/// Finds a release, for the API and for pages.
pub(crate) async fn find(
    state: &AppState,
    name: &SkillName,
    version: &Version,
) -> Result<wire::Release, ApiError> {
    let release = state.catalog().release(name, version).await;
    match release.map_err(ApiError::fault)? {
        Some(release) => Ok(release),
        None => Err(missing(state, name, version).await),
    }
}

/// Makes the error for a release that the catalog does not hold, which says whether it has the skill.
pub(crate) async fn missing(state: &AppState, name: &SkillName, version: &Version) -> ApiError {
    match skills::find(state, name).await {
        Err(error) => error,
        Ok(_) => {
            let message = format!("the skill `{name}` has no release {version}");
            ApiError::new(Code::ReleaseNotFound, message)
        }
    }
}
