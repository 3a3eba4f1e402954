//! Skills and their page records.

use axum::extract::{Request, State};
use guild_catalog::{Published, Reason, SkillEntry, WithdrawError};
use guild_skill::signature::Signature;
use guild_skill::{FileSet, PackName, SkillName, wire};
use utoipa::IntoParams;

use crate::api::Reply;
use crate::api::addresses::OfSkill;
use crate::api::narrowing::{Listing, NarrowingParameters, SortParameters};
use crate::api::releases;
use crate::api::written::Written;
use crate::auth::{Caller, FromBody};
use crate::error::{ApiError, Code};
use crate::openapi::{
    ArchiveTooLarge, BodyTooLarge, Bytes, Fault, FaultOrFull, Invalid, InvalidBody, Malformed,
    MalformedArchive, MalformedQuery, MalformedWriteThere, PublishConflict, Refused, SkillMissing,
    SkillOrPackMissing, SkillUnfit, TooMuchPublished, Unauthenticated, UploadsBusy,
};
use crate::paging::PageParameters;
use crate::parameters::{Fields, FromFields, FromPath, Parameters};
use crate::state::AppState;
use crate::upload::{self, Wish};

/// Lists skills, or searches them.
///
/// The filters and the words of `query` narrow the list.
#[utoipa::path(
    get,
    path = "/api/skills",
    operation_id = "listSkills",
    tag = "skills",
    params(NarrowingParameters, SortParameters, PageParameters),
    responses((status = OK, description = "A page of skills.", body = wire::List<wire::SkillSummary>), MalformedQuery, Invalid, Fault)
)]
pub(crate) async fn list(
    State(state): State<AppState>,
    Parameters(Listing(query)): Parameters<Listing>,
) -> Result<Reply<wire::List<wire::SkillSummary>>, ApiError> {
    Ok(Reply(state.catalog().skills(query).await?))
}

/// Shows a skill: its page record and its newest release.
///
/// The record is all that the page of the skill shows.
#[utoipa::path(
    get,
    path = "/api/skills/{name}",
    operation_id = "showSkill",
    tag = "skills",
    params(OfSkill),
    responses((status = OK, description = "The skill.", body = wire::Skill), Malformed, SkillMissing, Fault)
)]
pub(crate) async fn show(
    State(state): State<AppState>,
    FromPath(name): FromPath<SkillName>,
    Parameters(()): Parameters<()>,
) -> Result<Reply<wire::Skill>, ApiError> {
    let entry = find(&state, &name).await?;
    let mut skill = record(&state, &entry);
    releases::prove(&state, &name, &mut skill.latest_release).await?;
    Ok(Reply(skill))
}

/// Finds a skill, for the API and for pages.
pub(crate) async fn find(state: &AppState, name: &SkillName) -> Result<SkillEntry, ApiError> {
    match state.catalog().skill(name).await? {
        Some(entry) => Ok(entry),
        None => Err(absent(state, name).await),
    }
}

/// Says that a skill is not there, and if it was once, why not.
pub(crate) async fn absent(state: &AppState, name: &SkillName) -> ApiError {
    match state.catalog().tombstone(name).await {
        Err(error) => ApiError::fault(error),
        Ok(None) => missing(name),
        Ok(Some(tombstone)) => {
            let day = tombstone.deleted_at.get(..10).unwrap_or_default();
            let why = tombstone.reason.map(|why| format!(": {why}"));
            let why = why.unwrap_or_default();
            let message = format!("the skill `{name}` was deleted on {day}{why}");
            ApiError::new(Code::SkillDeleted, message)
        }
    }
}

/// Makes the error for a skill that the catalog does not hold.
fn missing(name: &SkillName) -> ApiError {
    let message = format!("the catalog has no skill `{name}`");
    ApiError::new(Code::SkillNotFound, message)
}

/// Makes the whole record of a skill, with its age today.
pub(crate) fn record(state: &AppState, entry: &SkillEntry) -> wire::Skill {
    entry.listing().to_skill(state.today())
}

/// Publishes a release of the skill that an archive holds.
///
/// The body is the zip of the skill's folder, with or without the folder itself. Name, version and pack are those that
/// its files state; a skill that is new is listed, a pack that is new belongs to who publishes. The same files again are
/// the same release.
#[utoipa::path(
    post,
    path = "/api/skills",
    operation_id = "publishSkill",
    tag = "skills",
    security(("token" = ["skills:publish"]), ("session" = [])),
    params(upload::WishParameters, upload::Signed),
    request_body(content = Bytes, content_type = "application/zip", description = "The archive."),
    responses(
        (status = CREATED, description = "The release.", body = wire::Release),
        (status = OK, description = "The release that holds these files already, or that a dry run says would be made.", body = wire::Release),
        MalformedArchive, Unauthenticated, Refused, PublishConflict, ArchiveTooLarge, SkillUnfit, TooMuchPublished,
        FaultOrFull, UploadsBusy
    )
)]
pub(crate) async fn publish(
    State(state): State<AppState>,
    caller: Caller,
    Parameters(wish): Parameters<Wish>,
    request: Request,
) -> Result<Written, ApiError> {
    let (head, body) = request.into_parts();
    let signature = upload::signature(&head.headers)?;
    let judged = upload::take(&state, &head.headers, body, &wish.page).await?;
    let skill = judged.skill()?;
    done(&state, &caller, skill, signature.as_ref(), &wish).await
}

/// Publishes a skill that was judged, or says what that would make, and answers with the release.
pub(super) async fn done(
    state: &AppState,
    caller: &guild_catalog::Caller,
    skill: (SkillName, FileSet),
    signature: Option<&Signature>,
    wish: &Wish,
) -> Result<Written, ApiError> {
    let name = skill.0.clone();
    let published = match wish.is_dry_run {
        true => upload::rehearse(state, caller, skill, signature, &wish.page).await?,
        false => upload::publish(state, caller, skill, signature, &wish.page).await?,
    };
    let mut release = published.release().clone();
    if release.is_dry_run {
        return Written::changed(&release);
    }
    releases::prove(state, &name, &mut release).await?;
    let path = format!("/api/skills/{}/releases/{}", release.skill, release.version);
    match published {
        Published::Created(_) => Ok(Written::created(&release)?.at(&path)),
        Published::Unchanged(_) => Written::changed(&release),
    }
}

/// Moves a skill to another pack.
///
/// Only an owner of both packs may. The next release has to name the new pack in its PAGE.md.
#[utoipa::path(
    patch,
    path = "/api/skills/{name}",
    operation_id = "changeSkill",
    tag = "skills",
    security(("token" = ["admin"]), ("session" = [])),
    params(OfSkill),
    request_body = wire::SkillChange,
    responses(
        (status = OK, description = "The skill in its new pack.", body = wire::Skill),
        MalformedWriteThere, Unauthenticated, Refused, SkillOrPackMissing, BodyTooLarge, InvalidBody, FaultOrFull
    )
)]
pub(crate) async fn change(
    State(state): State<AppState>,
    caller: Caller,
    FromPath(name): FromPath<SkillName>,
    Parameters(()): Parameters<()>,
    FromBody(change): FromBody<wire::SkillChange>,
) -> Result<Written, ApiError> {
    let pack = match &change.pack {
        Some(pack) => PackName::parse(pack).map_err(|error| {
            let message = format!("`pack` is no name of a pack: {error}");
            ApiError::invalid(message)
        })?,
        // To move it to where it is takes the same right, and changes nothing.
        None => find(&state, &name).await?.pack,
    };
    let moved = state.catalog().move_skill(&caller, &name, &pack).await;
    if let Err(error) = moved {
        return Err(withdrawing(&state, error).await);
    }
    Written::changed(&record(&state, &find(&state, &name).await?))
}

/// Deletes a skill with all its releases.
///
/// Only an owner of its pack may. Its name is never given out again. To withdraw a release and keep what depends on it
/// working, change the release instead.
#[utoipa::path(
    delete,
    path = "/api/skills/{name}",
    operation_id = "deleteSkill",
    tag = "skills",
    security(("token" = ["admin"]), ("session" = [])),
    params(OfSkill, DeletionParameters),
    responses(
        (status = NO_CONTENT, description = "The skill is gone."),
        Malformed, Unauthenticated, Refused, SkillMissing, Invalid, FaultOrFull
    )
)]
pub(crate) async fn delete(
    State(state): State<AppState>,
    caller: Caller,
    FromPath(name): FromPath<SkillName>,
    Parameters(Why(reason)): Parameters<Why>,
) -> Result<Written, ApiError> {
    let deleted = state
        .catalog()
        .delete_skill(&caller, &name, reason.as_ref())
        .await;
    match deleted {
        Ok(()) => Ok(Written::gone()),
        Err(error) => Err(withdrawing(&state, error).await),
    }
}

/// What a deletion says, for the published contract; [`Why`] is what the handler gets.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(
    dead_code,
    reason = "its fields describe parameters to readers of the contract"
)]
pub(crate) struct DeletionParameters {
    /// Why, in up to 500 characters on one line; whoever asks for the skill is told.
    #[param(max_length = 500, example = "It was published by mistake.")]
    reason: Option<String>,
}

/// Why something is deleted.
pub(crate) struct Why(Option<Reason>);

impl FromFields for Why {
    fn from_fields(fields: &mut Fields) -> Result<Self, ApiError> {
        let reason = fields.text("reason").filter(|text| !text.trim().is_empty());
        let reason = reason.map(|text| text.parse::<Reason>()).transpose();
        let reason = reason.map_err(|error| {
            let message = format!("`reason`: {error}");
            ApiError::new(Code::ParameterOutOfRange, message)
        })?;
        Ok(Self(reason))
    }
}

/// Says why a release or a skill stays as it is.
pub(crate) async fn withdrawing(state: &AppState, error: WithdrawError) -> ApiError {
    let message = error.to_string();
    match error {
        WithdrawError::NoSkill(name) => absent(state, &name).await,
        WithdrawError::NoRelease(..) => ApiError::new(Code::ReleaseNotFound, message),
        WithdrawError::NoPack(_) => ApiError::new(Code::PackNotFound, message),
        WithdrawError::Denied(denied) => denied.into(),
        WithdrawError::Store(error) => error.into(),
    }
}
