//! The search page: a form and what it found.

use askama::Template;
use axum::extract::{FromRequestParts, State};
use guild_catalog::{PageRequest, SkillQuery, SkillSort};
use guild_skill::PackName;
use http::request::Parts;

use super::entry::{Entry, counted};
use super::layout::{Here, Layout};
use super::pager::{Pager, page_of};
use super::{assets, text};
use crate::document::Document;
use crate::error::ApiError;
use crate::links;
use crate::pages;
use crate::parameters::Fields;
use crate::state::AppState;

const PAGE_SIZE: u32 = 20;

/// The field takes no more; an address that does is cut.
const QUERY_LENGTH: usize = 200;

/// What is searched for.
pub(crate) struct Search {
    query: String,
    pack: Option<PackName>,
    page: u32,
}

#[derive(Template)]
#[template(path = "search.html")]
struct SearchPage {
    layout: Layout,
    query: String,
    packs: Vec<PackOption>,
    /// Whether only one pack is searched.
    is_narrowed: bool,
    summary: String,
    skills: Vec<Entry>,
    pager: Pager,
}

/// A pack to search in.
struct PackOption {
    name: String,
    label: String,
    is_chosen: bool,
}

/// Shows what a search finds; without words, all skills.
pub(crate) async fn show(
    State(state): State<AppState>,
    search: Search,
) -> Result<Document, ApiError> {
    let has_words = !search.query.trim().is_empty();
    let query = SkillQuery {
        query: has_words.then(|| search.query.clone()),
        pack: search.pack.clone(),
        is_derived: None,
        sort: if has_words {
            SkillSort::Relevance
        } else {
            SkillSort::Name
        },
        page: PageRequest::new(search.page, PAGE_SIZE).map_err(ApiError::fault)?,
    };
    let found = state.catalog().skills(query).await;
    let found = found.map_err(ApiError::fault)?;
    let pack = search.pack.as_ref().map(PackName::as_str);
    let packs = state.catalog().packs(PageRequest::FIRST).await;
    let packs = packs.map_err(ApiError::fault)?.items;
    pages::render(&SearchPage {
        layout: Layout::new(&state, Here::Search, links::search(&search.query)),
        summary: summary(found.total_items, &search.query),
        packs: packs
            .into_iter()
            .map(|one| PackOption {
                is_chosen: pack == Some(one.name.as_str()),
                label: text::visible(&one.label),
                name: one.name,
            })
            .collect(),
        is_narrowed: pack.is_some(),
        pager: Pager::of(&found, |page| links::search_page(&search.query, pack, page)),
        skills: found.items.into_iter().map(Entry::from).collect(),
        query: search.query,
    })
}

/// Says in a sentence what was found.
fn summary(total: u64, query: &str) -> String {
    let query = text::visible(query.trim());
    match (total, query.is_empty()) {
        (0, true) => "The catalog holds no skills here.".to_owned(),
        (0, false) => format!("Nothing found for “{query}”."),
        (total, true) => format!("{}, by name.", counted(total, "skill")),
        (total, false) => format!("{} for “{query}”.", counted(total, "skill")),
    }
}

impl<S: Sync> FromRequestParts<S> for Search {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let mut fields = Fields::parse(parts.uri.query().unwrap_or_default())?;
        let query = fields.text("query").unwrap_or_default();
        // The form sends an empty pack for all packs.
        let pack = fields.text("pack").filter(|pack| !pack.is_empty());
        let pack = pack.as_deref().and_then(|pack| PackName::parse(pack).ok());
        Ok(Self {
            query: query.chars().take(QUERY_LENGTH).collect(),
            pack,
            page: page_of(&mut fields)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_found_is_said_in_a_sentence() {
        assert_eq!(summary(0, "x"), "Nothing found for “x”.");
        assert_eq!(summary(1, " x "), "1 skill for “x”.");
        assert_eq!(summary(6, ""), "6 skills, by name.");
    }
}
