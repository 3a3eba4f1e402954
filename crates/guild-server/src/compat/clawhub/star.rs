//! Stars of the client's account.

use axum::extract::{Path, State};
use serde_json::json;

use super::super::Asked;
use super::find;
use crate::api::stars;
use crate::api::written::Written;
use crate::auth::Caller;
use crate::error::ApiError;
use crate::state::AppState;

/// Stars a skill.
pub(in crate::compat) async fn set(
    State(state): State<AppState>,
    caller: Caller,
    Path(slug): Path<String>,
    asked: Asked,
) -> Result<Written, ApiError> {
    let entry = find(&state, &slug, &asked).await?;
    let is_new = stars::star(&state, &caller, &entry.name).await?.is_changed;
    Written::changed(&json!({ "ok": true, "starred": true, "alreadyStarred": !is_new }))
}

/// Takes a star back.
pub(in crate::compat) async fn delete(
    State(state): State<AppState>,
    caller: Caller,
    Path(slug): Path<String>,
    asked: Asked,
) -> Result<Written, ApiError> {
    let entry = find(&state, &slug, &asked).await?;
    let was_there = stars::unstar(&state, &caller, &entry.name)
        .await?
        .is_changed;
    Written::changed(&json!({ "ok": true, "unstarred": true, "alreadyUnstarred": !was_there }))
}
