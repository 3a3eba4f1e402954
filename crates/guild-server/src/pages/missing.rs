//! What pages do when something is not there: say so, and name what is near.

use guild_catalog::{PageRequest, SkillEntry, SkillQuery, SkillSort};
use guild_skill::{SkillName, wire};
use semver::Version;

use super::text;
use crate::api::{releases, skills};
use crate::error::{ApiError, Code};
use crate::state::AppState;

/// How many skills are named as near.
const NEAR: u32 = 3;

/// Finds a skill by the text of an address.
pub(crate) async fn find_skill(state: &AppState, text: &str) -> Result<SkillEntry, ApiError> {
    if let Ok(name) = SkillName::parse(text) {
        if let Some(entry) = state.catalog().skill(&name).await? {
            return Ok(entry);
        }
        // What was deleted is told as that, with its reason; nothing else was meant.
        let absent = skills::absent(state, &name).await;
        if absent.code != Code::SkillNotFound {
            return Err(absent);
        }
    }
    let message = format!("The catalog has no skill `{}`.", shortened(text));
    let error = ApiError::new(Code::SkillNotFound, message);
    Err(error.with_near(near(state, text).await))
}

/// Finds a release by the texts of an address.
pub(super) async fn find_release(
    state: &AppState,
    name: &str,
    version: &str,
) -> Result<(SkillEntry, Version, wire::Release), ApiError> {
    let entry = find_skill(state, name).await?;
    if let Ok(version) = Version::parse(version) {
        match releases::find(state, &entry.name, &version).await {
            Ok(release) => return Ok((entry, version, release)),
            Err(error) if error.code != Code::ReleaseNotFound => return Err(error),
            Err(_) => {}
        }
    }
    let message = format!(
        "The skill `{name}` has no release `{}`.",
        shortened(version)
    );
    let error = ApiError::new(Code::ReleaseNotFound, message);
    Err(error.with_near(vec![entry.name.to_string()]))
}

/// Finds the skills that may have been meant; none when the search fails, because the page must still be made.
async fn near(state: &AppState, text: &str) -> Vec<String> {
    let Ok(page) = PageRequest::new(1, NEAR) else {
        return Vec::new();
    };
    let words: String = text.chars().take(100).collect();
    let query = SkillQuery {
        query: Some(words.replace(['-', '_', '.'], " ")),
        ..SkillQuery::all(SkillSort::Relevance, page)
    };
    let found = state.catalog().skills(query).await;
    found.map_or_else(
        |_| Vec::new(),
        |found| found.items.into_iter().map(|skill| skill.name).collect(),
    )
}

fn shortened(text: &str) -> String {
    text::visible(&text.chars().take(100).collect::<String>())
}
