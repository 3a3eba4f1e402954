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
use guild_catalog::Reason;
use serde::Serialize;

use crate::document::Document;
use crate::error::ApiError;

/// Reads a mark that takes a reason when it is set and none when it is taken off; nothing for nothing. `subject` says
/// what carries the mark, with its article.
fn marked(
    mark: Option<bool>,
    (field, reason): (&str, Option<&str>),
    subject: &str,
) -> Result<Option<Option<Reason>>, ApiError> {
    match (mark, reason) {
        (Some(true), reason) => {
            let reason = reason.unwrap_or_default().parse::<Reason>();
            Ok(Some(Some(reason.map_err(ApiError::in_field(field))?)))
        }
        (Some(false), None) => Ok(Some(None)),
        (None, None) => Ok(None),
        (Some(false) | None, Some(_)) => Err(ApiError::invalid(format!(
            "`{field}` is for {subject} by the same request"
        ))),
    }
}

/// A value as the body of an answer.
pub(crate) struct Reply<T>(pub(crate) T);

impl<T: Serialize> IntoResponse for Reply<T> {
    fn into_response(self) -> axum::response::Response {
        Document::json(&self.0).into_response()
    }
}
