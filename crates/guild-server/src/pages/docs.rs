//! The list of documents: the guide, and one for each operation of the API.

use askama::Template;
use axum::extract::State;

use super::assets;
use super::documents::{self, Part};
use super::layout::{Here, Layout};
use super::text::Html;
use crate::document::Document;
use crate::error::ApiError;
use crate::links;
use crate::pages;
use crate::state::AppState;

#[derive(Template)]
#[template(path = "docs.html")]
struct DocsPage {
    layout: Layout,
    guides: Vec<DocumentLine>,
    endpoints: Vec<DocumentLine>,
}

/// A document in the list.
struct DocumentLine {
    path: String,
    title: &'static str,
    summary: Html,
}

/// Shows all documents.
pub(crate) async fn show(State(state): State<AppState>) -> Result<Document, ApiError> {
    pages::render(&DocsPage {
        layout: Layout::new(&state, Here::Docs, links::docs()),
        guides: documents::of(Part::Guide).map(DocumentLine::of).collect(),
        endpoints: documents::of(Part::Api).map(DocumentLine::of).collect(),
    })
}

impl DocumentLine {
    fn of(document: &'static documents::Document) -> Self {
        Self {
            path: document.path(),
            title: document.title,
            summary: document.summary(),
        }
    }
}
