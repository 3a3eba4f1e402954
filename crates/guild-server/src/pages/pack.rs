//! The page of a pack: its skills.

use askama::Template;
use axum::extract::State;
use guild_catalog::{PageRequest, SkillQuery, SkillSort};
use guild_skill::PackName;

use super::entry::{Entry, counted};
use super::layout::{Here, Layout};
use super::pager::{Pager, PagerQuery};
use super::{assets, text};
use crate::api::packs;
use crate::document::Document;
use crate::error::ApiError;
use crate::links;
use crate::pages;
use crate::parameters::FromPath;
use crate::state::AppState;

const PAGE_SIZE: u32 = 50;

#[derive(Template)]
#[template(path = "pack.html")]
struct PackPage {
    layout: Layout,
    name: String,
    label: String,
    count: String,
    skills: Vec<Entry>,
    pager: Pager,
}

/// Shows the skills of a pack.
pub(crate) async fn show(
    State(state): State<AppState>,
    FromPath(name): FromPath<PackName>,
    PagerQuery(page): PagerQuery,
) -> Result<Document, ApiError> {
    let pack = packs::find(&state, &name).await?;
    let page = PageRequest::new(page, PAGE_SIZE).map_err(ApiError::fault)?;
    let query = SkillQuery {
        pack: Some(name.clone()),
        ..SkillQuery::all(SkillSort::Name, page)
    };
    let skills = state.catalog().skills(query).await?;
    let path = links::pack(name.as_str());
    pages::render(&PackPage {
        layout: Layout::new(&state, Here::Elsewhere, path.clone()),
        label: text::visible(&pack.label),
        count: counted(pack.skill_count, "skill"),
        name: pack.name,
        pager: Pager::of(&skills, &path),
        skills: skills.items.into_iter().map(Entry::from).collect(),
    })
}
