//! How the server is: for whoever runs it.

use axum::extract::State;
use axum::response::IntoResponse;
use serde::Serialize;
use utoipa::ToSchema;

use crate::document::{Document, Freshness, Media};
use crate::error::{ApiError, Code};
use crate::openapi::{Fault, MalformedQuery};
use crate::parameters::Parameters;
use crate::state::AppState;

/// Whether the process answers.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Health {
    /// Always true: a process that is not healthy does not answer.
    #[schema(example = true)]
    is_healthy: bool,
}

/// Whether the server should be sent requests.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Readiness {
    /// Always true: a server that is not ready answers with an error.
    #[schema(example = true)]
    is_ready: bool,
}

/// Tells that the process answers.
///
/// Of the catalog behind it, `/readyz` tells.
#[utoipa::path(
    get,
    path = "/healthz",
    operation_id = "showHealth",
    tag = "operations",
    responses((status = OK, description = "The process answers.", body = Health), MalformedQuery, Fault)
)]
pub(crate) async fn show_health(Parameters(()): Parameters<()>) -> Result<Document, ApiError> {
    momentary(&Health { is_healthy: true })
}

/// Tells whether the server should be sent requests.
///
/// It should not while it starts or stops, or cannot read its catalog.
#[utoipa::path(
    get,
    path = "/readyz",
    operation_id = "showReadiness",
    tag = "operations",
    responses((status = OK, description = "The catalog can be read.", body = Readiness), MalformedQuery, Fault)
)]
pub(crate) async fn show_readiness(
    State(state): State<AppState>,
    Parameters(()): Parameters<()>,
) -> Result<Document, ApiError> {
    if state.is_draining() {
        return Err(ApiError::new(Code::NotReady, "the server is stopping"));
    }
    if let Err(error) = state.catalog().is_ready().await {
        let message = "the catalog cannot be read now; the log says why";
        return Err(ApiError::fault(error).under(Code::NotReady, message));
    }
    momentary(&Readiness { is_ready: true })
}

/// Writes the server's counters.
pub(crate) async fn show_metrics(State(state): State<AppState>) -> impl IntoResponse {
    let text = state
        .metrics()
        .render(state.cache().counts(), &state.catalog().gauges());
    Document {
        freshness: Freshness::Momentary,
        ..Document::checked(Media::Metrics, text)
    }
}

fn momentary(value: &impl Serialize) -> Result<Document, ApiError> {
    Ok(Document {
        freshness: Freshness::Momentary,
        ..Document::json(value)?
    })
}
