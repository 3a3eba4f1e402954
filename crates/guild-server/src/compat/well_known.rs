//! Agent-skills discovery, version 0.2.0: an index of skills, each with the digest of what is to be downloaded.
//!
//! A client asks for the index below the address that it was given, and below the root. It downloads everything that
//! the index it takes lists, whatever it was asked to install, and stops where only the root has one. So each page of a
//! pack, a skill or a release has an index of its own, and so has each archive, and the root's lists no more than a
//! client can be made to download.

use axum::Router;
use axum::extract::{FromRequestParts, Path, State};
use axum::routing::get;
use guild_catalog::Discovered;
use guild_skill::{Digest, wire};
use http::request::Parts;
use serde::Serialize;

use super::{find_skill, pack_name, version_of};
use crate::api::{packs, releases};
use crate::document::Document;
use crate::error::{ApiError, Code};
use crate::links;
use crate::state::AppState;

/// What names this version of the protocol; clients compare the whole text.
const SCHEMA: &str = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";

/// The folders of the protocol: its own, and the one that older servers have.
const FOLDERS: [&str; 2] = ["agent-skills", "skills"];

/// How many skills the root's index lists: those that were listed first, so that what was installed from it once is
/// updated from it for ever.
const OF_ROOT: u32 = 100;

/// How many skills the index of a pack lists.
const OF_PACK: u32 = 500;

/// How many characters a description may have in an index; clients drop an entry with more.
const DESCRIPTION_LENGTH: usize = 1024;

/// An index.
#[derive(Serialize)]
struct Index {
    #[serde(rename = "$schema")]
    schema: &'static str,
    skills: Vec<Entry>,
}

/// A skill in an index.
#[derive(Serialize)]
struct Entry {
    name: String,
    description: String,
    #[serde(rename = "type")]
    kind: Kind,
    url: String,
    digest: String,
    /// What a later version of the protocol adds; clients of this one pass it over.
    version: String,
}

/// What is downloaded.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    Archive,
    SkillMd,
}

/// The routes of the indexes.
pub(super) fn router() -> Router<AppState> {
    let mut router = Router::new();
    for folder in FOLDERS {
        let at = |place: &str| format!("{place}/.well-known/{folder}/index.json");
        router = router
            .route(&at(""), get(of_root))
            .route(&at("/packs/{pack}"), get(of_pack))
            .route(&at("/skills/{name}"), get(of_skill))
            .route(&at("/skills/{name}/{archive}"), get(of_skill))
            .route(&at("/skills/{name}/releases/{version}"), get(of_release))
            .route(
                &at("/skills/{name}/releases/{version}/{archive}"),
                get(of_release),
            )
            .route(&at("/api/archives/{digest}"), get(of_archive));
    }
    router
}

/// The parts of a path by their names, of which a handler takes what it needs.
struct Named(Vec<(String, String)>);

impl Named {
    fn get(&self, name: &str) -> &str {
        let found = self.0.iter().find(|(key, _)| key == name);
        found.map_or("", |(_, value)| value)
    }

    /// Refuses an archive that is not the skill's own, under whose name it would be listed.
    fn check_archive(&self) -> Result<(), ApiError> {
        let (name, archive) = (self.get("name"), self.get("archive"));
        if archive.is_empty() || archive.strip_suffix(".zip") == Some(name) {
            return Ok(());
        }
        let message = format!("nothing is served under this path; the archive is `{name}.zip`");
        Err(ApiError::new(Code::RouteNotFound, message))
    }
}

impl FromRequestParts<AppState> for Named {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let path = Path::<Vec<(String, String)>>::from_request_parts(parts, state).await;
        path.map(|Path(named)| Self(named))
            .map_err(|rejection| ApiError::new(Code::MalformedPath, rejection.body_text()))
    }
}

/// Lists the skills that the root's index has room for.
async fn of_root(State(state): State<AppState>) -> Result<Document, ApiError> {
    index(state.catalog().first_listed(OF_ROOT).await?)
}

/// Lists the skills of a pack.
async fn of_pack(State(state): State<AppState>, named: Named) -> Result<Document, ApiError> {
    let pack = pack_name(named.get("pack"))?;
    packs::find(&state, &pack).await?;
    index(state.catalog().first_of_pack(&pack, OF_PACK).await?)
}

/// Lists one skill, in its newest release.
async fn of_skill(State(state): State<AppState>, named: Named) -> Result<Document, ApiError> {
    named.check_archive()?;
    let entry = find_skill(&state, named.get("name")).await?;
    index(vec![discovered(entry.latest, &entry.record.description)])
}

/// Lists one skill, in the release that the path names.
async fn of_release(State(state): State<AppState>, named: Named) -> Result<Document, ApiError> {
    named.check_archive()?;
    let entry = find_skill(&state, named.get("name")).await?;
    let version = version_of(&entry.name, named.get("version"))?;
    let release = releases::find(&state, &entry.name, &version).await?;
    index(vec![discovered(release, &entry.record.description)])
}

/// Lists one skill, in the release that an archive holds.
async fn of_archive(State(state): State<AppState>, named: Named) -> Result<Document, ApiError> {
    let missing = || {
        let message = "the catalog has no archive of this digest";
        ApiError::new(Code::ArchiveNotFound, message)
    };
    let digest = Digest::parse(named.get("digest")).map_err(|_| missing())?;
    let release = state.catalog().release_of_archive(&digest).await?;
    let release = release.ok_or_else(missing)?;
    let entry = find_skill(&state, &release.skill).await?;
    index(vec![discovered(release, &entry.record.description)])
}

/// One release as an archive: a person who names it wants it, withdrawn or not.
fn discovered(release: wire::Release, description: &str) -> Discovered {
    Discovered {
        name: release.skill,
        description: description.to_owned(),
        version: release.version,
        root_digest: release.root_digest,
        only_file_digest: None,
    }
}

fn index(skills: Vec<Discovered>) -> Result<Document, ApiError> {
    Document::json(&Index {
        schema: SCHEMA,
        skills: skills.into_iter().map(Entry::from).collect(),
    })
}

impl From<Discovered> for Entry {
    fn from(skill: Discovered) -> Self {
        let description = skill.description.chars().take(DESCRIPTION_LENGTH);
        let (kind, url, digest) = match skill.only_file_digest {
            Some(digest) => {
                let url = links::api_file(&skill.name, &skill.version, "SKILL.md");
                (Kind::SkillMd, url, digest)
            }
            None => {
                let url = links::api_archive(&skill.root_digest);
                (Kind::Archive, url, skill.root_digest)
            }
        };
        Self {
            description: description.collect(),
            name: skill.name,
            version: skill.version,
            kind,
            url,
            digest,
        }
    }
}
