//! Skills that are related to one.

use axum::extract::State;
use guild_catalog::PageRequest;
use guild_skill::{SkillName, wire};

use crate::api::addresses::OfSkill;
use crate::api::{Reply, skills};
use crate::error::ApiError;
use crate::openapi::{Fault, Invalid, Malformed, SkillMissing};
use crate::paging::{PageParameters, Paging};
use crate::parameters::{FromPath, Parameters};
use crate::state::AppState;

/// Lists the skills that are related to one.
///
/// Those that its text names come first, then those that are described alike, with the words that both descriptions
/// have, then others of its pack.
#[utoipa::path(
    get,
    path = "/api/skills/{name}/related",
    operation_id = "listRelatedSkills",
    tag = "skills",
    params(OfSkill, PageParameters),
    responses(
        (status = OK, description = "A page of related skills.", body = wire::List<wire::RelatedSkill>),
        Malformed, SkillMissing, Invalid, Fault
    )
)]
pub(crate) async fn list(
    State(state): State<AppState>,
    FromPath(name): FromPath<SkillName>,
    Parameters(Paging(page)): Parameters<Paging>,
) -> Result<Reply<wire::List<wire::RelatedSkill>>, ApiError> {
    let entry = skills::find(&state, &name).await?;
    let related = state.catalog().related(&entry).await?;
    Ok(Reply(cut(related, page)))
}

/// Cuts a page out of a short list.
fn cut(all: Vec<wire::RelatedSkill>, page: PageRequest) -> wire::List<wire::RelatedSkill> {
    let total = all.len() as u64;
    let before = u64::from(page.page() - 1) * u64::from(page.page_size());
    let before = usize::try_from(before).unwrap_or(usize::MAX);
    let items = all.into_iter().skip(before);
    page.list(items.take(page.page_size() as usize).collect(), total)
}
