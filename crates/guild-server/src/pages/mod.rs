//! The pages that people read.
//!
//! A page is a struct, a template beside it, and how long it may be kept. Its handler gives back a [`Document`], which
//! the edge finishes, keeps and answers from, as it does for the API.

mod error;
mod home;

use askama::Template;
use axum::Router;
use axum::routing::get;

use crate::document::{Document, Media};
use crate::error::ApiError;
use crate::state::AppState;

pub(crate) use error::error_page;

/// The routes of people.
pub(crate) fn router() -> Router<AppState> {
    Router::new().route("/", get(home::show))
}

/// Renders a page that is kept until the catalog changes or a new day begins.
pub(crate) fn render(page: &impl Template) -> Result<Document, ApiError> {
    let html = page.render().map_err(ApiError::fault)?;
    Ok(Document::checked(Media::Html, html))
}
