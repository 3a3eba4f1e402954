//! One skill.

use axum::extract::{Path, State};
use serde_json::json;

use super::super::Asked;
use super::find;
use super::shapes::{Skill, Version, owner};
use crate::document::Document;
use crate::error::ApiError;
use crate::state::AppState;

/// Shows a skill with its newest version.
pub(in crate::compat) async fn show(
    State(state): State<AppState>,
    Path(slug): Path<String>,
    asked: Asked,
) -> Result<Document, ApiError> {
    let entry = find(&state, &slug, &asked).await?;
    Document::json(&json!({
        "skill": Skill::of(&entry),
        "latestVersion": Version::of(&entry.latest),
        "owner": owner(&entry),
        "moderation": null,
    }))
}
