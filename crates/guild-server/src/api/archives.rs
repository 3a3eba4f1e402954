//! Archives: the zips of releases, by digest and by name.

use axum::extract::State;
use guild_skill::{Digest, SkillName};
use semver::Version;
use utoipa::{IntoParams, IntoResponses};

use crate::api::addresses::{OfArchive, OfRelease, OfSkill};
use crate::api::{releases, skills};
use crate::document::{Document, Freshness, Media};
use crate::error::{ApiError, Code};
use crate::openapi::{
    ArchiveMissing, BehindTheEnd, Bytes, Fault, LatestArchiveMissing, Malformed,
    ReleaseArchiveMissing,
};
use crate::parameters::{FromPath, Parameters};
use crate::state::AppState;

/// Which part of an archive is wanted, for the published contract; the edge reads the header.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(
    dead_code,
    reason = "its fields describe parameters to readers of the contract"
)]
pub(crate) struct PartParameters {
    /// One range of bytes; several ranges, another unit or a malformed range are ignored and give the whole.
    #[param(rename = "Range", value_type = String, required = false, example = "bytes=0-1023")]
    range: Option<String>,
}

/// An archive, whole or in part.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "it describes answers to readers of the contract")]
pub(crate) enum ArchiveAnswer {
    /// The archive.
    #[response(status = OK, content_type = "application/zip")]
    Whole(Bytes),
    /// The part that the Range header asks for.
    #[response(status = PARTIAL_CONTENT, content_type = "application/zip")]
    Part(Bytes),
}

/// Downloads an archive by its digest.
///
/// The digest names the bytes, so the answer may be kept for ever. Single byte ranges are served.
#[utoipa::path(
    get,
    path = "/api/archives/{digest}",
    operation_id = "showArchive",
    tag = "archives",
    params(("digest" = String, Path, description = "The digest of the archive, in either layout.", max_length = 71, pattern = "^sha256:[0-9a-f]{64}$", example = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"), PartParameters),
    responses(ArchiveAnswer, Malformed, ArchiveMissing, BehindTheEnd, Fault)
)]
pub(crate) async fn show(
    State(state): State<AppState>,
    FromPath(digest): FromPath<Digest>,
    Parameters(()): Parameters<()>,
) -> Result<Document, ApiError> {
    let mut document = read(&state, &digest, format!("{}.zip", digest.hex())).await?;
    document.freshness = Freshness::Immutable;
    Ok(document)
}

/// Downloads the archive of a skill's newest release.
///
/// Its entries stand under the skill's name: it is unzipped into the skills folder.
#[utoipa::path(
    get,
    path = "/skills/{name}/{archive}",
    operation_id = "showLatestArchive",
    tag = "archives",
    params(OfSkill, OfArchive, PartParameters),
    responses(ArchiveAnswer, Malformed, LatestArchiveMissing, BehindTheEnd, Fault)
)]
pub(crate) async fn show_latest(
    State(state): State<AppState>,
    FromPath((name, archive)): FromPath<(SkillName, String)>,
    Parameters(()): Parameters<()>,
) -> Result<Document, ApiError> {
    check_name(&name, &archive)?;
    let entry = skills::find(&state, &name).await?;
    read_release(&state, &entry.latest.digest, archive).await
}

/// Downloads the archive of one release.
///
/// Its entries stand under the skill's name: it is unzipped into the skills folder.
#[utoipa::path(
    get,
    path = "/skills/{name}/releases/{version}/{archive}",
    operation_id = "showReleaseArchive",
    tag = "archives",
    params(OfRelease, OfArchive, PartParameters),
    responses(ArchiveAnswer, Malformed, ReleaseArchiveMissing, BehindTheEnd, Fault)
)]
pub(crate) async fn show_release(
    State(state): State<AppState>,
    FromPath((name, version, archive)): FromPath<(SkillName, Version, String)>,
    Parameters(()): Parameters<()>,
) -> Result<Document, ApiError> {
    check_name(&name, &archive)?;
    let release = releases::find(&state, &name, &version).await?;
    read_release(&state, &release.digest, archive).await
}

/// The name of the archive is `<skill_name>.zip`; anything else under a skill is not served.
fn check_name(name: &SkillName, archive: &str) -> Result<(), ApiError> {
    if archive.strip_suffix(".zip") == Some(name.as_str()) {
        return Ok(());
    }
    let message = format!("nothing is served under this path; the archive is `{name}.zip`");
    Err(ApiError::new(Code::RouteNotFound, message))
}

async fn read_release(state: &AppState, digest: &str, name: String) -> Result<Document, ApiError> {
    let digest = Digest::parse(digest).map_err(ApiError::fault)?;
    read(state, &digest, name).await
}

/// Reads an archive, to be saved under a name.
pub(crate) async fn read(
    state: &AppState,
    digest: &Digest,
    name: String,
) -> Result<Document, ApiError> {
    let archive = state.archives().read(state.catalog(), digest).await?;
    let archive = archive.ok_or_else(|| {
        let message = format!("the catalog has no archive `{digest}`");
        ApiError::new(Code::ArchiveNotFound, message)
    })?;
    let (skill, version) = &archive.release;
    Ok(Document {
        file_name: Some(name),
        digest: Some(digest.clone()),
        downloads: Some(state.catalog().download_counter(skill, version)),
        ..Document::checked(Media::Zip, archive.bytes)
    })
}
