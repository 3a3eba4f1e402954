//! The published contract, generated from the handlers.

use axum::response::IntoResponse;
use guild_skill::wire;
use utoipa::openapi::RefOr;
use utoipa::openapi::path::ParameterIn;
use utoipa::{IntoResponses, OpenApi, ToSchema};

use crate::document::{Document, Media};
use crate::error::{ApiError, Code};
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

/// The bytes of a file or an archive.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
#[expect(dead_code, reason = "it describes a body to readers of the contract")]
pub(crate) struct Bytes(Vec<u8>);

/// Makes a type for each answer that refuses: its status, and an example of code and message.
macro_rules! refusals {
    ($($(#[$doc:meta])+ $name:ident, $status:literal, $code:literal, $message:literal;)+) => {$(
        $(#[$doc])+
        #[derive(IntoResponses)]
        #[response(status = $status, example = json!({"error": {"code": $code, "message": $message}}))]
        #[expect(dead_code, reason = "it describes an answer to readers of the contract")]
        pub(crate) struct $name(wire::ErrorBody);
    )+};
}

refusals! {
    /// The request is malformed: its path or its query cannot be read, or the query has an unknown parameter.
    Malformed, 400, "UNKNOWN_PARAMETER", "this resource has no parameter `verbose`; it takes none";

    /// The request is malformed: its path or its query cannot be read, or the query has an unknown parameter.
    MalformedList, 400, "MALFORMED_QUERY", "`page` is `x`, which is not a whole number";

    /// The catalog has no such pack.
    PackMissing, 404, "PACK_NOT_FOUND", "the catalog has no pack `no-such-pack`";

    /// The catalog has no such skill.
    SkillMissing, 404, "SKILL_NOT_FOUND", "the catalog has no skill `no-such-skill`";

    /// The catalog has no such skill, or the skill no such release.
    ReleaseMissing, 404, "RELEASE_NOT_FOUND", "the skill `adr-writer` has no release 9.0.0";

    /// The catalog has no such skill, the skill no such release, or the release no such file.
    FileMissing, 404, "FILE_NOT_FOUND", "release 1.0.0 of `adr-writer` has no file `no-such.md`";

    /// The catalog has no archive of that digest.
    ArchiveMissing, 404, "ARCHIVE_NOT_FOUND", "the catalog has no archive `sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855`";

    /// The part asked for begins behind the end.
    BehindTheEnd, 416, "RANGE_NOT_SATISFIABLE", "the range begins behind the end: there are 10324 bytes";

    /// A parameter is well formed and not allowed.
    Invalid, 422, "PARAMETER_OUT_OF_RANGE", "`page` is 0: pages count from 1";

    /// The server is at fault.
    Fault, 500, "INTERNAL_ERROR", "the server failed; the log says why. Try again, and tell whoever runs this catalog if it stays";

    /// The server is starting or stopping, or cannot read its catalog.
    Unready, 503, "NOT_READY", "the server is stopping";
}

/// Writes the contract as it is published under `/openapi.json` and committed in `docs/`.
pub fn openapi_json() -> String {
    let mut contract = routes::api().into_openapi();
    name_wildcards(&mut contract);
    list_codes(&mut contract);
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

/// Says in the contract which codes there are.
fn list_codes(contract: &mut utoipa::openapi::OpenApi) {
    let codes = Code::ALL.map(|code| format!("`{}` ({})", code.as_str(), code.status().as_u16()));
    let description = contract.info.description.get_or_insert_default();
    description.push_str(" The codes of errors are ");
    description.push_str(&codes.join(", "));
    description.push('.');
}
