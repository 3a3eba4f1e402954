//! Searching and listing.

use axum::extract::State;
use guild_catalog::{PageRequest, SkillQuery, SkillSort};
use guild_skill::wire;
use serde_json::{Value, json};

use super::super::find::matching;
use super::super::{Asked, parameters};
use super::shapes::{Skill, time};
use crate::document::Document;
use crate::error::{ApiError, Code};
use crate::state::AppState;

/// How many skills are listed unless the client says how many.
const USUAL: u32 = 25;

/// Searches by words; with `mode=exact` for one name.
pub(in crate::compat) async fn search(
    State(state): State<AppState>,
    asked: Asked,
) -> Result<Document, ApiError> {
    let words = asked.text("q");
    let mut found = skills(&state, matching(words, asked.limit(USUAL))?).await?;
    if asked.text("mode") == Some("exact") {
        let wanted = words.unwrap_or_default();
        found.items.retain(|skill| skill.name == wanted);
    }
    let count = found.items.len();
    let results = found.items.iter().enumerate();
    let results = results.map(|(place, skill)| result(skill, place, count));
    Document::json(&json!({ "results": results.collect::<Vec<_>>() }))
}

/// Makes a result. The score says no more than the order: the first has 1, and each further one less.
fn result(skill: &wire::SkillSummary, place: usize, count: usize) -> Value {
    #[expect(clippy::cast_precision_loss, reason = "a page holds a hundred")]
    let score = (count - place) as f64 / count as f64;
    json!({
        "score": score,
        "slug": skill.name,
        "displayName": skill.title,
        "summary": skill.summary,
        "version": skill.version,
        "updatedAt": time(skill.updated_at.as_deref().unwrap_or(&skill.published_at)),
        "ownerHandle": skill.pack,
        "owner": { "handle": skill.pack, "displayName": skill.pack_label },
    })
}

/// Lists skills: by name from a prefix on, or in the order that is asked for, which is the last updated first.
pub(in crate::compat) async fn list(
    State(state): State<AppState>,
    asked: Asked,
) -> Result<Document, ApiError> {
    if let Some(prefix) = asked.text("prefix") {
        let prefix = prefix.to_ascii_lowercase();
        let mut found = skills(
            &state,
            matching(Some(&prefix), guild_catalog::MAX_PAGE_SIZE)?,
        )
        .await?;
        found.items.retain(|skill| skill.name.starts_with(&prefix));
        found.items.truncate(asked.limit(USUAL) as usize);
        return answer(found.items, None);
    }
    let page = match asked.text("cursor") {
        Some(cursor) => parameters::number("cursor", cursor)?,
        None => 1,
    };
    let page = PageRequest::new(page, asked.limit(USUAL))
        .map_err(|error| ApiError::new(Code::ParameterOutOfRange, error.to_string()))?;
    let sort = match asked.text("sort") {
        Some("name") => SkillSort::Name,
        Some("stars") => SkillSort::Stars,
        Some("downloads") => SkillSort::Downloads,
        // Nothing else that the client can ask for is counted here.
        Some(_) | None => SkillSort::Updated,
    };
    let found = skills(&state, SkillQuery::all(sort, page)).await?;
    let has_more = u64::from(found.page) < found.total_pages;
    let next = has_more.then_some(found.page + 1);
    answer(found.items, next)
}

fn answer(found: Vec<wire::SkillSummary>, next: Option<u32>) -> Result<Document, ApiError> {
    let items: Vec<Skill> = found.into_iter().map(Skill::of_summary).collect();
    Document::json(&json!({ "items": items, "nextCursor": next.map(|page| page.to_string()) }))
}

async fn skills(
    state: &AppState,
    query: SkillQuery,
) -> Result<wire::List<wire::SkillSummary>, ApiError> {
    Ok(state.catalog().skills(query).await?)
}
