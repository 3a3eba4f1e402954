//! The registry that npm `clawhub` speaks to.
//!
//! Its slug is a skill's name and its owner a pack. Refusals are plain text, which the client shows as it comes.

mod fingerprint;
mod list;
mod release;
mod shapes;
mod skill;
mod star;
mod verify;
mod write;

use axum::Router;
use axum::routing::{get, post};
use guild_catalog::SkillEntry;
use guild_skill::wire;
use serde_json::json;

use super::{Address, Asked, find_skill, pack_name, version_of};
use crate::api::releases;
use crate::document::Document;
use crate::error::{ApiError, Code};
use crate::state::AppState;

/// Where everything is but the first question.
const ROOT: &str = "/api/v1/";

/// Whether a path belongs to this registry, whose refusals are plain text.
pub(crate) fn is_of_clawhub(path: &str) -> bool {
    path.starts_with(ROOT)
}

/// The routes of the registry.
pub(super) fn router() -> Router<AppState> {
    Router::new()
        .route("/.well-known/clawhub.json", get(discover))
        .route("/.well-known/clawdhub.json", get(discover))
        .route("/api/v1/search", get(list::search))
        .route("/api/v1/skills", get(list::list).post(write::publish))
        .route(
            "/api/v1/skills/{slug}",
            get(skill::show).delete(write::delete),
        )
        .route("/api/v1/skills/{slug}/undelete", post(write::undelete))
        .route("/api/v1/skills/-/upload-url", post(write::upload_address))
        .route("/api/v1/uploads", post(write::upload))
        .route("/api/v1/whoami", get(write::whoami))
        .route("/api/v1/stars/{slug}", post(star::set).delete(star::delete))
        .route("/api/cli/telemetry/install", post(write::telemetry))
        .route("/api/v1/skills/{slug}/moderation", get(verify::moderation))
        .route("/api/v1/skills/{slug}/verify", get(verify::show))
        .route("/api/v1/skills/{slug}/versions", get(release::list))
        .route(
            "/api/v1/skills/{slug}/versions/{version}",
            get(release::show).delete(write::delete_version),
        )
        .route(
            "/api/v1/skills/{slug}/versions/{version}/restore",
            post(write::restore_version),
        )
        .route("/api/v1/skills/{slug}/file", get(release::file))
        .route("/api/v1/skills/{slug}/install", get(release::install))
        .route("/api/v1/download", get(release::download))
        .route("/api/v1/resolve", get(fingerprint::resolve))
}

/// Says where the registry is, which has to be a whole address.
async fn discover(address: Address) -> Result<Document, ApiError> {
    address.answer(&json!({ "apiBase": address.join(""), "authBase": address.join("") }))
}

/// Finds the skill that a request is about; the owner, where one is named, has to be its pack.
async fn find(state: &AppState, slug: &str, asked: &Asked) -> Result<SkillEntry, ApiError> {
    find_of(state, slug, asked.text("ownerHandle")).await
}

/// Finds a skill of an owner, if one is named.
async fn find_of(
    state: &AppState,
    slug: &str,
    owner: Option<&str>,
) -> Result<SkillEntry, ApiError> {
    let entry = find_skill(state, slug).await?;
    let Some(owner) = owner else {
        return Ok(entry);
    };
    let owner = pack_name(owner.trim_start_matches('@'))?;
    if owner == entry.pack {
        return Ok(entry);
    }
    let message = format!(
        "the pack `{owner}` has no skill `{}`; it is in `{}`: `@{}/{}`",
        entry.name, entry.pack, entry.pack, entry.name
    );
    Err(ApiError::new(Code::SkillNotFound, message))
}

/// Finds the release that a request is about: the one whose version it names, or the newest.
async fn find_release(
    state: &AppState,
    entry: &SkillEntry,
    asked: &Asked,
) -> Result<wire::Release, ApiError> {
    match (asked.text("version"), asked.text("tag")) {
        (Some(version), _) => {
            let version = version_of(&entry.name, version)?;
            releases::find(state, &entry.name, &version).await
        }
        (None, None | Some("latest")) => Ok(entry.latest.clone()),
        (None, Some(_)) => {
            let message = format!("`{}` has no tag but `latest`", entry.name);
            Err(ApiError::new(Code::ReleaseNotFound, message))
        }
    }
}

/// Finds the skill whose slug stands in the query.
async fn find_asked(state: &AppState, asked: &Asked) -> Result<SkillEntry, ApiError> {
    let Some(slug) = asked.text("slug") else {
        let message = "the query names no `slug`: it is the name of a skill";
        return Err(ApiError::new(Code::MalformedQuery, message));
    };
    find(state, slug, asked).await
}
