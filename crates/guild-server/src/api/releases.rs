//! Releases: immutable versions of a skill.

use axum::extract::{Request, State};
use guild_catalog::Reason;
use guild_skill::{SkillName, wire};
use semver::Version;

use crate::api::addresses::{OfRelease, OfSkill};
use crate::api::written::Written;
use crate::api::{Reply, marked, skills};
use crate::auth::{Caller, FromBody};
use crate::error::{ApiError, Code};
use crate::openapi::{
    ArchiveTooLarge, BodyTooLarge, Bytes, Fault, FaultOrFull, Invalid, InvalidBody, Malformed,
    MalformedArchive, MalformedWriteThere, PublishConflict, Refused, ReleaseMissing, SkillMissing,
    SkillUnfit, TooMuchPublished, Unauthenticated, UploadsBusy,
};
use crate::paging::{PageParameters, Paging};
use crate::parameters::{FromPath, Parameters};
use crate::state::AppState;
use crate::upload::{self, Wish};

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
    match state.catalog().releases(&name, page).await? {
        Some(releases) => Ok(Reply(releases)),
        None => Err(skills::absent(&state, &name).await),
    }
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
    release.log = state.catalog().log_entry(name, &release.version).await?;
    Ok(())
}

/// Finds a release, for the API and for pages.
pub(crate) async fn find(
    state: &AppState,
    name: &SkillName,
    version: &Version,
) -> Result<wire::Release, ApiError> {
    match state.catalog().release(name, version).await? {
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

/// Publishes a release of this skill.
///
/// As publishing a skill, for a skill that is listed already: an archive of another one is refused.
#[utoipa::path(
    post,
    path = "/api/skills/{name}/releases",
    operation_id = "publishRelease",
    tag = "releases",
    security(("token" = ["skills:publish"]), ("session" = [])),
    params(OfSkill, upload::WishParameters, upload::Signed),
    request_body(content = Bytes, content_type = "application/zip", description = "The archive."),
    responses(
        (status = CREATED, description = "The release.", body = wire::Release),
        (status = OK, description = "The release that holds these files already, or that a dry run says would be made.", body = wire::Release),
        MalformedArchive, Unauthenticated, Refused, SkillMissing, PublishConflict, ArchiveTooLarge, SkillUnfit,
        TooMuchPublished, FaultOrFull, UploadsBusy
    )
)]
pub(crate) async fn publish(
    State(state): State<AppState>,
    caller: Caller,
    FromPath(name): FromPath<SkillName>,
    Parameters(wish): Parameters<Wish>,
    request: Request,
) -> Result<Written, ApiError> {
    skills::find(&state, &name).await?;
    let (head, body) = request.into_parts();
    let signature = upload::signature(&head.headers)?;
    let judged = upload::take(&state, &head.headers, body, &wish.page).await?;
    let skill = judged.skill()?;
    if skill.0 != name {
        let message = format!("the archive holds the skill `{}`, not `{name}`", skill.0);
        return Err(ApiError::new(Code::SkillRefused, message));
    }
    skills::done(&state, &caller, skill, signature.as_ref(), &wish).await
}

/// Withdraws a release, or puts it back.
///
/// A withdrawn release stands for its skill no more; it still installs by its version or its digest, with a warning that
/// gives the reason. Nothing else of a release ever changes.
#[utoipa::path(
    patch,
    path = "/api/skills/{name}/releases/{version}",
    operation_id = "changeRelease",
    tag = "releases",
    security(("token" = ["skills:yank"]), ("session" = [])),
    params(OfRelease),
    request_body = wire::ReleaseChange,
    responses(
        (status = OK, description = "The release as it is now.", body = wire::Release),
        MalformedWriteThere, Unauthenticated, Refused, ReleaseMissing, BodyTooLarge, InvalidBody, FaultOrFull
    )
)]
pub(crate) async fn change(
    State(state): State<AppState>,
    caller: Caller,
    FromPath((name, version)): FromPath<(SkillName, Version)>,
    Parameters(()): Parameters<()>,
    FromBody(change): FromBody<wire::ReleaseChange>,
) -> Result<Written, ApiError> {
    let reason = ("yankReason", change.yank_reason.as_deref());
    let release = match marked(change.is_yanked, reason, "a release that is withdrawn")? {
        Some(reason) => set_yanked(&state, &caller, (&name, &version), reason.as_ref()).await?,
        None => find(&state, &name, &version).await?,
    };
    Written::changed(&release)
}

/// Withdraws a release for a reason, or puts it back, for the API and for pages.
pub(crate) async fn set_yanked(
    state: &AppState,
    caller: &Caller,
    release: (&SkillName, &Version),
    reason: Option<&Reason>,
) -> Result<wire::Release, ApiError> {
    let changed = state.catalog().set_yanked(caller, release, reason).await;
    match changed {
        Ok(release) => Ok(release),
        Err(error) => Err(skills::withdrawing(state, error).await),
    }
}
