//! Facets: by what a list of skills can be narrowed, and what each choice would leave.

use axum::extract::State;
use guild_skill::wire;

use crate::api::Reply;
use crate::api::narrowing::{Narrowing, NarrowingParameters};
use crate::error::ApiError;
use crate::openapi::{Fault, Invalid, MalformedQuery};
use crate::parameters::Parameters;
use crate::state::AppState;

/// Counts what a list of skills can be narrowed to.
///
/// It takes what the list takes. Each choice is counted as if it alone were open.
#[utoipa::path(
    get,
    path = "/api/facets",
    operation_id = "showFacets",
    tag = "skills",
    params(NarrowingParameters),
    responses((status = OK, description = "The counts.", body = wire::Facets), MalformedQuery, Invalid, Fault)
)]
pub(crate) async fn show(
    State(state): State<AppState>,
    Parameters(Narrowing(query)): Parameters<Narrowing>,
) -> Result<Reply<wire::Facets>, ApiError> {
    Ok(Reply(state.catalog().facets(&query).await?))
}
