//! The JSON API: one file per resource, verbs as function names.

pub(crate) mod accounts;
mod addresses;
pub(crate) mod archives;
pub(crate) mod audit;
pub(crate) mod changes;
pub(crate) mod event_stream;
pub(crate) mod events;
pub(crate) mod facets;
pub(crate) mod files;
pub(crate) mod invitations;
pub(crate) mod keys;
pub(crate) mod matches;
pub(crate) mod members;
pub(crate) mod narrowing;
pub(crate) mod operations;
pub(crate) mod packs;
pub(crate) mod publishers;
pub(crate) mod ratings;
pub(crate) mod related;
pub(crate) mod releases;
pub(crate) mod reports;
pub(crate) mod sessions;
pub(crate) mod skills;
pub(crate) mod stars;
pub(crate) mod tokens;
pub(crate) mod trusted_tokens;
pub(crate) mod webhooks;
pub(crate) mod written;

use axum::response::IntoResponse;
use serde::Serialize;

use crate::document::Document;

/// A value as the body of an answer.
pub(crate) struct Reply<T>(pub(crate) T);

impl<T: Serialize> IntoResponse for Reply<T> {
    fn into_response(self) -> axum::response::Response {
        Document::json(&self.0).into_response()
    }
}
