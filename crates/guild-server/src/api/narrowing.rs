//! By what a list of skills is narrowed, and in which order it stands.

use guild_catalog::{PageRequest, SkillQuery, SkillSort};
use guild_skill::PackName;
use utoipa::{IntoParams, ToSchema};

use crate::error::{ApiError, Code};
use crate::paging::Paging;
use crate::parameters::{Fields, FromFields};

/// The longest query of a search, in characters.
pub(crate) const QUERY_LENGTH: usize = 200;

/// The order of a list of skills.
#[derive(Clone, Copy, ToSchema)]
#[schema(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum Sort {
    /// By name, from a to z.
    Name,
    /// The last listed first.
    Newest,
    /// The newest change first.
    Updated,
    /// The best match of the query first.
    Relevance,
    /// The best rated first: the mean of the stars, drawn the more to the middle the fewer ratings there are.
    Rating,
    /// The most downloaded first.
    Downloads,
    /// What most accounts have starred first.
    Stars,
}

/// Every order with its name.
const SORTS: [(&str, Sort); 7] = [
    ("RELEVANCE", Sort::Relevance),
    ("NAME", Sort::Name),
    ("NEWEST", Sort::Newest),
    ("UPDATED", Sort::Updated),
    ("RATING", Sort::Rating),
    ("DOWNLOADS", Sort::Downloads),
    ("STARS", Sort::Stars),
];

/// Gives every order with its name.
pub(crate) fn sorts() -> [(&'static str, SkillSort); 7] {
    SORTS.map(|(name, sort)| (name, sort.into()))
}

impl From<Sort> for SkillSort {
    fn from(sort: Sort) -> Self {
        match sort {
            Sort::Name => Self::Name,
            Sort::Newest => Self::Newest,
            Sort::Updated => Self::Updated,
            Sort::Relevance => Self::Relevance,
            Sort::Rating => Self::Rating,
            Sort::Downloads => Self::Downloads,
            Sort::Stars => Self::Stars,
        }
    }
}

/// What narrows a list of skills, for the published contract; [`Narrowing`] is what handlers get.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
#[expect(
    dead_code,
    reason = "its fields describe parameters to readers of the contract"
)]
pub(crate) struct NarrowingParameters {
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
    /// `true`: only skills with a contract, which states as data what the work they guide has to be; `false`: only those
    /// without. Without it both.
    #[param(example = true)]
    has_contract: Option<bool>,
    /// `true`: only skills whose newest release is signed; `false`: only those where it is not. Without it both.
    #[param(example = true)]
    is_signed: Option<bool>,
}

/// The order of a list of skills, for the published contract; [`Listing`] is what the handler gets.
#[derive(IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
#[expect(
    dead_code,
    reason = "its fields describe parameters to readers of the contract"
)]
pub(crate) struct SortParameters {
    /// The order: `RELEVANCE` when there is a query, else `NAME`.
    #[param(inline, example = "UPDATED")]
    sort: Option<Sort>,
}

/// What narrows a list, in no order.
pub(crate) struct Narrowing(pub(crate) SkillQuery);

/// A list: what narrows it, its order, its page.
pub(crate) struct Listing(pub(crate) SkillQuery);

impl FromFields for Narrowing {
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
        let sort = if query.is_some() {
            SkillSort::Relevance
        } else {
            SkillSort::Name
        };
        Ok(Self(SkillQuery {
            query,
            pack: fields.value::<PackName>("pack")?,
            is_derived: fields.flag("isDerived")?,
            has_contract: fields.flag("hasContract")?,
            is_signed: fields.flag("isSigned")?,
            ..SkillQuery::all(sort, PageRequest::FIRST)
        }))
    }
}

impl FromFields for Listing {
    fn from_fields(fields: &mut Fields) -> Result<Self, ApiError> {
        let Narrowing(query) = Narrowing::from_fields(fields)?;
        let sort = fields.one_of("sort", &sorts())?.unwrap_or(query.sort);
        let Paging(page) = Paging::from_fields(fields)?;
        Ok(Self(SkillQuery {
            sort,
            page,
            ..query
        }))
    }
}
