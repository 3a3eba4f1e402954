//! The page of a document: a guide, or an operation of the API.

use askama::Template;
use axum::extract::State;

use super::layout::{Here, Layout};
use super::text::{self, Html};
use super::{assets, documents};
use crate::document::Document;
use crate::error::{ApiError, Code};
use crate::links;
use crate::pages;
use crate::parameters::FromPath;
use crate::state::AppState;

#[derive(Template)]
#[template(path = "doc.html")]
struct DocPage {
    layout: Layout,
    title: &'static str,
    summary: String,
    is_endpoint: bool,
    text: Html,
}

/// Shows a document.
pub(crate) async fn show(
    State(state): State<AppState>,
    FromPath((part, name)): FromPath<(String, String)>,
) -> Result<Document, ApiError> {
    let document = documents::find(&part, &name).ok_or_else(|| {
        let name = format!("{part}/{name}");
        let message = format!("There is no document `{}`.", text::visible(&name));
        ApiError::new(Code::RouteNotFound, message)
    })?;
    pages::render(&DocPage {
        layout: Layout::new(&state, Here::Docs, document.path()),
        title: document.title,
        summary: text::plain(&document.summary()),
        is_endpoint: document.part == documents::Part::Api,
        text: document.html(),
    })
}
