//! The published contract, generated from the handlers.

use axum::response::IntoResponse;
use guild_skill::wire;
use utoipa::openapi::RefOr;
use utoipa::openapi::path::ParameterIn;
use utoipa::{IntoResponses, OpenApi};

use crate::document::{Document, Media};
use crate::error::ApiError;
use crate::parameters::Parameters;
use crate::routes;

/// What the contract says before its paths.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Guildhall",
        description = "A catalog of agent skills. \
            Lists carry `page`, `pageSize`, `totalItems` and `totalPages`; every error has the one body `ErrorBody`. \
            Reading needs no account. Changes to this contract are additive."
    ),
    tags(
        (name = "packs", description = "Labelled groups of skills."),
        (name = "skills", description = "Skills and their page records."),
        (name = "releases", description = "Immutable versions of a skill."),
        (name = "files", description = "The files of a release."),
        (name = "archives", description = "The zip archives of releases."),
        (name = "events", description = "What happened in the catalog."),
        (name = "operations", description = "Whether the server is well.")
    ),
    components(schemas(wire::ErrorBody, wire::ErrorDetail))
)]
pub(crate) struct Contract;

/// The request is malformed: the path or the query cannot be read.
#[derive(IntoResponses)]
#[response(status = 400, example = json!({"error": {"code": "MALFORMED_QUERY", "message": "`page` is `x`, which is not a whole number"}}))]
#[expect(
    dead_code,
    reason = "it describes an answer to readers of the contract"
)]
pub(crate) struct Malformed(wire::ErrorBody);

/// What the path names is not there.
#[derive(IntoResponses)]
#[response(status = 404, example = json!({"error": {"code": "SKILL_NOT_FOUND", "message": "the catalog has no skill `no-such-skill`"}}))]
#[expect(
    dead_code,
    reason = "it describes an answer to readers of the contract"
)]
pub(crate) struct Missing(wire::ErrorBody);

/// A parameter is well formed and not allowed.
#[derive(IntoResponses)]
#[response(status = 422, example = json!({"error": {"code": "PARAMETER_OUT_OF_RANGE", "message": "`page` is 0: pages count from 1"}}))]
#[expect(
    dead_code,
    reason = "it describes an answer to readers of the contract"
)]
pub(crate) struct Invalid(wire::ErrorBody);

/// The part asked for begins behind the end.
#[derive(IntoResponses)]
#[response(status = 416, example = json!({"error": {"code": "RANGE_NOT_SATISFIABLE", "message": "the range begins behind the end: there are 10324 bytes"}}))]
#[expect(
    dead_code,
    reason = "it describes an answer to readers of the contract"
)]
pub(crate) struct BehindTheEnd(wire::ErrorBody);

/// The server is at fault.
#[derive(IntoResponses)]
#[response(status = 500, example = json!({"error": {"code": "INTERNAL_ERROR", "message": "the server failed; the log says why. Try again, and tell whoever runs this catalog if it stays"}}))]
#[expect(
    dead_code,
    reason = "it describes an answer to readers of the contract"
)]
pub(crate) struct Fault(wire::ErrorBody);

/// The server is starting or stopping.
#[derive(IntoResponses)]
#[response(status = 503, example = json!({"error": {"code": "NOT_READY", "message": "the server is stopping"}}))]
#[expect(
    dead_code,
    reason = "it describes an answer to readers of the contract"
)]
pub(crate) struct Unready(wire::ErrorBody);

/// Writes the contract as it is published under `/openapi.json` and committed in `docs/`.
pub fn openapi_json() -> String {
    let mut contract = routes::api().into_openapi();
    name_wildcards(&mut contract);
    // The contract is plain data: it is always written.
    let mut text = contract.to_pretty_json().unwrap_or_default();
    text.push('\n');
    text
}

/// Serves the contract.
pub(crate) async fn show(Parameters(()): Parameters<()>) -> Result<impl IntoResponse, ApiError> {
    Ok(Document::checked(Media::Json, openapi_json()))
}

/// Writes `{*path}`, which the router needs for the rest of a path, as the contract does: `{path}`.
fn name_wildcards(contract: &mut utoipa::openapi::OpenApi) {
    let paths = std::mem::take(&mut contract.paths.paths);
    contract.paths.paths = paths
        .into_iter()
        .map(|(path, item)| (path.replace("{*", "{"), item))
        .collect();
    for item in contract.paths.paths.values_mut() {
        let Some(operation) = &mut item.get else {
            continue;
        };
        for parameter in operation.parameters.iter_mut().flatten() {
            let RefOr::T(parameter) = parameter else {
                continue;
            };
            if parameter.parameter_in == ParameterIn::Path {
                parameter.name = parameter.name.replace('*', "");
            }
        }
    }
}
