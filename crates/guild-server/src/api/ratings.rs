//! Ratings of a skill: stars and a text, one of each account.

use axum::extract::State;
use guild_catalog::{PageRequest, RatingChange, RatingError, Stars, Words};
use guild_skill::{AccountName, SkillName, wire};
use utoipa::IntoParams;

use crate::api::addresses::{OfRating, OfSkill};
use crate::api::written::Written;
use crate::api::{Reply, marked, skills};
use crate::auth::{Caller, FromBody, MaybeCaller};
use crate::error::{ApiError, Code};
use crate::openapi::{
    BodyTooLarge, Fault, FaultOrFull, Invalid, InvalidBody, Malformed, MalformedWriteThere,
    RatingConflict, RatingMissing, Refused, SkillMissing, SkillWithdrawn, Unauthenticated,
};
use crate::paging::{PageParameters, Paging};
use crate::parameters::{Fields, FromFields, FromPath, Id, Parameters};
use crate::state::AppState;

/// Whose ratings are listed, for the published contract; [`Of`] is what the handler gets.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(
    dead_code,
    reason = "its fields describe parameters to readers of the contract"
)]
pub(crate) struct RatingParameters {
    /// Only the rating of this account.
    #[param(
        max_length = 64,
        pattern = "^[a-z0-9]+(-[a-z0-9]+)*$",
        example = "bruno"
    )]
    account: Option<String>,
}

/// Whose ratings are listed.
pub(crate) struct Of {
    account: Option<AccountName>,
    page: PageRequest,
}

impl FromFields for Of {
    fn from_fields(fields: &mut Fields) -> Result<Self, ApiError> {
        let account = fields.value("account")?;
        let Paging(page) = Paging::from_fields(fields)?;
        Ok(Self { account, page })
    }
}

/// Lists the ratings of a skill.
///
/// The last changed comes first. Hidden ones are listed for who wrote them and for those who may hide them.
#[utoipa::path(
    get,
    path = "/api/skills/{name}/ratings",
    operation_id = "listRatings",
    tag = "ratings",
    params(OfSkill, RatingParameters, PageParameters),
    responses(
        (status = OK, description = "A page of ratings.", body = wire::List<wire::Rating>),
        Malformed, SkillMissing, Invalid, Fault
    )
)]
pub(crate) async fn list(
    State(state): State<AppState>,
    MaybeCaller(caller): MaybeCaller,
    FromPath(name): FromPath<SkillName>,
    Parameters(Of { account, page }): Parameters<Of>,
) -> Result<Reply<wire::List<wire::Rating>>, ApiError> {
    let ratings = state
        .catalog()
        .ratings(caller.as_deref(), &name, account.as_ref(), page)
        .await;
    match ratings {
        Ok(ratings) => Ok(Reply(ratings)),
        Err(error) => Err(of_error(&state, error).await),
    }
}

/// Rates a skill.
///
/// An account rates a skill once, and changes that rating afterwards. Whoever publishes a skill does not rate it.
#[utoipa::path(
    post,
    path = "/api/skills/{name}/ratings",
    operation_id = "createRating",
    tag = "ratings",
    security(("token" = ["ratings:write"]), ("session" = [])),
    params(OfSkill),
    request_body = wire::NewRating,
    responses(
        (status = CREATED, description = "The rating.", body = wire::Rating),
        MalformedWriteThere, Unauthenticated, Refused, SkillMissing, RatingConflict, BodyTooLarge, InvalidBody,
        FaultOrFull
    )
)]
pub(crate) async fn create(
    State(state): State<AppState>,
    caller: Caller,
    FromPath(name): FromPath<SkillName>,
    Parameters(()): Parameters<()>,
    FromBody(new): FromBody<wire::NewRating>,
) -> Result<Written, ApiError> {
    let rating = rate(&state, &caller, &name, new.stars, new.text.as_deref()).await?;
    let path = format!("/api/skills/{name}/ratings/{}", rating.id);
    Ok(Written::created(&rating)?.at(&path))
}

/// Rates a skill, for the API and for pages.
pub(crate) async fn rate(
    state: &AppState,
    caller: &Caller,
    name: &SkillName,
    stars: i64,
    text: Option<&str>,
) -> Result<wire::Rating, ApiError> {
    let stars = Stars::new(stars).map_err(ApiError::in_field("stars"))?;
    let words: Words = read(text.unwrap_or_default())?;
    match state.catalog().rate(caller, name, (stars, &words)).await {
        Ok(rating) => Ok(rating),
        Err(error) => Err(of_error(state, error).await),
    }
}

/// Changes a rating, or hides it.
///
/// Stars and text are changed by who wrote it alone. A member of the skill's pack or an admin hides it with a reason,
/// which its author is shown, and shows it again.
#[utoipa::path(
    patch,
    path = "/api/skills/{name}/ratings/{id}",
    operation_id = "changeRating",
    tag = "ratings",
    security(("token" = ["ratings:write"]), ("session" = [])),
    params(OfRating),
    request_body = wire::RatingChange,
    responses(
        (status = OK, description = "The rating as it is now.", body = wire::Rating),
        MalformedWriteThere, Unauthenticated, Refused, RatingMissing, SkillWithdrawn, BodyTooLarge, InvalidBody,
        FaultOrFull
    )
)]
pub(crate) async fn change(
    State(state): State<AppState>,
    caller: Caller,
    FromPath((name, id)): FromPath<(SkillName, Id)>,
    Parameters(()): Parameters<()>,
    FromBody(change): FromBody<wire::RatingChange>,
) -> Result<Written, ApiError> {
    Written::changed(&set(&state, &caller, (&name, &id), &change).await?)
}

/// Changes a rating, for the API and for pages.
pub(crate) async fn set(
    state: &AppState,
    caller: &Caller,
    (name, id): (&SkillName, &str),
    change: &wire::RatingChange,
) -> Result<wire::Rating, ApiError> {
    let stars = change.stars.map(Stars::new).transpose();
    let reason = ("hiddenReason", change.hidden_reason.as_deref());
    let change = RatingChange {
        stars: stars.map_err(ApiError::in_field("stars"))?,
        words: change.text.as_deref().map(read).transpose()?,
        hiding: marked(change.is_hidden, reason, "a rating that is hidden")?,
    };
    let changed = state.catalog().change_rating(caller, (name, id), change);
    match changed.await {
        Ok(rating) => Ok(rating),
        Err(error) => Err(of_error(state, error).await),
    }
}

/// Withdraws a rating.
///
/// Only who wrote it may. The account can rate the skill again.
#[utoipa::path(
    delete,
    path = "/api/skills/{name}/ratings/{id}",
    operation_id = "deleteRating",
    tag = "ratings",
    security(("token" = ["ratings:write"]), ("session" = [])),
    params(OfRating),
    responses(
        (status = NO_CONTENT, description = "The rating is gone."),
        Malformed, Unauthenticated, Refused, RatingMissing, FaultOrFull
    )
)]
pub(crate) async fn delete(
    State(state): State<AppState>,
    caller: Caller,
    FromPath((name, id)): FromPath<(SkillName, Id)>,
    Parameters(()): Parameters<()>,
) -> Result<Written, ApiError> {
    remove(&state, &caller, &name, &id).await?;
    Ok(Written::gone())
}

/// Withdraws a rating, for the API and for pages.
pub(crate) async fn remove(
    state: &AppState,
    caller: &Caller,
    name: &SkillName,
    id: &str,
) -> Result<(), ApiError> {
    match state.catalog().withdraw_rating(caller, name, id).await {
        Ok(()) => Ok(()),
        Err(error) => Err(of_error(state, error).await),
    }
}

fn read(text: &str) -> Result<Words, ApiError> {
    text.parse().map_err(ApiError::in_field("text"))
}

/// Says why a rating is not written.
pub(crate) async fn of_error(state: &AppState, error: RatingError) -> ApiError {
    let message = error.to_string();
    match error {
        RatingError::NoSkill(name) => skills::absent(state, &name).await,
        RatingError::NoRating(_) => ApiError::new(Code::RatingNotFound, message),
        RatingError::There { .. } => ApiError::new(Code::RatingExists, message),
        RatingError::Withdrawn(_) => ApiError::new(Code::SkillWithdrawn, message),
        RatingError::OwnSkill(_) | RatingError::NotYours(_) => {
            ApiError::new(Code::Forbidden, message)
        }
        RatingError::Denied(denied) => denied.into(),
        RatingError::Store(error) => error.into(),
    }
}
