//! The page of a skill: every field of its record, in the record's order (SPEC.md 2.1), then its releases and files.

use std::collections::BTreeSet;

use askama::Template;
use axum::extract::State;
use guild_catalog::{PageRequest, SkillEntry, SkillQuery, SkillSort};
use guild_skill::SkillName;
use guild_skill::wire::{self, Relation};
use semver::Version;

use super::entry::{ShownDate, size};
use super::install::{Choice, InstallBlock, Piece, Subject};
use super::layout::{Here, Layout};
use super::markdown::{self, Setting};
use super::ratings::{OpinionLine, RatingsBlock};
use super::safety::SafetyBlock;
use super::signer::Signer;
use super::source::{SkillText, resolve, unified};
use super::text::{self, Html};
use super::{assets, missing, ratings};
use crate::api::skills;
use crate::document::Document;
use crate::error::ApiError;
use crate::links;
use crate::pages;
use crate::parameters::FromPath;
use crate::state::AppState;

/// How many releases the page lists; the API lists all.
const RELEASES: u32 = 20;

/// How many ratings the page shows; they have a page of their own.
const RATINGS: u32 = 5;

#[derive(Template)]
#[template(path = "skill.html")]
struct SkillPage {
    layout: Layout,
    skill: wire::Skill,
    title: String,
    pack_label: String,
    summary: Html,
    plain_summary: String,
    what_it_does: Option<Html>,
    when_to_use: Vec<Html>,
    when_not_to_use: Vec<Html>,
    prompts: Vec<Html>,
    changes: Vec<Change>,
    install: InstallBlock,
    text: SkillText,
    releases: Vec<ReleaseLine>,
    release_count: u64,
    files: FileList,
    contract: Option<Html>,
    safety: SafetyBlock,
    signer: Option<Signer>,
    job: Option<String>,
    opinion: OpinionLine,
    ratings: RatingsBlock,
    related: Vec<RelatedLine>,
}

/// A skill that is related to this one.
struct RelatedLine {
    name: String,
    title: String,
    summary: Html,
    why: String,
}

/// An entry of Recent changes.
struct Change {
    date: String,
    text: Html,
}

/// A release in the list.
struct ReleaseLine {
    version: String,
    published: Option<ShownDate>,
    size: String,
    digest: String,
    is_yanked: bool,
    is_newest: bool,
}

/// A file in a list.
pub(super) struct FileLine {
    pub(super) path: String,
    pub(super) shown_path: String,
    pub(super) size: String,
    pub(super) digest: String,
    pub(super) is_executable: bool,
}

/// Shows a skill.
pub(crate) async fn show(
    State(state): State<AppState>,
    FromPath(name): FromPath<String>,
    choice: Choice,
) -> Result<Document, ApiError> {
    let entry = missing::find_skill(&state, &name).await?;
    page(&state, &entry, choice).await
}

async fn page(state: &AppState, entry: &SkillEntry, choice: Choice) -> Result<Document, ApiError> {
    let skill = skills::record(state, entry);
    let (name, version) = (&skill.name, &skill.latest_release.version);
    let (releases, release_count) = releases(state, &entry.name, version).await?;
    // The catalog wrote the version, so it is one.
    let parsed = Version::parse(version).map_err(ApiError::fault)?;
    let files = files(state, &entry.name, &parsed).await?;
    let contract = contract(state, &entry.name, &parsed).await?;
    let safety = SafetyBlock::of(state, &skill.latest_release).await?;
    let shown = PageRequest::new(1, RATINGS).map_err(ApiError::fault)?;
    let (ratings, _) = RatingsBlock::of(state, entry, shown).await?;
    let neighbours = neighbours(state, entry).await?;
    let related = state.catalog().related(entry).await?;
    let setting = Setting {
        resolve: &resolve(name, version, "SKILL.md"),
        mention: &|word| neighbours.contains(word).then(|| links::skill(word)),
        ..Setting::ALONE
    };
    let inline = |text: &String| markdown::inline_in(text, &setting);
    let subject = Subject {
        install: &skill.install,
        release: &skill.latest_release,
        action: links::skill(name),
        argument: name.clone(),
        archive_path: skill.install.archive_path.clone(),
    };
    let page = SkillPage {
        layout: Layout::new(state, Here::Elsewhere, links::skill(name)),
        title: text::visible(&skill.title),
        pack_label: text::visible(&skill.pack_label),
        summary: inline(&skill.summary),
        plain_summary: text::visible(&skill.summary),
        what_it_does: skill
            .what_it_does
            .as_deref()
            .map(|text| markdown::block(text, &setting)),
        when_to_use: skill.when_to_use.iter().map(inline).collect(),
        when_not_to_use: skill.when_not_to_use.iter().map(inline).collect(),
        prompts: skill
            .example_prompts
            .iter()
            .map(|prompt| text::marked(prompt))
            .collect(),
        changes: skill
            .recent_changes
            .iter()
            .map(|change| Change::of(change, &setting))
            .collect(),
        install: InstallBlock::new(state, subject, choice),
        text: SkillText::new(&skill.skill_md, &setting),
        releases,
        release_count,
        contract,
        files,
        safety,
        signer: Signer::of(&skill.latest_release),
        job: published_by(&skill.latest_release),
        opinion: OpinionLine::of(&skill),
        ratings,
        related: related.into_iter().map(RelatedLine::of).collect(),
        skill: skill.clone(),
    };
    pages::render(&page)
}

/// Names the job of continuous integration that published a release.
fn published_by(release: &wire::Release) -> Option<String> {
    let job = release.identity.as_ref()?;
    Some(text::visible(&job.name()))
}

/// Names the other skills of the pack, which a record may refer to.
async fn neighbours(state: &AppState, entry: &SkillEntry) -> Result<BTreeSet<String>, ApiError> {
    let query = SkillQuery {
        pack: Some(entry.pack.clone()),
        ..SkillQuery::all(SkillSort::Name, PageRequest::FIRST)
    };
    let found = state.catalog().skills(query).await?;
    let names = found.items.into_iter().map(|skill| skill.name);
    Ok(names.filter(|name| name != entry.name.as_str()).collect())
}

async fn releases(
    state: &AppState,
    name: &SkillName,
    newest: &str,
) -> Result<(Vec<ReleaseLine>, u64), ApiError> {
    let page = PageRequest::new(1, RELEASES).map_err(ApiError::fault)?;
    let Some(releases) = state.catalog().releases(name, page).await? else {
        return Ok((Vec::new(), 0));
    };
    let lines = releases.items.into_iter().map(|release| ReleaseLine {
        published: ShownDate::of_time(&release.published_at),
        size: size(release.size_bytes),
        is_newest: release.version == newest,
        version: release.version,
        digest: release.digest,
        is_yanked: release.is_yanked,
    });
    Ok((lines.collect(), releases.total_items))
}

/// The files of a release, or the first of very many.
pub(super) struct FileList {
    pub(super) lines: Vec<FileLine>,
    pub(super) total: u64,
    /// Where the API lists them all.
    pub(super) all: String,
}

/// Lists the files of a release.
pub(super) async fn files(
    state: &AppState,
    name: &SkillName,
    version: &Version,
) -> Result<FileList, ApiError> {
    let files = state.catalog().files(name, version, PageRequest::FIRST);
    let files = files.await?;
    let total = files.as_ref().map_or(0, |files| files.total_items);
    let files = files.map(|files| files.items).unwrap_or_default();
    Ok(FileList {
        lines: files.into_iter().map(FileLine::from).collect(),
        total,
        all: links::api_files(name.as_str(), &version.to_string()),
    })
}

/// Gives the contract of a release, if it has one that is text.
async fn contract(
    state: &AppState,
    name: &SkillName,
    version: &Version,
) -> Result<Option<Html>, ApiError> {
    let file = state.catalog().file(name, version, "contract.toml").await?;
    let text = file.and_then(|file| String::from_utf8(file.bytes).ok());
    Ok(text.map(|text| text::marked(&unified(&text))))
}

impl From<wire::File> for FileLine {
    fn from(file: wire::File) -> Self {
        Self {
            shown_path: text::visible(&file.path),
            size: size(file.size_bytes),
            path: file.path,
            digest: file.digest,
            is_executable: file.is_executable,
        }
    }
}

impl RelatedLine {
    fn of(skill: wire::RelatedSkill) -> Self {
        let words = || text::visible(&skill.words.join(", "));
        Self {
            why: match skill.relation {
                Relation::Named => "named here".to_owned(),
                Relation::Similar => format!("both speak of: {}", words()),
                Relation::SamePack => "of the same pack".to_owned(),
            },
            title: text::visible(&skill.title),
            summary: markdown::inline(&skill.summary),
            name: skill.name,
        }
    }
}

impl Change {
    fn of(change: &wire::RecentChange, setting: &Setting<'_>) -> Self {
        Self {
            date: change.date.clone(),
            text: markdown::inline_in(&change.text, setting),
        }
    }
}
