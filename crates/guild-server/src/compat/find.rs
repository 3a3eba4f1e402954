//! What `skills find` of npm asks: which skills match, and which address to give to `skills add`.

use axum::extract::State;
use guild_catalog::{PageRequest, SkillQuery, SkillSort};
use serde::Serialize;

use super::{Address, Asked, pack_name};
use crate::document::Document;
use crate::error::ApiError;
use crate::links;
use crate::state::AppState;

/// How many skills are listed unless the client says how many.
const USUAL: u32 = 20;

/// The longest query that is searched for, in characters; the rest of a longer one is left out.
const QUERY_LENGTH: usize = 200;

/// What was found.
#[derive(Serialize)]
struct Found {
    skills: Vec<Match>,
}

/// A skill that was found.
#[derive(Serialize)]
struct Match {
    id: String,
    name: String,
    /// The address of the skill's own page: its index lists this one skill, and nothing else is downloaded.
    source: String,
    /// The client sorts by this. None is counted here, and equal numbers leave our order as it is.
    installs: u64,
}

/// Searches.
pub(super) async fn list(
    State(state): State<AppState>,
    address: Address,
    asked: Asked,
) -> Result<Document, ApiError> {
    let pack = asked.text("owner").map(pack_name).transpose()?;
    let query = SkillQuery {
        pack,
        ..matching(asked.text("q"), asked.limit(USUAL))?
    };
    let skills = state.catalog().skills(query).await?.items.into_iter();
    let skills = skills.map(|skill| Match {
        source: address.join(&links::skill(&skill.name)),
        id: skill.name.clone(),
        name: skill.name,
        installs: 0,
    });
    address.answer(&Found {
        skills: skills.collect(),
    })
}

/// Makes the query of a search by words.
pub(super) fn matching(words: Option<&str>, limit: u32) -> Result<SkillQuery, ApiError> {
    let page = PageRequest::new(1, limit).map_err(ApiError::fault)?;
    Ok(SkillQuery {
        query: words.map(|words| words.chars().take(QUERY_LENGTH).collect()),
        ..SkillQuery::all(SkillSort::Relevance, page)
    })
}
