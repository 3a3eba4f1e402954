//! The search page: a form, what it found, and by what that can be narrowed.

use askama::Template;
use axum::extract::{FromRequestParts, State};
use guild_catalog::PageRequest;
use http::request::Parts;

use super::entry::{Entry, counted};
use super::facets::{Choice, Chosen, Facet, sort_label};
use super::layout::{Here, Layout};
use super::pager::Pager;
use super::{assets, text};
use crate::document::Document;
use crate::error::ApiError;
use crate::links;
use crate::pages;
use crate::parameters::Fields;
use crate::state::AppState;

const PAGE_SIZE: u32 = 20;

/// What is searched for.
pub(crate) struct Search(Chosen);

#[derive(Template)]
#[template(path = "search.html")]
struct SearchPage {
    layout: Layout,
    query: String,
    /// Labels and names, where a copy without a server can narrow the list by nothing else.
    packs: Vec<(String, String)>,
    /// What the form sends along beside the words.
    kept: Vec<(&'static str, String)>,
    facets: Vec<Facet>,
    orders: Vec<Choice>,
    /// The same search without what narrows it.
    widest: Option<String>,
    summary: String,
    skills: Vec<Entry>,
    pager: Pager,
}

/// Shows what a search finds; without words, all skills.
pub(crate) async fn show(
    State(state): State<AppState>,
    Search(chosen): Search,
) -> Result<Document, ApiError> {
    let query = chosen.to_query(PAGE_SIZE)?;
    let facets = state.catalog().facets(&query).await?;
    let found = state.catalog().skills(query).await?;
    let layout = Layout::new(&state, Here::Search, links::search(&chosen.query));
    let mut packs = Vec::new();
    if layout.is_exported {
        let all = state
            .catalog()
            .packs(PageRequest::FIRST)
            .await?
            .items
            .into_iter();
        packs.extend(all.map(|pack| (text::visible(&pack.label), pack.name)));
    }
    pages::render(&SearchPage {
        layout,
        packs,
        kept: chosen.kept(),
        facets: chosen.facets(&facets),
        orders: chosen.orders(),
        widest: chosen.is_narrowed().then(|| chosen.widest()),
        summary: summary(found.total_items, &chosen),
        pager: Pager::linked(&found, |page| chosen.path(page)),
        skills: found.items.into_iter().map(Entry::from).collect(),
        query: chosen.query,
    })
}

/// Says in a sentence what was found.
fn summary(total: u64, chosen: &Chosen) -> String {
    let query = text::visible(chosen.query.trim());
    match (total, query.is_empty()) {
        (0, true) => "The catalog holds no skills here.".to_owned(),
        (0, false) => format!("Nothing found for “{query}”."),
        (total, true) => {
            let by = sort_label(chosen.sort());
            format!("{}, by {by}.", counted(total, "skill"))
        }
        (total, false) => format!("{} for “{query}”.", counted(total, "skill")),
    }
}

impl<S: Sync> FromRequestParts<S> for Search {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let mut fields = Fields::parse(parts.uri.query().unwrap_or_default())?;
        Chosen::read(&mut fields).map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_found_is_said_in_a_sentence() {
        let said = |total, query: &str| {
            let chosen = Chosen::read(&mut Fields::parse(query).unwrap()).unwrap();
            summary(total, &chosen)
        };
        assert_eq!(said(0, "query=x"), "Nothing found for “x”.");
        assert_eq!(said(1, "query=+x+"), "1 skill for “x”.");
        assert_eq!(said(6, ""), "6 skills, by name.");
        assert_eq!(said(6, "sort=NEWEST"), "6 skills, by newest.");
    }

    #[test]
    fn a_link_keeps_what_is_chosen_and_an_odd_address_is_no_failure() {
        let path = |query: &str| {
            let chosen = Chosen::read(&mut Fields::parse(query).unwrap()).unwrap();
            chosen.path(2)
        };
        assert_eq!(
            path("query=a+b&pack=p&hasContract=true&sort=UPDATED&utm=x"),
            "/search?query=a%20b&pack=p&hasContract=true&sort=UPDATED&page=2"
        );
        assert_eq!(path("pack=&isSigned=maybe&sort=BEST"), "/search?page=2");
    }
}
