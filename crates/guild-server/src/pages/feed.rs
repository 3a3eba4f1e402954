//! Feeds of what is new, for readers of Atom (RFC 4287): of the catalog, of a pack, of a skill.

use askama::Template;
use axum::extract::State;
use guild_catalog::{News, NewsOf};
use guild_skill::wire::EventKind;
use guild_skill::{PackName, SkillName};

use super::{missing, text};
use crate::api::packs;
use crate::document::{Document, Media};
use crate::error::ApiError;
use crate::links;
use crate::parameters::{FromPath, Parameters};
use crate::state::AppState;

/// When a feed was changed in which nothing stands.
const NEVER: &str = "1970-01-01T00:00:00Z";

#[derive(Template)]
#[template(path = "feed.xml")]
struct Feed {
    id: String,
    title: String,
    updated: String,
    /// Where the feed is.
    this: String,
    /// The page of what it tells of.
    page: String,
    entries: Vec<Entry>,
}

struct Entry {
    id: String,
    title: String,
    updated: String,
    link: String,
    kind: &'static str,
    summary: String,
}

/// Shows what is new in the catalog.
pub(crate) async fn of_catalog(
    State(state): State<AppState>,
    Parameters(()): Parameters<()>,
) -> Result<Document, ApiError> {
    let title = "Guildhall".to_owned();
    feed(&state, &NewsOf::Catalog, (title, links::home().to_owned())).await
}

/// Shows what is new in a pack.
pub(crate) async fn of_pack(
    State(state): State<AppState>,
    FromPath(name): FromPath<PackName>,
    Parameters(()): Parameters<()>,
) -> Result<Document, ApiError> {
    let pack = packs::find(&state, &name).await?;
    let page = links::pack(name.as_str());
    feed(&state, &NewsOf::Pack(name), (pack.label, page)).await
}

/// Shows what is new of a skill.
pub(crate) async fn of_skill(
    State(state): State<AppState>,
    FromPath(name): FromPath<SkillName>,
    Parameters(()): Parameters<()>,
) -> Result<Document, ApiError> {
    let entry = missing::find_skill(&state, name.as_str()).await?;
    let page = links::skill(name.as_str());
    feed(&state, &NewsOf::Skill(name), (entry.record.title, page)).await
}

async fn feed(
    state: &AppState,
    of: &NewsOf,
    (title, page): (String, String),
) -> Result<Document, ApiError> {
    let (id, mut news) = state.catalog().news(of).await?;
    if state.is_exporting() {
        // A server says what became of a deleted skill; among files nothing stands behind its name.
        news.retain(|news| news.title.is_some());
    }
    let base = state.base_url().as_str();
    let entries: Vec<Entry> = news.into_iter().map(|news| Entry::of(news, base)).collect();
    let newest = entries.first().map(|entry| entry.updated.clone());
    let feed = Feed {
        id,
        title: readable(&title),
        updated: newest.unwrap_or_else(|| NEVER.to_owned()),
        this: format!("{base}{}", links::feed(&page)),
        page: format!("{base}{page}"),
        entries,
    };
    let xml = feed.render().map_err(ApiError::fault)?;
    Ok(Document::checked(Media::Atom, xml))
}

impl Entry {
    fn of(news: News, base: &str) -> Self {
        let event = news.event;
        let skill = &event.skill;
        let name = match &event.version {
            Some(version) => format!("{skill} {version}"),
            None => skill.clone(),
        };
        let (kind, what) = match event.kind {
            EventKind::SkillListed => ("SKILL_LISTED", "listed"),
            EventKind::ReleasePublished => ("RELEASE_PUBLISHED", "published"),
            EventKind::ReleaseYanked => ("RELEASE_YANKED", "withdrawn"),
            EventKind::ReleaseUnyanked => ("RELEASE_UNYANKED", "put back"),
            EventKind::SkillMoved => ("SKILL_MOVED", "moved to another pack"),
            EventKind::SkillDeleted => ("SKILL_DELETED", "deleted"),
        };
        let path = match (&event.version, event.kind) {
            (_, EventKind::SkillDeleted) | (None, _) => links::skill(skill),
            (Some(version), _) => links::release(skill, version),
        };
        let summary = match (news.reason, news.title, news.summary) {
            (Some(reason), _, _) => reason,
            (None, Some(title), Some(summary)) => format!("{title}: {summary}"),
            (None, title, summary) => title.or(summary).unwrap_or_default(),
        };
        Self {
            id: news.id,
            title: readable(&format!("{name} {what}")),
            link: format!("{base}{path}"),
            updated: event.occurred_at,
            kind,
            summary: readable(&summary),
        }
    }
}

/// Shows hidden characters by their number, and leaves out what XML cannot hold in any way.
fn readable(text: &str) -> String {
    let is_xml = |c: &char| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..);
    text::visible(text).chars().filter(is_xml).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_xml_cannot_hold_is_left_out() {
        let shown = readable("a\u{0}\u{8}\u{fffe}\u{ffff}b\n");
        assert!(
            shown.starts_with('a') && shown.ends_with("b\n"),
            "{shown:?}"
        );
        assert!(!shown.contains(['\u{0}', '\u{8}', '\u{fffe}', '\u{ffff}']));
    }
}
