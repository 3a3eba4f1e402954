//! The webhooks of the packs that somebody owns, and for an admin all: made, switched, removed, and what became of each
//! delivery.

use askama::Template;
use axum::extract::State;
use axum::response::{IntoResponse as _, Redirect, Response};
use guild_skill::wire::{self, DeliveryState, EventKind};

use super::{Person, again, momentary, page_request, viewer};
use crate::api::webhooks;
use crate::auth::{Caller, SignedForm, Viewer};
use crate::document::Document;
use crate::error::{ApiError, Code};
use crate::links;
use crate::pages::assets;
use crate::pages::layout::{Here, Layout};
use crate::pages::pager::{Pager, PagerQuery};
use crate::parameters::{Fields, FromPath, Id};
use crate::state::AppState;

/// The kinds of events as the form names them.
const KINDS: [(&str, EventKind, &str); 6] = [
    (
        "listed",
        EventKind::SkillListed,
        "a skill is listed for the first time",
    ),
    (
        "published",
        EventKind::ReleasePublished,
        "a further release is published",
    ),
    ("yanked", EventKind::ReleaseYanked, "a release is withdrawn"),
    (
        "unyanked",
        EventKind::ReleaseUnyanked,
        "a withdrawn release is put back",
    ),
    (
        "moved",
        EventKind::SkillMoved,
        "a skill moves to another pack",
    ),
    ("deleted", EventKind::SkillDeleted, "a skill is deleted"),
];

#[derive(Template)]
#[template(path = "accounts/webhooks.html")]
struct WebhooksPage {
    layout: Layout,
    viewer: Viewer,
    notice: Option<String>,
    webhooks: Vec<wire::Webhook>,
    packs: Vec<String>,
    pager: Pager,
}

#[derive(Template)]
#[template(path = "accounts/webhook.html")]
struct WebhookPage {
    layout: Layout,
    viewer: Viewer,
    /// A secret that was just made: shown now and never again.
    secret: Option<String>,
    webhook: wire::Webhook,
    kinds: String,
    deliveries: Vec<Delivery>,
    pager: Pager,
}

struct Delivery {
    id: String,
    what: String,
    state: &'static str,
    is_redelivery: bool,
    attempts: u32,
    /// In RFC 3339: here the hour counts.
    attempted: Option<String>,
    next: Option<String>,
    status: Option<u16>,
    took_ms: Option<u64>,
    answer: Option<String>,
    error: Option<String>,
}

/// Shows the webhooks.
pub(crate) async fn show_all(
    State(state): State<AppState>,
    person: Person,
    PagerQuery(number): PagerQuery,
) -> Result<Document, ApiError> {
    momentary(&all(&state, &person.caller, person.viewer, number).await?)
}

/// Makes a webhook, and shows its secret in this answer alone.
pub(crate) async fn make(
    State(state): State<AppState>,
    SignedForm { caller, mut fields }: SignedForm,
) -> Result<Response, ApiError> {
    let made = match read(&mut fields) {
        Ok(new) => webhooks::make(&state, &caller, new).await,
        Err(error) => Err(error),
    };
    match made {
        Ok(made) => with_secret(&state, &caller, made).await,
        Err(error) => {
            let page = all(&state, &caller, viewer()?, 1);
            again(error, page, |page, notice| WebhooksPage { notice, ..page }).await
        }
    }
}

/// Shows a webhook with its deliveries.
pub(crate) async fn show(
    State(state): State<AppState>,
    person: Person,
    FromPath(id): FromPath<Id>,
    PagerQuery(number): PagerQuery,
) -> Result<Document, ApiError> {
    momentary(&one(&state, &person.caller, person.viewer, (&id, number)).await?)
}

/// Switches a webhook on or off.
pub(crate) async fn switch(
    State(state): State<AppState>,
    FromPath(id): FromPath<Id>,
    SignedForm { caller, mut fields }: SignedForm,
) -> Result<Redirect, ApiError> {
    let change = wire::WebhookChange {
        is_enabled: Some(fields.flag("on")?.unwrap_or(false)),
        ..wire::WebhookChange::default()
    };
    state.catalog().change_webhook(&caller, &id, change).await?;
    Ok(Redirect::to(&links::webhook(&id)))
}

/// Makes another secret, and shows it in this answer alone.
pub(crate) async fn rotate(
    State(state): State<AppState>,
    FromPath(id): FromPath<Id>,
    SignedForm { caller, .. }: SignedForm,
) -> Result<Response, ApiError> {
    let made = webhooks::new_secret(&state, &caller, &id).await?;
    with_secret(&state, &caller, made).await
}

/// Removes a webhook.
pub(crate) async fn remove(
    State(state): State<AppState>,
    FromPath(id): FromPath<Id>,
    SignedForm { caller, .. }: SignedForm,
) -> Result<Redirect, ApiError> {
    let removed = state.catalog().remove_webhook(&caller, &id).await;
    match removed.map_err(ApiError::from) {
        // Gone already is gone as well.
        Err(error) if error.code != Code::WebhookNotFound => Err(error),
        Ok(()) | Err(_) => Ok(Redirect::to(links::webhooks())),
    }
}

/// Tells something once more.
pub(crate) async fn redeliver(
    State(state): State<AppState>,
    FromPath((id, delivery)): FromPath<(Id, Id)>,
    SignedForm { caller, .. }: SignedForm,
) -> Result<Redirect, ApiError> {
    state.catalog().redeliver(&caller, &id, &delivery).await?;
    Ok(Redirect::to(&links::webhook(&id)))
}

async fn with_secret(
    state: &AppState,
    caller: &Caller,
    made: wire::CreatedWebhook,
) -> Result<Response, ApiError> {
    let page = one(state, caller, viewer()?, (&made.webhook.id, 1)).await?;
    let page = WebhookPage {
        secret: Some(made.secret),
        ..page
    };
    Ok(momentary(&page)?.into_response())
}

fn read(fields: &mut Fields) -> Result<wire::NewWebhook, ApiError> {
    let mut kinds = Vec::new();
    for (word, kind, _) in KINDS {
        if fields.flag(word)? == Some(true) {
            kinds.push(kind);
        }
    }
    Ok(wire::NewWebhook {
        url: fields.text("url").unwrap_or_default().trim().to_owned(),
        pack: fields.text("pack").filter(|pack| !pack.is_empty()),
        skill: fields.text("skill").filter(|skill| !skill.is_empty()),
        kinds,
    })
}

async fn all(
    state: &AppState,
    caller: &Caller,
    viewer: Viewer,
    number: u32,
) -> Result<WebhooksPage, ApiError> {
    let request = page_request(number)?;
    let list = state.catalog().webhooks(caller, request).await?;
    let owned = caller.roles.iter();
    let owned = owned.filter(|(_, role)| **role == guild_skill::Role::Owner);
    Ok(WebhooksPage {
        layout: Layout::unlisted(state, Here::Account),
        viewer,
        notice: None,
        pager: Pager::of(&list, links::webhooks()),
        webhooks: list.items,
        packs: owned.map(|(pack, _)| pack.to_string()).collect(),
    })
}

async fn one(
    state: &AppState,
    caller: &Caller,
    viewer: Viewer,
    (id, number): (&str, u32),
) -> Result<WebhookPage, ApiError> {
    let webhook = state.catalog().webhook(caller, id).await?;
    let request = page_request(number)?;
    let list = state.catalog().deliveries(caller, id, request).await?;
    let told = KINDS
        .iter()
        .filter(|(_, kind, _)| webhook.kinds.contains(kind));
    let told: Vec<&str> = told.map(|(_, _, meaning)| *meaning).collect();
    Ok(WebhookPage {
        layout: Layout::unlisted(state, Here::Account),
        viewer,
        secret: None,
        kinds: match told.is_empty() {
            true => "whatever happens".to_owned(),
            false => told.join("; "),
        },
        pager: Pager::of(&list, &links::webhook(id)),
        deliveries: list.items.into_iter().map(Delivery::of).collect(),
        webhook,
    })
}

impl Delivery {
    fn of(delivery: wire::WebhookDelivery) -> Self {
        let event = &delivery.event;
        let what = match &event.version {
            Some(version) => format!("{} {version}", event.skill),
            None => event.skill.clone(),
        };
        let kind = KINDS.iter().find(|(_, kind, _)| *kind == event.kind);
        Self {
            what: format!("{what}: {}", kind.map_or("", |(_, _, meaning)| *meaning)),
            id: delivery.id,
            state: match delivery.state {
                DeliveryState::Pending => "waiting",
                DeliveryState::Delivered => "delivered",
                DeliveryState::Failed => "failed",
            },
            is_redelivery: delivery.is_redelivery,
            attempts: delivery.attempts,
            attempted: delivery.attempted_at,
            next: delivery.next_attempt_at,
            status: delivery.status,
            took_ms: delivery.took_ms,
            answer: delivery.answer.filter(|answer| !answer.is_empty()),
            error: delivery.error,
        }
    }
}
