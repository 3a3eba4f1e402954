//! The files of a release.

use axum::extract::State;
use guild_catalog::FileContent;
use guild_skill::{SkillName, wire};
use semver::Version;

use crate::api::addresses::OfRelease;
use crate::api::{Reply, releases};
use crate::document::{Document, Media};
use crate::error::{ApiError, Code};
use crate::openapi::{Bytes, Fault, FileMissing, Invalid, Malformed, ReleaseMissing};
use crate::paging::{PageParameters, Paging};
use crate::parameters::{FromPath, Parameters};
use crate::state::AppState;

/// Lists the files of a release.
///
/// They come in the order of their paths.
#[utoipa::path(
    get,
    path = "/api/skills/{name}/releases/{version}/files",
    operation_id = "listFiles",
    tag = "files",
    params(OfRelease, PageParameters),
    responses(
        (status = OK, description = "A page of files.", body = wire::List<wire::File>),
        Malformed, ReleaseMissing, Invalid, Fault
    )
)]
pub(crate) async fn list(
    State(state): State<AppState>,
    FromPath((name, version)): FromPath<(SkillName, Version)>,
    Parameters(Paging(page)): Parameters<Paging>,
) -> Result<Reply<wire::List<wire::File>>, ApiError> {
    match state.catalog().files(&name, &version, page).await? {
        Some(files) => Ok(Reply(files)),
        None => Err(releases::missing(&state, &name, &version).await),
    }
}

/// Shows the content of a file.
///
/// Text comes as `text/plain`, anything else as `application/octet-stream`: what an author wrote is never run in a reader's
/// browser.
#[utoipa::path(
    get,
    path = "/api/skills/{name}/releases/{version}/files/{*path}",
    operation_id = "showFile",
    tag = "files",
    params(
        OfRelease,
        ("*path" = String, Path, description = "The path in the skill's folder; it may hold slashes.", max_length = 1024, example = "SKILL.md")
    ),
    responses(
        (status = OK, description = "The content.", content((String = "text/plain"), (Bytes = "application/octet-stream"))),
        Malformed, FileMissing, Fault
    )
)]
pub(crate) async fn show(
    State(state): State<AppState>,
    FromPath((name, version, path)): FromPath<(SkillName, Version, String)>,
    Parameters(()): Parameters<()>,
) -> Result<Document, ApiError> {
    content(&state, &name, &version, &path).await
}

/// Gives the content of a file as nothing that a browser would run.
pub(crate) async fn content(
    state: &AppState,
    name: &SkillName,
    version: &Version,
    path: &str,
) -> Result<Document, ApiError> {
    let content = find(state, name, version, path).await?;
    let is_text = std::str::from_utf8(&content.bytes).is_ok_and(|text| !text.contains('\0'));
    let media = if is_text { Media::Text } else { Media::Bytes };
    Ok(Document::checked(media, content.bytes))
}

/// Finds the content of a file, for the API and for pages.
pub(crate) async fn find(
    state: &AppState,
    name: &SkillName,
    version: &Version,
    path: &str,
) -> Result<FileContent, ApiError> {
    if let Some(file) = state.catalog().file(name, version, path).await? {
        return Ok(file);
    }
    releases::find(state, name, version).await?;
    let message = format!("release {version} of `{name}` has no file `{path}`");
    Err(ApiError::new(Code::FileNotFound, message))
}
