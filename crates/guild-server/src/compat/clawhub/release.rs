//! Versions, their files and their archives.

use axum::extract::{Path, State};
use guild_catalog::{PageRequest, SkillEntry};
use guild_skill::{Digest, SkillName, wire};
use semver::Version as Number;
use serde_json::json;

use super::super::{Address, Asked, version_of};
use super::shapes::{File, Version};
use super::{find, find_asked, find_release};
use crate::api::{archives, files, releases};
use crate::document::Document;
use crate::error::{ApiError, Code};
use crate::state::AppState;

/// How many versions are listed unless the client says how many.
const USUAL: u32 = 25;

/// Lists the versions of a skill.
pub(in crate::compat) async fn list(
    State(state): State<AppState>,
    Path(slug): Path<String>,
    asked: Asked,
) -> Result<Document, ApiError> {
    let entry = find(&state, &slug, &asked).await?;
    let releases = of_skill(&state, &entry.name, asked.limit(USUAL)).await?;
    let items: Vec<Version> = releases.iter().map(Version::of).collect();
    Document::json(&json!({ "items": items, "nextCursor": null }))
}

/// Gives the newest releases of a skill.
pub(super) async fn of_skill(
    state: &AppState,
    name: &SkillName,
    most: u32,
) -> Result<Vec<wire::Release>, ApiError> {
    let page = PageRequest::new(1, most).map_err(ApiError::fault)?;
    let releases = state.catalog().releases(name, page).await?;
    Ok(releases.map_or_else(Vec::new, |releases| releases.items))
}

/// Shows a version with its files.
pub(in crate::compat) async fn show(
    State(state): State<AppState>,
    Path((slug, version)): Path<(String, String)>,
    asked: Asked,
) -> Result<Document, ApiError> {
    let entry = find(&state, &slug, &asked).await?;
    let number = version_of(&entry.name, &version)?;
    let release = releases::find(&state, &entry.name, &number).await?;
    let files = all_files(&state, &entry.name, &number).await?;
    let version = Version {
        files: Some(files.into_iter().map(File::from).collect()),
        ..Version::of(&release)
    };
    Document::json(&json!({
        "version": version,
        "skill": { "slug": entry.name.as_str(), "displayName": entry.record.title },
    }))
}

/// Lists all files of a release.
pub(super) async fn all_files(
    state: &AppState,
    name: &SkillName,
    version: &Number,
) -> Result<Vec<wire::File>, ApiError> {
    let mut all = Vec::new();
    for page in 1.. {
        let page = PageRequest::new(page, guild_catalog::MAX_PAGE_SIZE).map_err(ApiError::fault)?;
        let Some(files) = state.catalog().files(name, version, page).await? else {
            break;
        };
        let is_last = u64::from(files.page) >= files.total_pages;
        all.extend(files.items);
        if is_last {
            break;
        }
    }
    Ok(all)
}

/// Shows a file.
pub(in crate::compat) async fn file(
    State(state): State<AppState>,
    Path(slug): Path<String>,
    asked: Asked,
) -> Result<Document, ApiError> {
    let entry = find(&state, &slug, &asked).await?;
    let release = find_release(&state, &entry, &asked).await?;
    let version = version_of(&entry.name, &release.version)?;
    let Some(path) = asked.text("path") else {
        let message = "the query names no `path`: it is that of a file in the skill's folder";
        return Err(ApiError::new(Code::MalformedQuery, message));
    };
    files::content(&state, &entry.name, &version, path).await
}

/// Downloads the archive that has SKILL.md at its root.
pub(in crate::compat) async fn download(
    State(state): State<AppState>,
    asked: Asked,
) -> Result<Document, ApiError> {
    let entry = find_asked(&state, &asked).await?;
    let release = find_release(&state, &entry, &asked).await?;
    let digest = Digest::parse(&release.root_digest).map_err(ApiError::fault)?;
    let name = format!("{}-{}.zip", release.skill, release.version);
    archives::read(&state, &digest, name).await
}

/// Says how a skill is installed: from its archive.
pub(in crate::compat) async fn install(
    State(state): State<AppState>,
    Path(slug): Path<String>,
    address: Address,
    asked: Asked,
) -> Result<Document, ApiError> {
    let entry = find(&state, &slug, &asked).await?;
    address.answer(&json!({
        "ok": true,
        "slug": entry.name.as_str(),
        "installKind": "archive",
        "archive": { "version": entry.latest.version, "downloadUrl": address.join(&download_path(&entry)) },
    }))
}

fn download_path(entry: &SkillEntry) -> String {
    // A name and a version hold nothing that a query would take for its own, but a `+`.
    let version = entry.latest.version.replace('+', "%2B");
    format!("/api/v1/download?slug={}&version={version}", entry.name)
}
