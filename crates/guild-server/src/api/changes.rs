//! Changes: what a release changes since another.

use std::collections::BTreeMap;

use axum::extract::State;
use guild_check::Severity;
use guild_skill::archive::{self, ArchiveLimits};
use guild_skill::files::FileSet;
use guild_skill::page::PageRecord;
use guild_skill::{Digest, SkillName, comparison, page, wire};
use semver::Version;
use utoipa::IntoParams;

use crate::api::addresses::OfRelease;
use crate::api::{Reply, releases};
use crate::error::{ApiError, Code};
use crate::openapi::{Fault, Invalid, Malformed, ReleaseMissing};
use crate::parameters::{Fields, FromFields, FromPath, Parameters};
use crate::safety::Told;
use crate::state::AppState;

/// With what a release is compared, for the published contract; [`Since`] is what the handler gets.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(
    dead_code,
    reason = "its fields describe parameters to readers of the contract"
)]
pub(crate) struct SinceParameter {
    /// The version to compare with.
    #[param(max_length = 255, example = "1.0.0")]
    since: String,
}

/// With what a release is compared.
pub(crate) struct Since(Version);

impl FromFields for Since {
    fn from_fields(fields: &mut Fields) -> Result<Self, ApiError> {
        let since = fields.version("since")?;
        since.map(Self).ok_or_else(|| {
            let message = "`since` is missing: the version to compare with, as in `since=1.0.0`";
            ApiError::new(Code::MalformedQuery, message)
        })
    }
}

/// Shows what a release changes since another.
///
/// The files that differ with their lines, the new entries of Recent changes, and what the safety rules find now and did
/// not find before. Any two releases of a skill may be compared, in either direction.
#[utoipa::path(
    get,
    path = "/api/skills/{name}/releases/{version}/changes",
    operation_id = "showReleaseChanges",
    tag = "releases",
    params(OfRelease, SinceParameter),
    responses(
        (status = OK, description = "The changes.", body = wire::Comparison),
        Malformed, ReleaseMissing, Invalid, Fault
    )
)]
pub(crate) async fn show(
    State(state): State<AppState>,
    FromPath((name, version)): FromPath<(SkillName, Version)>,
    Parameters(Since(since)): Parameters<Since>,
) -> Result<Reply<wire::Comparison>, ApiError> {
    let before = releases::find(&state, &name, &since).await?;
    let after = releases::find(&state, &name, &version).await?;
    compare(&state, &before, &after).await.map(Reply)
}

/// Compares two releases of a skill, for the API and for pages.
pub(crate) async fn compare(
    state: &AppState,
    before: &wire::Release,
    after: &wire::Release,
) -> Result<wire::Comparison, ApiError> {
    let new_findings = new_findings(state, before, after).await?;
    // Unpacking takes memory: one comparison at a time.
    let _room = state.safety().room().await?;
    let archives = [
        bytes(state, &before.digest).await?,
        bytes(state, &after.digest).await?,
    ];
    let [skill, from, to] = [&after.skill, &before.version, &after.version].map(Clone::clone);
    let compared = tokio::task::spawn_blocking(move || -> Result<_, ApiError> {
        let [before, after] = archives;
        let (before, after) = (unpacked(&before)?, unpacked(&after)?);
        let changes = recent_changes(&before, &after);
        Ok((changes, comparison::compare(&before, &after)))
    });
    let (recent_changes, files) = compared.await.map_err(ApiError::fault)??;
    Ok(wire::Comparison {
        skill,
        from,
        to,
        recent_changes,
        files,
        new_findings,
    })
}

async fn bytes(state: &AppState, digest: &str) -> Result<bytes::Bytes, ApiError> {
    // The catalog wrote the digest, so it is one, and names an archive.
    let digest = Digest::parse(digest).map_err(ApiError::fault)?;
    let archive = state.archives().read(state.catalog(), &digest).await?;
    let archive = archive.ok_or_else(|| releases_changed(&digest))?;
    Ok(archive.bytes)
}

/// A skill may be deleted between two questions.
fn releases_changed(digest: &Digest) -> ApiError {
    let message = format!("the archive {digest} is gone: its skill was deleted just now");
    ApiError::new(Code::ReleaseNotFound, message)
}

fn unpacked(bytes: &[u8]) -> Result<FileSet, ApiError> {
    let archive = archive::read(bytes, &ArchiveLimits::STANDARD);
    archive
        .map(|archive| archive.files)
        .map_err(ApiError::fault)
}

/// Gives the entries of Recent changes that are new.
fn recent_changes(before: &FileSet, after: &FileSet) -> Vec<wire::RecentChange> {
    let changes = |files| {
        let record = page::record(files);
        record.map_or_else(|_| Vec::new(), |record: PageRecord| record.recent_changes)
    };
    let known = changes(before);
    let new = changes(after).into_iter();
    let new = new.filter(|change| !known.contains(change));
    new.map(|change| wire::RecentChange {
        date: change.date.to_string(),
        text: change.text,
    })
    .collect()
}

/// Gives what the safety rules find in one release and not in another; a finding that only moved to another line is not new.
async fn new_findings(
    state: &AppState,
    before: &wire::Release,
    after: &wire::Release,
) -> Result<Vec<wire::NewFinding>, ApiError> {
    let mut judged = Vec::with_capacity(2);
    for release in [before, after] {
        let digest = Digest::parse(&release.digest).map_err(ApiError::fault)?;
        judged.push(state.safety().of(state, &digest).await?);
    }
    let [Some(before), Some(after)] = judged.as_slice() else {
        return Ok(Vec::new());
    };
    let key = |told: &Told| {
        (
            told.rule.to_string(),
            told.path.clone(),
            told.message.clone(),
        )
    };
    let mut known: BTreeMap<_, usize> = BTreeMap::new();
    for told in &before.findings {
        *known.entry(key(told)).or_default() += 1;
    }
    let is_new = |told: &&Told| match known.get_mut(&key(told)) {
        Some(left) if *left > 0 => {
            *left -= 1;
            false
        }
        Some(_) | None => true,
    };
    let new = after.findings.iter().filter(is_new);
    Ok(new.map(finding).collect())
}

fn finding(told: &Told) -> wire::NewFinding {
    wire::NewFinding {
        rule: told.rule.to_string(),
        severity: match told.severity {
            Severity::Note => wire::Severity::Note,
            Severity::Warning => wire::Severity::Warning,
            Severity::Error => wire::Severity::Error,
        },
        message: told.message.clone(),
        path: told.path.clone(),
        line: told.line,
    }
}
