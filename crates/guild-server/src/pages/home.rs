//! The first page: what the catalog is and what it holds.

use askama::Template;
use axum::extract::State;
use guild_catalog::{PageRequest, SkillQuery, SkillSort};
use guild_skill::wire;

use super::entry::{Entry, ShownDate, counted};
use super::layout::{Here, Layout};
use super::{assets, text};
use crate::document::Document;
use crate::error::ApiError;
use crate::links;
use crate::pages;
use crate::state::AppState;

/// How many of the newest skills are shown.
const NEWEST: u32 = 10;

#[derive(Template)]
#[template(path = "home.html")]
struct HomePage {
    layout: Layout,
    packs: Vec<PackEntry>,
    skills: Vec<Entry>,
    total: u64,
}

/// A pack in the list.
struct PackEntry {
    name: String,
    label: String,
    count: String,
    updated: Option<ShownDate>,
}

/// Shows the packs and the newest skills.
pub(crate) async fn show(State(state): State<AppState>) -> Result<Document, ApiError> {
    let packs = state.catalog().packs(PageRequest::FIRST).await?.items;
    let page = PageRequest::new(1, NEWEST).map_err(ApiError::fault)?;
    let newest = SkillQuery::all(SkillSort::Newest, page);
    let skills = state.catalog().skills(newest).await?;
    pages::render(&HomePage {
        layout: Layout::new(&state, Here::Home, links::home()),
        packs: packs.into_iter().map(PackEntry::from).collect(),
        total: skills.total_items,
        skills: skills.items.into_iter().map(Entry::from).collect(),
    })
}

impl From<wire::Pack> for PackEntry {
    fn from(pack: wire::Pack) -> Self {
        Self {
            label: text::visible(&pack.label),
            count: counted(pack.skill_count, "skill"),
            updated: pack.updated_at.as_deref().and_then(ShownDate::of_time),
            name: pack.name,
        }
    }
}
