//! A result that somebody asked to keep: shown to whoever has its address, and removed when they ask for it.

use askama::Template;
use axum::extract::{Request, State};
use guild_catalog::{KeptKey, rfc3339};

use super::assets;
use super::check;
use super::checked::Checked;
use super::checkup::Checkup;
use super::entry::ShownDate;
use super::layout::{Here, Layout};
use crate::document::{Document, Freshness};
use crate::error::{ApiError, Code};
use crate::links;
use crate::pages;
use crate::parameters::FromPath;
use crate::posted;
use crate::state::AppState;

#[derive(Template)]
#[template(path = "kept.html")]
struct KeptPage {
    layout: Layout,
    key: String,
    until: ShownDate,
    checked: Checked,
}

/// Shows a result.
pub(crate) async fn show(
    State(state): State<AppState>,
    FromPath(key): FromPath<String>,
) -> Result<Document, ApiError> {
    let key = parse(&key)?;
    let kept = state.catalog().kept_check(&key).await?.ok_or_else(gone)?;
    let checkup = Checkup::of_json(&kept.content).ok_or_else(gone)?;
    let page = KeptPage {
        layout: Layout::unlisted(&state, Here::Check),
        key: key.to_string(),
        until: ShownDate::of_time(&rfc3339(kept.expires_at)).ok_or_else(gone)?,
        checked: Checked::new(&checkup, state.rules()),
    };
    Ok(Document {
        freshness: Freshness::Momentary,
        ..pages::render(&page)?
    })
}

/// Removes a result; what is gone already is gone as well.
pub(crate) async fn remove(
    State(state): State<AppState>,
    FromPath(key): FromPath<String>,
    request: Request,
) -> Result<Document, ApiError> {
    posted::refuse_cross_site(request.headers(), state.base_url().as_str())?;
    state.catalog().remove_kept_check(&parse(&key)?).await?;
    check::after_removal(&state).await
}

fn parse(key: &str) -> Result<KeptKey, ApiError> {
    key.parse().map_err(|_| gone())
}

/// Never kept, removed, and out of time look alike from outside.
fn gone() -> ApiError {
    ApiError::new(
        Code::RouteNotFound,
        "no result is kept under this address: it was removed, or its time is over. Check the text again",
    )
}
