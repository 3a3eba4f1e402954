//! Trusted publishers of packs: jobs of continuous integration that publish without a secret.

use axum::extract::State;
use guild_catalog::{NewPublisher, PublisherError};
use guild_skill::{PackName, SkillName, wire};

use crate::api::Reply;
use crate::api::addresses::{OfPack, OfPublisher};
use crate::api::packs;
use crate::api::written::Written;
use crate::auth::{Caller, FromBody};
use crate::error::{ApiError, Code};
use crate::openapi::{
    BodyTooLarge, Fault, FaultOrFull, Hidden, Invalid, InvalidBody, Malformed, MalformedWriteThere,
    PackMissing, PublisherMissing, Refused, Unauthenticated,
};
use crate::paging::{PageParameters, Paging};
use crate::parameters::{FromPath, Id, Parameters};
use crate::state::AppState;

/// The longest text of a publisher, in characters.
const LENGTH: usize = 200;

/// Lists the publishers that a pack trusts.
///
/// The oldest comes first. Every account sees who answers for a pack.
#[utoipa::path(
    get,
    path = "/api/packs/{pack}/publishers",
    operation_id = "listPublishers",
    tag = "packs",
    security(("token" = []), ("session" = [])),
    params(OfPack, PageParameters),
    responses(
        (status = OK, description = "A page of the pack's publishers.", body = wire::List<wire::Publisher>),
        Malformed, Unauthenticated, Hidden, PackMissing, Invalid, Fault
    )
)]
pub(crate) async fn list(
    State(state): State<AppState>,
    caller: Caller,
    FromPath(pack): FromPath<PackName>,
    Parameters(Paging(page)): Parameters<Paging>,
) -> Result<Reply<wire::List<wire::Publisher>>, ApiError> {
    caller.account()?;
    packs::find(&state, &pack).await?;
    Ok(Reply(state.catalog().publishers(&pack, page).await?))
}

/// Trusts a job of continuous integration.
///
/// It publishes to the pack, or the one skill, with the identity that its issuer gives it. The same job once more is the
/// same publisher. Only an owner who is signed in may, or an admin.
#[utoipa::path(
    post,
    path = "/api/packs/{pack}/publishers",
    operation_id = "createPublisher",
    tag = "packs",
    security(("token" = ["admin"]), ("session" = [])),
    params(OfPack),
    request_body = wire::NewPublisher,
    responses(
        (status = OK, description = "The job is trusted already.", body = wire::Publisher),
        (status = CREATED, description = "The job is trusted from now on.", body = wire::Publisher),
        MalformedWriteThere, BodyTooLarge, Unauthenticated, Refused, PackMissing, InvalidBody, FaultOrFull
    )
)]
pub(crate) async fn create(
    State(state): State<AppState>,
    caller: Caller,
    FromPath(pack): FromPath<PackName>,
    Parameters(()): Parameters<()>,
    FromBody(new): FromBody<wire::NewPublisher>,
) -> Result<Written, ApiError> {
    let (is_new, publisher) = trust(&state, &caller, &pack, new).await?;
    if !is_new {
        return Written::changed(&publisher);
    }
    let path = format!("/api/packs/{pack}/publishers/{}", publisher.id);
    Ok(Written::created(&publisher)?.at(&path))
}

/// Trusts a job that somebody describes.
pub(crate) async fn trust(
    state: &AppState,
    caller: &Caller,
    pack: &PackName,
    new: wire::NewPublisher,
) -> Result<(bool, wire::Publisher), ApiError> {
    let new = read(state, new)?;
    let trusted = state.catalog().trust_publisher(caller, pack, new).await;
    trusted.map_err(|error| match error {
        PublisherError::Member(error) => error.into(),
        PublisherError::TooManyPublishers => ApiError::invalid(error.to_string()),
    })
}

fn read(state: &AppState, new: wire::NewPublisher) -> Result<NewPublisher, ApiError> {
    let skill = new.skill.as_deref().map(SkillName::parse).transpose();
    let audience = new
        .audience
        .unwrap_or_else(|| state.base_url().as_str().to_owned());
    Ok(NewPublisher {
        skill: skill.map_err(ApiError::in_field("skill"))?,
        // One that the catalog does not believe yet is harmless: its identities are refused until it does.
        issuer: one_line("issuer", &new.issuer)?,
        audience: one_line("audience", &audience)?,
        repository: one_line("repository", &new.repository)?,
        workflow: one_line("workflow", &new.workflow)?,
        environment: new
            .environment
            .map(|environment| one_line("environment", &environment))
            .transpose()?,
    })
}

fn one_line(field: &str, text: &str) -> Result<String, ApiError> {
    let is_long = text.chars().count() > LENGTH;
    let text = text.trim();
    if text.is_empty() || is_long || text.chars().any(char::is_control) {
        let message = format!("`{field}` is one line of 1 to {LENGTH} characters");
        return Err(ApiError::invalid(message));
    }
    Ok(text.to_owned())
}

/// Trusts a job no more.
///
/// A token that it has is over within 15 minutes. Only an owner who is signed in may, or an admin.
#[utoipa::path(
    delete,
    path = "/api/packs/{pack}/publishers/{id}",
    operation_id = "deletePublisher",
    tag = "packs",
    security(("token" = ["admin"]), ("session" = [])),
    params(OfPublisher),
    responses(
        (status = NO_CONTENT, description = "The job is trusted no more."),
        Malformed, Unauthenticated, Refused, PublisherMissing, FaultOrFull
    )
)]
pub(crate) async fn delete(
    State(state): State<AppState>,
    caller: Caller,
    FromPath((pack, id)): FromPath<(PackName, Id)>,
    Parameters(()): Parameters<()>,
) -> Result<Written, ApiError> {
    distrust(&state, &caller, &pack, &id).await?;
    Ok(Written::gone())
}

/// Trusts a publisher of a pack no more.
pub(crate) async fn distrust(
    state: &AppState,
    caller: &Caller,
    pack: &PackName,
    id: &str,
) -> Result<(), ApiError> {
    if state.catalog().distrust_publisher(caller, pack, id).await? {
        return Ok(());
    }
    let message = format!("the pack `{pack}` has no publisher of that id");
    Err(ApiError::new(Code::PublisherNotFound, message))
}
