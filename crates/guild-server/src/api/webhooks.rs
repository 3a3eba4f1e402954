//! Webhooks: addresses that are told of events, and what became of each telling.

use axum::extract::State;
use guild_catalog::{SigningSecret, Told, WebhookError};
use guild_skill::{PackName, SkillName, wire};

use crate::api::Reply;
use crate::api::addresses::{OfDelivery, OfWebhook};
use crate::api::written::Written;
use crate::auth::{Caller, FromBody};
use crate::error::{ApiError, Code};
use crate::openapi::{
    BodyTooLarge, DeliveryMissing, Fault, FaultOrFull, Hidden, Invalid, InvalidBody, Malformed,
    MalformedQuery, MalformedWrite, MalformedWriteThere, Refused, ToldMissing, TooManyRedeliveries,
    TooManyWebhooks, Unauthenticated, WebhookMissing,
};
use crate::paging::{PageParameters, Paging};
use crate::parameters::{FromPath, Id, Parameters};
use crate::state::AppState;
use crate::webhooks;

/// How many kinds of events there are.
const KINDS: usize = 6;

/// Lists the webhooks that the caller decides on.
///
/// The newest comes first. An admin sees all, an owner who is signed in those of their packs.
#[utoipa::path(
    get,
    path = "/api/webhooks",
    operation_id = "listWebhooks",
    tag = "webhooks",
    security(("token" = ["admin"]), ("session" = [])),
    params(PageParameters),
    responses(
        (status = OK, description = "A page of webhooks, without their secrets.", body = wire::List<wire::Webhook>),
        MalformedQuery, Unauthenticated, Hidden, Invalid, Fault
    )
)]
pub(crate) async fn list(
    State(state): State<AppState>,
    caller: Caller,
    Parameters(Paging(page)): Parameters<Paging>,
) -> Result<Reply<wire::List<wire::Webhook>>, ApiError> {
    Ok(Reply(state.catalog().webhooks(&caller, page).await?))
}

/// Makes a webhook.
///
/// It is told of what happens from now on. Its secret is in this answer and never again. Owners of a pack who are signed
/// in make one for the pack or a skill of it, admins for every pack.
#[utoipa::path(
    post,
    path = "/api/webhooks",
    operation_id = "createWebhook",
    tag = "webhooks",
    security(("token" = ["admin"]), ("session" = [])),
    request_body = wire::NewWebhook,
    responses(
        (status = CREATED, description = "The webhook with its secret.", body = wire::CreatedWebhook),
        MalformedWrite, BodyTooLarge, Unauthenticated, Refused, ToldMissing, TooManyWebhooks, InvalidBody, FaultOrFull
    )
)]
pub(crate) async fn create(
    State(state): State<AppState>,
    caller: Caller,
    Parameters(()): Parameters<()>,
    FromBody(new): FromBody<wire::NewWebhook>,
) -> Result<Written, ApiError> {
    let made = make(&state, &caller, new).await?;
    let path = format!("/api/webhooks/{}", made.webhook.id);
    Ok(Written::created(&made)?.at(&path))
}

/// Makes a webhook of what somebody wishes for.
pub(crate) async fn make(
    state: &AppState,
    caller: &Caller,
    new: wire::NewWebhook,
) -> Result<wire::CreatedWebhook, ApiError> {
    check_url(state, &new.url)?;
    check_kinds(&new.kinds)?;
    let pack = new.pack.as_deref().map(PackName::parse).transpose();
    let skill = new.skill.as_deref().map(SkillName::parse).transpose();
    let told = Told {
        pack: pack.map_err(ApiError::in_field("pack"))?,
        skill: skill.map_err(ApiError::in_field("skill"))?,
        kinds: new.kinds,
    };
    if told.skill.is_some() && told.pack.is_none() {
        let message = "`skill` stands beside the `pack` that lists it";
        return Err(ApiError::invalid(message));
    }
    let made = state
        .catalog()
        .create_webhook(caller, new.url, told)
        .await?;
    Ok(with_secret(made))
}

/// Shows a webhook.
///
/// Its secret is not shown.
#[utoipa::path(
    get,
    path = "/api/webhooks/{id}",
    operation_id = "showWebhook",
    tag = "webhooks",
    security(("token" = ["admin"]), ("session" = [])),
    params(OfWebhook),
    responses(
        (status = OK, description = "The webhook.", body = wire::Webhook),
        Malformed, Unauthenticated, Hidden, WebhookMissing, Fault
    )
)]
pub(crate) async fn show(
    State(state): State<AppState>,
    caller: Caller,
    FromPath(id): FromPath<Id>,
    Parameters(()): Parameters<()>,
) -> Result<Reply<wire::Webhook>, ApiError> {
    Ok(Reply(state.catalog().webhook(&caller, &id).await?))
}

/// Changes a webhook.
///
/// One that is enabled again is told of what happens from then on; `GET /api/events` has what happened before.
#[utoipa::path(
    patch,
    path = "/api/webhooks/{id}",
    operation_id = "changeWebhook",
    tag = "webhooks",
    security(("token" = ["admin"]), ("session" = [])),
    params(OfWebhook),
    request_body = wire::WebhookChange,
    responses(
        (status = OK, description = "The webhook as it is now.", body = wire::Webhook),
        MalformedWriteThere, BodyTooLarge, Unauthenticated, Refused, WebhookMissing, InvalidBody, FaultOrFull
    )
)]
pub(crate) async fn change(
    State(state): State<AppState>,
    caller: Caller,
    FromPath(id): FromPath<Id>,
    Parameters(()): Parameters<()>,
    FromBody(change): FromBody<wire::WebhookChange>,
) -> Result<Written, ApiError> {
    if let Some(url) = &change.url {
        check_url(&state, url)?;
    }
    check_kinds(change.kinds.as_deref().unwrap_or_default())?;
    let changed = state.catalog().change_webhook(&caller, &id, change).await?;
    Written::changed(&changed)
}

/// Removes a webhook with its deliveries.
///
/// What is on its way to the receiver still arrives.
#[utoipa::path(
    delete,
    path = "/api/webhooks/{id}",
    operation_id = "deleteWebhook",
    tag = "webhooks",
    security(("token" = ["admin"]), ("session" = [])),
    params(OfWebhook),
    responses(
        (status = NO_CONTENT, description = "The webhook is gone."),
        Malformed, Unauthenticated, Refused, WebhookMissing, FaultOrFull
    )
)]
pub(crate) async fn delete(
    State(state): State<AppState>,
    caller: Caller,
    FromPath(id): FromPath<Id>,
    Parameters(()): Parameters<()>,
) -> Result<Written, ApiError> {
    state.catalog().remove_webhook(&caller, &id).await?;
    Ok(Written::gone())
}

/// Gives a webhook another secret.
///
/// It is in this answer and never again. The one before signs too for a day, so that a receiver can be told in peace.
#[utoipa::path(
    post,
    path = "/api/webhooks/{id}/secrets",
    operation_id = "createWebhookSecret",
    tag = "webhooks",
    security(("token" = ["admin"]), ("session" = [])),
    params(OfWebhook),
    responses(
        (status = CREATED, description = "The webhook with its new secret.", body = wire::CreatedWebhook),
        Malformed, Unauthenticated, Refused, WebhookMissing, FaultOrFull
    )
)]
pub(crate) async fn rotate(
    State(state): State<AppState>,
    caller: Caller,
    FromPath(id): FromPath<Id>,
    Parameters(()): Parameters<()>,
) -> Result<Written, ApiError> {
    Written::created(&new_secret(&state, &caller, &id).await?)
}

/// Gives a webhook another secret.
pub(crate) async fn new_secret(
    state: &AppState,
    caller: &Caller,
    id: &str,
) -> Result<wire::CreatedWebhook, ApiError> {
    let made = state.catalog().rotate_webhook(caller, id).await?;
    Ok(with_secret(made))
}

/// Lists the deliveries of a webhook.
///
/// The newest comes first. Those that are done are kept for 30 days.
#[utoipa::path(
    get,
    path = "/api/webhooks/{id}/deliveries",
    operation_id = "listWebhookDeliveries",
    tag = "webhooks",
    security(("token" = ["admin"]), ("session" = [])),
    params(OfWebhook, PageParameters),
    responses(
        (status = OK, description = "A page of deliveries.", body = wire::List<wire::WebhookDelivery>),
        Malformed, Unauthenticated, Hidden, WebhookMissing, Invalid, Fault
    )
)]
pub(crate) async fn list_deliveries(
    State(state): State<AppState>,
    caller: Caller,
    FromPath(id): FromPath<Id>,
    Parameters(Paging(page)): Parameters<Paging>,
) -> Result<Reply<wire::List<wire::WebhookDelivery>>, ApiError> {
    Ok(Reply(state.catalog().deliveries(&caller, &id, page).await?))
}

/// Tells an event to a webhook once more.
///
/// The receiver gets the same message under the same `webhook-id`, whether it took it before or not.
#[utoipa::path(
    post,
    path = "/api/webhooks/{id}/deliveries/{delivery}/redeliveries",
    operation_id = "createWebhookRedelivery",
    tag = "webhooks",
    security(("token" = ["admin"]), ("session" = [])),
    params(OfDelivery),
    responses(
        (status = CREATED, description = "The new delivery, which is not tried yet.", body = wire::WebhookDelivery),
        Malformed, Unauthenticated, Refused, DeliveryMissing, TooManyRedeliveries, FaultOrFull
    )
)]
pub(crate) async fn redeliver(
    State(state): State<AppState>,
    caller: Caller,
    FromPath((id, delivery)): FromPath<(Id, Id)>,
    Parameters(()): Parameters<()>,
) -> Result<Written, ApiError> {
    let made = state.catalog().redeliver(&caller, &id, &delivery).await?;
    Written::created(&made)
}

fn with_secret((webhook, secret): (wire::Webhook, SigningSecret)) -> wire::CreatedWebhook {
    wire::CreatedWebhook {
        secret: webhooks::shown(&secret),
        webhook,
    }
}

fn check_url(state: &AppState, url: &str) -> Result<(), ApiError> {
    let checked = state.messenger().check(url);
    checked.map_err(ApiError::in_field("url"))
}

/// There are six kinds, and a seventh is one of them again.
fn check_kinds(kinds: &[wire::EventKind]) -> Result<(), ApiError> {
    if kinds.len() <= KINDS {
        return Ok(());
    }
    let message = format!("`kinds` holds {KINDS} at the most");
    Err(ApiError::invalid(message))
}

impl From<WebhookError> for ApiError {
    fn from(error: WebhookError) -> Self {
        let code = match error {
            WebhookError::Denied(denied) => return denied.into(),
            WebhookError::Store(error) => return error.into(),
            WebhookError::NoWebhook(_) => Code::WebhookNotFound,
            WebhookError::NoDelivery(_) => Code::DeliveryNotFound,
            WebhookError::NoPack(_) => Code::PackNotFound,
            WebhookError::NoSkill { .. } => Code::SkillNotFound,
            WebhookError::TooMany => Code::TooManyWebhooks,
            WebhookError::TooManyAskedFor => Code::TooManyRedeliveries,
        };
        Self::new(code, error.to_string())
    }
}
