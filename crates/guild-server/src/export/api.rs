//! Writing what programs read: archives, files, the log, and the JSON of the API with each list whole.

use std::collections::BTreeMap;
use std::io;

use guild_skill::log::{TileId, entries_path};
use serde_json::{Value, json};

use super::walk::{Walk, parsed};
use super::{ExportError, address};
use crate::links;

/// How many hashes a tile of the log holds.
const PER_TILE: u64 = guild_skill::log::HASHES_PER_TILE;

/// What the catalog holds.
pub(super) struct Names {
    pub(super) packs: Vec<String>,
    /// The versions of each skill, newest first.
    pub(super) skills: BTreeMap<String, Vec<String>>,
}

/// Writes it all, the archives first.
pub(super) async fn write<T>(walk: &mut Walk<'_, T>) -> Result<Names, ExportError>
where
    T: FnMut(&str, &[u8]) -> io::Result<()>,
{
    let skills = list(walk, "/api/skills").await?;
    let mut versions = BTreeMap::new();
    for skill in texts(&skills, "name") {
        let path = format!("/api/skills/{skill}/releases");
        let releases = list(walk, &path).await?;
        for release in items(&releases) {
            write_release(walk, &skill, release).await?;
        }
        put(walk, &path, &releases)?;
        walk.copy(&format!("/skills/{skill}/{skill}.zip")).await?;
        versions.insert(skill, texts(&releases, "version"));
    }
    write_log(walk).await?;
    for skill in versions.keys() {
        walk.copy(&format!("/api/skills/{skill}")).await?;
    }
    let packs = list(walk, "/api/packs").await?;
    for pack in texts(&packs, "name") {
        let path = format!("/api/packs/{pack}");
        walk.copy(&path).await?;
        let path = format!("{path}/skills");
        let skills = list(walk, &path).await?;
        put(walk, &path, &skills)?;
    }
    put(walk, "/api/packs", &packs)?;
    put(walk, "/api/skills", &skills)?;
    let events = list(walk, "/api/events").await?;
    put(walk, "/api/events", &events)?;
    Ok(Names {
        packs: texts(&packs, "name"),
        skills: versions,
    })
}

async fn write_release<T>(
    walk: &mut Walk<'_, T>,
    skill: &str,
    release: &Value,
) -> Result<(), ExportError>
where
    T: FnMut(&str, &[u8]) -> io::Result<()>,
{
    let version = release["version"].as_str().unwrap_or_default();
    for digest in ["digest", "rootDigest"] {
        let digest = release[digest].as_str().unwrap_or_default();
        walk.copy(&links::api_archive(digest)).await?;
    }
    walk.copy(&links::release_zip(skill, version)).await?;
    let path = links::api_files(skill, version);
    let files = list(walk, &path).await?;
    for file in texts(&files, "path") {
        walk.copy(&links::api_file(skill, version, &file)).await?;
    }
    put(walk, &path, &files)?;
    let path = format!("/api{}", links::release(skill, version));
    walk.copy(&path).await
}

/// Writes the log: its tiles at its length of now, and its head after them.
async fn write_log<T>(walk: &mut Walk<'_, T>) -> Result<(), ExportError>
where
    T: FnMut(&str, &[u8]) -> io::Result<()>,
{
    let size = walk.export.state.catalog().log_head().await?.size;
    for index in 0..size.div_ceil(PER_TILE) {
        let width = (size - index * PER_TILE).min(PER_TILE);
        walk.copy(&format!("/log/{}", entries_path(index, width)))
            .await?;
    }
    let mut level = 0;
    let mut hashes = size;
    while hashes > 0 {
        for index in 0..hashes.div_ceil(PER_TILE) {
            let id = TileId { level, index };
            let path = id.path(id.width(size));
            walk.copy(&format!("/log/{path}")).await?;
        }
        level += 1;
        hashes /= PER_TILE;
    }
    walk.copy("/log/key").await?;
    walk.copy("/log/checkpoint").await
}

/// Asks for all pages of a list, and makes them one.
async fn list<T>(walk: &Walk<'_, T>, path: &str) -> Result<Value, ExportError> {
    let mut all: Vec<Value> = Vec::new();
    for page in 1_u32.. {
        let path = format!(
            "{path}?page={page}&pageSize={}",
            guild_catalog::MAX_PAGE_SIZE
        );
        let mut answer = parsed(&path, &walk.export.demand(&path).await?)?;
        let is_last = answer["totalPages"].as_u64() <= Some(u64::from(page));
        if let Some(items) = answer["items"].as_array_mut() {
            all.append(items);
        }
        if is_last {
            break;
        }
    }
    let count = all.len();
    Ok(json!({
        "items": all,
        "page": 1,
        "pageSize": count.max(1),
        "totalItems": count,
        "totalPages": count.min(1),
    }))
}

fn put<T>(walk: &mut Walk<'_, T>, path: &str, value: &Value) -> Result<(), ExportError>
where
    T: FnMut(&str, &[u8]) -> io::Result<()>,
{
    match address::of(path) {
        Some(address) => walk.give(&address.file, value.to_string().as_bytes()),
        None => Ok(()),
    }
}

fn items(list: &Value) -> impl Iterator<Item = &Value> {
    list["items"].as_array().into_iter().flatten()
}

/// Gives one field of each item.
fn texts(list: &Value, field: &str) -> Vec<String> {
    let texts = items(list).filter_map(|item| item[field].as_str());
    texts.map(str::to_owned).collect()
}
