//! What the client changes, with a token: publishing, withdrawing, putting back.
//!
//! It sends each file first and is given an id for it, and names the ids when it publishes. The id is the file itself in
//! base64: so nothing is kept between two requests, whichever node takes them, and an upload that is never published
//! leaves nothing behind.
//!
//! What it calls deleting is to be undone by it, so releases are withdrawn, and no tombstone is set.

use axum::extract::{Path, Request, State};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use guild_catalog::Reason;
use guild_skill::archive::{self, ArchiveLimits, Layout};
use guild_skill::files::{FilePath, FileSet, SkillFile};
use guild_skill::{Digest, PackName, page, wire};
use serde::Deserialize;
use serde_json::json;

use super::super::{Address, version_of};
use super::find_of;
use super::release::of_skill;
use crate::api::releases;
use crate::api::written::Written;
use crate::auth::Caller;
use crate::error::{ApiError, Code};
use crate::state::AppState;
use crate::upload::{self, PageOf};

/// The bytes of a file, as the client limits it.
const FILE_BYTES: u64 = 10 << 20;

/// The bytes of what publishes: 24 MiB of files in base64. Larger skills are published by `guild publish`.
const DRAFT_BYTES: u64 = 32 << 20;

/// The bytes of any other body.
const BODY_BYTES: u64 = 64 << 10;

/// How the reason of a release begins that the client deleted.
const DELETED: &str = "deleted with clawhub";

/// What is to be published.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Draft {
    slug: String,
    owner_handle: Option<String>,
    version: Option<String>,
    files: Vec<Sent>,
}

/// A file that was sent.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Sent {
    path: String,
    storage_id: String,
    sha256: String,
}

/// What is said of a deletion; all of it may be left out.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Said {
    reason: Option<String>,
    owner_handle: Option<String>,
}

/// Says whose token this is.
pub(in crate::compat) async fn whoami(caller: Caller) -> Result<Written, ApiError> {
    let role = if caller.is_admin { "admin" } else { "user" };
    let name = caller.name();
    Written::changed(&json!({ "user": { "handle": name, "displayName": name, "role": role } }))
}

/// Says where a file is sent.
pub(in crate::compat) async fn upload_address(
    _: Caller,
    address: Address,
) -> Result<Written, ApiError> {
    let url = address.join("/api/v1/uploads");
    Written::changed(&json!({ "uploadUrl": url, "uploadTicket": "none" }))
}

/// Takes a file, and gives it back as its own id.
pub(in crate::compat) async fn upload(
    State(state): State<AppState>,
    _: Caller,
    request: Request,
) -> Result<Written, ApiError> {
    let admitted = state.uploads().admit()?;
    let bytes = upload::collect(&state, request.into_body(), FILE_BYTES).await?;
    let answer = Written::changed(&json!({ "storageId": STANDARD.encode(&bytes) }));
    drop(admitted);
    answer
}

/// Publishes a release.
pub(in crate::compat) async fn publish(
    State(state): State<AppState>,
    caller: Caller,
    request: Request,
) -> Result<Written, ApiError> {
    let admitted = state.uploads().admit()?;
    let bytes = upload::collect(&state, request.into_body(), DRAFT_BYTES).await?;
    let mut draft: Draft = parsed(&bytes)?;
    drop(bytes);
    let files = files(std::mem::take(&mut draft.files))?;
    let archive = archive::write(&files, Layout::Root);
    drop(files);
    let judged = state.uploads().judge(archive).await?;
    drop(admitted);
    let (name, files) = judged.skill()?;
    if name.as_str() != draft.slug {
        let message = format!("SKILL.md names `{name}`: publish with `--slug {name}`");
        return Err(refused(message));
    }
    draft.check_version(&files)?;
    draft.check_owner(&files, caller.name())?;
    let published = upload::publish(&state, &caller, (name, files), None, &PageOf::Author).await?;
    let wire::Release { skill, version, .. } = published.release();
    Written::changed(&json!({
        "ok": true,
        "skillId": skill,
        "versionId": format!("{skill}@{version}"),
        "slug": skill,
        "version": version,
        "publicationStatus": "published",
    }))
}

impl Draft {
    /// Sees that the version is that of SKILL.md, by which every other client knows the release.
    fn check_version(&self, files: &FileSet) -> Result<(), ApiError> {
        let Some(wanted) = self.version.as_deref() else {
            return Ok(());
        };
        let skill_md = files.get("SKILL.md").map(|file| &file.bytes);
        let skill_md = skill_md.and_then(|bytes| std::str::from_utf8(bytes).ok());
        let stated = skill_md.and_then(guild_skill::version::version);
        match stated {
            Some(stated) if stated.to_string() == wanted => Ok(()),
            Some(stated) => Err(refused(format!(
                "SKILL.md states the version {stated}, and this is to be {wanted}: publish with `--version {stated}`, or \
                 state the other in SKILL.md"
            ))),
            None => Err(refused(format!(
                "SKILL.md states no version: write `version: \"{wanted}\"` below `metadata:` in its front matter, and \
                 publish again"
            ))),
        }
    }

    /// Sees that the owner, where one was chosen, is the pack; the client names the account itself where none was.
    fn check_owner(&self, files: &FileSet, account: &str) -> Result<(), ApiError> {
        let owner = self.owner_handle.as_deref().unwrap_or(account);
        if owner == account {
            return Ok(());
        }
        let label = page::record(files).map(|record| record.pack_label);
        let pack = label.ok().and_then(|label| PackName::of_label(&label).ok());
        match pack {
            Some(pack) if pack.as_str() != owner => Err(refused(format!(
                "PAGE.md names the pack `{pack}`: publish with `--owner {pack}`, or without an owner"
            ))),
            Some(_) | None => Ok(()),
        }
    }
}

/// Takes the files out of their ids.
fn files(sent: Vec<Sent>) -> Result<FileSet, ApiError> {
    let file = |sent: Sent| {
        let path = FilePath::parse(&sent.path);
        let path = path.map_err(|error| refused(format!("a path is not taken: {error}")))?;
        let bytes = STANDARD.decode(&sent.storage_id);
        let bytes = bytes.map_err(|_| refused(format!("`{path}` was not sent before")))?;
        if Digest::of(&bytes).hex() != sent.sha256 {
            return Err(refused(format!("`{path}` is not what was sent before")));
        }
        Ok(SkillFile {
            path,
            bytes,
            is_executable: false,
        })
    };
    let files: Result<Vec<SkillFile>, ApiError> = sent.into_iter().map(file).collect();
    FileSet::new(files?, &ArchiveLimits::STANDARD).map_err(|error| refused(error.to_string()))
}

/// Withdraws all releases of a skill.
pub(in crate::compat) async fn delete(
    State(state): State<AppState>,
    caller: Caller,
    Path(slug): Path<String>,
    request: Request,
) -> Result<Written, ApiError> {
    let said = said(&state, request).await?;
    let reason = said.reason()?;
    let is_to_change = |release: &wire::Release| !release.is_yanked;
    set_all(&state, &caller, (&slug, &said), is_to_change, Some(&reason)).await
}

/// Puts back what [`delete`] withdrew, and nothing that was withdrawn otherwise.
pub(in crate::compat) async fn undelete(
    State(state): State<AppState>,
    caller: Caller,
    Path(slug): Path<String>,
    request: Request,
) -> Result<Written, ApiError> {
    let said = said(&state, request).await?;
    let is_to_change = |release: &wire::Release| {
        let reason = release.yank_reason.as_deref();
        release.is_yanked && reason.is_some_and(|reason| reason.starts_with(DELETED))
    };
    set_all(&state, &caller, (&slug, &said), is_to_change, None).await
}

/// Withdraws one release.
pub(in crate::compat) async fn delete_version(
    State(state): State<AppState>,
    caller: Caller,
    Path((slug, version)): Path<(String, String)>,
    request: Request,
) -> Result<Written, ApiError> {
    let said = said(&state, request).await?;
    let reason = said.reason()?;
    set_one(&state, &caller, (&slug, &version, &said), Some(&reason)).await
}

/// Puts one release back.
pub(in crate::compat) async fn restore_version(
    State(state): State<AppState>,
    caller: Caller,
    Path((slug, version)): Path<(String, String)>,
    request: Request,
) -> Result<Written, ApiError> {
    let said = said(&state, request).await?;
    set_one(&state, &caller, (&slug, &version, &said), None).await
}

/// Takes what the client tells of an installation, and keeps none of it.
pub(in crate::compat) async fn telemetry(_: Caller) -> Result<Written, ApiError> {
    Written::changed(&json!({ "ok": true }))
}

async fn set_all(
    state: &AppState,
    caller: &Caller,
    (slug, said): (&str, &Said),
    is_to_change: impl Fn(&wire::Release) -> bool,
    reason: Option<&Reason>,
) -> Result<Written, ApiError> {
    let entry = find_of(state, slug, said.owner_handle.as_deref()).await?;
    let mut is_changed = false;
    for release in of_skill(state, &entry.name, guild_catalog::MAX_PAGE_SIZE).await? {
        if is_to_change(&release) {
            let version = version_of(&entry.name, &release.version)?;
            releases::set_yanked(state, caller, (&entry.name, &version), reason).await?;
            is_changed = true;
        }
    }
    if !is_changed && reason.is_none() {
        let message = format!("no release of `{}` was deleted in this way", entry.name);
        return Err(ApiError::new(Code::ReleaseNotFound, message));
    }
    Written::changed(&json!({ "ok": true }))
}

async fn set_one(
    state: &AppState,
    caller: &Caller,
    (slug, version, said): (&str, &str, &Said),
    reason: Option<&Reason>,
) -> Result<Written, ApiError> {
    let entry = find_of(state, slug, said.owner_handle.as_deref()).await?;
    let version = version_of(&entry.name, version)?;
    releases::set_yanked(state, caller, (&entry.name, &version), reason).await?;
    Written::changed(&json!({ "ok": true }))
}

impl Said {
    /// Gives the reason that readers are told.
    fn reason(&self) -> Result<Reason, ApiError> {
        let text = match self.reason.as_deref() {
            Some(reason) => format!("{DELETED}: {reason}"),
            None => DELETED.to_owned(),
        };
        text.parse()
            .map_err(|error: guild_catalog::ReasonError| refused(error.to_string()))
    }
}

async fn said(state: &AppState, request: Request) -> Result<Said, ApiError> {
    let bytes = upload::collect(state, request.into_body(), BODY_BYTES).await?;
    match bytes.is_empty() {
        true => Ok(Said::default()),
        false => parsed(&bytes),
    }
}

fn parsed<T: serde::de::DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    serde_json::from_slice(bytes).map_err(|error| {
        let place = format!("line {}, column {}", error.line(), error.column());
        let message = format!("the body is not what this takes, at {place}");
        ApiError::new(Code::MalformedBody, message)
    })
}

fn refused(message: String) -> ApiError {
    ApiError::new(Code::SkillRefused, message)
}
