//! The page of a release: what proves it, what it holds, how to install just this version.

use askama::Template;
use axum::extract::State;
use guild_catalog::PageRequest;
use guild_skill::log::Entry;
use guild_skill::{SkillName, install, wire};

use super::entry::{ShownDate, counted, grouped, size};
use super::install::{Choice, InstallBlock, Piece, Subject};
use super::layout::{Here, Layout};
use super::reports::ReportsBlock;
use super::safety::SafetyBlock;
use super::signer::Signer;
use super::skill::{FileList, files};
use super::{assets, missing, text};
use crate::document::Document;
use crate::error::ApiError;
use crate::links;
use crate::pages;
use crate::parameters::FromPath;
use crate::state::AppState;

#[derive(Template)]
#[template(path = "release.html")]
struct ReleasePage {
    layout: Layout,
    title: String,
    release: wire::Release,
    published: Option<ShownDate>,
    size: String,
    file_count: String,
    is_newest: bool,
    newest: String,
    install: InstallBlock,
    files: FileList,
    safety: SafetyBlock,
    /// How often it was downloaded.
    downloads: String,
    reports: ReportsBlock,
    logged: Option<Logged>,
    signer: Option<Signer>,
    /// The release before this one.
    before: Option<String>,
    job: Option<Job>,
}

/// The job of continuous integration that published it: words of an issuer and of whoever wrote the workflow.
struct Job {
    name: String,
    issuer: String,
    run_url: Option<String>,
    commit: Option<String>,
    git_ref: Option<String>,
}

impl Job {
    fn of(identity: &wire::JobIdentity) -> Self {
        let visible = |text: &Option<String>| text.as_deref().map(text::visible);
        Self {
            name: text::visible(&identity.name()),
            issuer: text::visible(&identity.issuer),
            run_url: identity.run_url.clone(),
            commit: visible(&identity.commit),
            git_ref: visible(&identity.git_ref),
        }
    }
}

/// What the transparency log says of the release.
struct Logged {
    index: u64,
    since: Option<ShownDate>,
}

impl Logged {
    fn of(said: &wire::LogEntry) -> Option<Self> {
        let entry: Entry = said.entry.parse().ok()?;
        Some(Self {
            index: said.index,
            since: ShownDate::of_time(&entry.at),
        })
    }
}

/// Finds the version before another, if it is not too long ago.
async fn before(
    state: &AppState,
    name: &SkillName,
    version: &str,
) -> Result<Option<String>, ApiError> {
    let releases = state.catalog().releases(name, PageRequest::FIRST).await?;
    let mut releases = releases.into_iter().flat_map(|releases| releases.items);
    // The newest stands first.
    releases.find(|release| release.version == version);
    Ok(releases.next().map(|release| release.version))
}

/// Shows a release.
pub(crate) async fn show(
    State(state): State<AppState>,
    FromPath((name, version)): FromPath<(String, String)>,
    choice: Choice,
) -> Result<Document, ApiError> {
    let (entry, version, release) = missing::find_release(&state, &name, &version).await?;
    let path = links::release(&release.skill, &release.version);
    let subject = Subject {
        install: &install::install(&entry.name),
        release: &release,
        action: path.clone(),
        argument: format!("{}@{}", release.skill, release.version),
        archive_path: links::release_zip(&release.skill, &release.version),
    };
    let said = state
        .catalog()
        .log_entry(&entry.name, &release.version)
        .await?;
    let logged = said.as_ref().and_then(Logged::of);
    let downloads = state.catalog().downloads_of(&entry.name, &version).await?;
    let totals = state.catalog().report_totals(&entry.name, &version).await?;
    pages::render(&ReleasePage {
        signer: Signer::of(&release),
        logged,
        layout: Layout::new(&state, Here::Elsewhere, path),
        title: text::visible(&entry.record.title),
        published: ShownDate::of_time(&release.published_at),
        size: size(release.size_bytes),
        file_count: counted(release.file_count, "file"),
        is_newest: release.version == entry.latest.version,
        before: before(&state, &entry.name, &release.version).await?,
        newest: entry.latest.version.clone(),
        install: InstallBlock::new(&state, subject, choice),
        files: files(&state, &entry.name, &version).await?,
        safety: SafetyBlock::of(&state, &release).await?,
        job: release.identity.as_ref().map(Job::of),
        downloads: grouped(downloads),
        reports: ReportsBlock::of(totals, |rule| {
            state.rules().iter().any(|page| page.name == rule)
        }),
        release,
    })
}
