//! Skills and their page records.

use axum::extract::State;
use guild_catalog::{SkillEntry, SkillQuery, SkillSort};
use guild_skill::{PackName, SkillName, wire};
use utoipa::{IntoParams, ToSchema};

use crate::api::addresses::OfSkill;
use crate::api::{Reply, found, releases};
use crate::error::{ApiError, Code};
use crate::openapi::{Fault, Invalid, Malformed, MalformedQuery, SkillMissing};
use crate::paging::{PageParameters, Paging};
use crate::parameters::{Fields, FromFields, FromPath, Parameters};
use crate::state::AppState;

/// The longest query of a search, in characters.
const QUERY_LENGTH: usize = 200;

/// The order of a list of skills.
#[derive(Clone, Copy, ToSchema)]
#[schema(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum Sort {
    /// By name, from a to z.
    Name,
    /// The newest change first.
    Updated,
    /// The best match of the query first.
    Relevance,
}

/// The filters of a list of skills, for the published contract; [`Filters`] is what the handler gets.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
#[expect(
    dead_code,
    reason = "its fields describe parameters to readers of the contract"
)]
pub(crate) struct SkillParameters {
    /// Words to search for in name, title, summary and text.
    #[param(max_length = 200, example = "api documentation")]
    query: Option<String>,
    /// The name of the pack that the skills belong to.
    #[param(
        max_length = 64,
        pattern = "^[a-z0-9]+(-[a-z0-9]+)*$",
        example = "developer-pack"
    )]
    pack: Option<String>,
    /// `true`: only records derived from SKILL.md; `false`: only those that an author wrote. Without it both.
    #[param(example = false)]
    is_derived: Option<bool>,
    /// The order: `RELEVANCE` when there is a query, else `NAME`.
    #[param(inline, example = "UPDATED")]
    sort: Option<Sort>,
}

/// What a list of skills is narrowed to.
pub(crate) struct Filters(SkillQuery);

impl FromFields for Filters {
    fn from_fields(fields: &mut Fields) -> Result<Self, ApiError> {
        let query = fields
            .text("query")
            .filter(|query| !query.trim().is_empty());
        if query
            .as_ref()
            .is_some_and(|query| query.chars().count() > QUERY_LENGTH)
        {
            let message = format!("`query` may have {QUERY_LENGTH} characters");
            return Err(ApiError::new(Code::ParameterOutOfRange, message));
        }
        let pack = fields.value::<PackName>("pack")?;
        let is_derived = fields.flag("isDerived")?;
        let sort = fields.one_of(
            "sort",
            &[
                ("NAME", Sort::Name),
                ("UPDATED", Sort::Updated),
                ("RELEVANCE", Sort::Relevance),
            ],
        )?;
        let usual = if query.is_some() {
            Sort::Relevance
        } else {
            Sort::Name
        };
        let sort = match sort.unwrap_or(usual) {
            Sort::Name => SkillSort::Name,
            Sort::Updated => SkillSort::Updated,
            Sort::Relevance => SkillSort::Relevance,
        };
        let Paging(page) = Paging::from_fields(fields)?;
        Ok(Self(SkillQuery {
            query,
            pack,
            is_derived,
            sort,
            page,
        }))
    }
}

/// Lists skills, or searches them.
///
/// The filters and the words of `query` narrow the list.
#[utoipa::path(
    get,
    path = "/api/skills",
    operation_id = "listSkills",
    tag = "skills",
    params(SkillParameters, PageParameters),
    responses((status = OK, description = "A page of skills.", body = wire::List<wire::SkillSummary>), MalformedQuery, Invalid, Fault)
)]
pub(crate) async fn list(
    State(state): State<AppState>,
    Parameters(Filters(query)): Parameters<Filters>,
) -> Result<Reply<wire::List<wire::SkillSummary>>, ApiError> {
    let skills = state.catalog().skills(query).await;
    skills.map(Reply).map_err(ApiError::fault)
}

/// Shows a skill: its page record and its newest release.
///
/// The record is all that the page of the skill shows.
#[utoipa::path(
    get,
    path = "/api/skills/{name}",
    operation_id = "showSkill",
    tag = "skills",
    params(OfSkill),
    responses((status = OK, description = "The skill.", body = wire::Skill), Malformed, SkillMissing, Fault)
)]
pub(crate) async fn show(
    State(state): State<AppState>,
    FromPath(name): FromPath<SkillName>,
    Parameters(()): Parameters<()>,
) -> Result<Reply<wire::Skill>, ApiError> {
    let entry = find(&state, &name).await?;
    let mut skill = record(&state, &entry);
    releases::prove(&state, &name, &mut skill.latest_release).await?;
    Ok(Reply(skill))
}

/// Finds a skill, for the API and for pages.
pub(crate) async fn find(state: &AppState, name: &SkillName) -> Result<SkillEntry, ApiError> {
    found(state.catalog().skill(name).await, || missing(name))
}

/// Makes the error for a skill that the catalog does not hold.
pub(crate) fn missing(name: &SkillName) -> ApiError {
    let message = format!("the catalog has no skill `{name}`");
    ApiError::new(Code::SkillNotFound, message)
}

/// Makes the whole record of a skill, with its age today.
pub(crate) fn record(state: &AppState, entry: &SkillEntry) -> wire::Skill {
    entry.listing().to_skill(state.today())
}
