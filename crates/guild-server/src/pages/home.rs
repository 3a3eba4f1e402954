//! The first page: what the catalog holds.

use askama::Template;
use axum::extract::State;
use guild_catalog::PageRequest;
use guild_skill::wire;

use crate::document::Document;
use crate::error::ApiError;
use crate::links;
use crate::pages;
use crate::state::AppState;

#[derive(Template)]
#[template(path = "home.html")]
struct HomePage {
    packs: Vec<wire::Pack>,
}

/// Shows the packs.
pub(crate) async fn show(State(state): State<AppState>) -> Result<Document, ApiError> {
    let packs = state.catalog().packs(PageRequest::FIRST).await;
    let packs = packs.map_err(ApiError::fault)?.items;
    pages::render(&HomePage { packs })
}
