//! The published contract, generated from the handlers.

use axum::response::IntoResponse;
use guild_skill::wire;
use utoipa::openapi::RefOr;
use utoipa::openapi::path::{Operation, ParameterIn, PathItem};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::{IntoResponses, Modify, OpenApi, ToSchema};

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
            Reading needs no account, unless whoever runs the catalog keeps it private; writing takes a token or a \
            session. Changes to this contract are additive. \
            What is no HTTP request is answered with `MALFORMED_REQUEST`, what nothing is served under with \
            `ROUTE_NOT_FOUND`, and a method that a path does not take with `METHOD_NOT_ALLOWED`."
    ),
    servers((url = "/", description = "The catalog that serves this contract.")),
    tags(
        (name = "packs", description = "Labelled groups of skills."),
        (name = "skills", description = "Skills and their page records."),
        (name = "releases", description = "Immutable versions of a skill."),
        (name = "files", description = "The files of a release."),
        (name = "archives", description = "The zip archives of releases."),
        (name = "ratings", description = "What people make of a skill."),
        (name = "reports", description = "What came of checks of work."),
        (name = "events", description = "What happened in the catalog."),
        (name = "webhooks", description = "Addresses that are told of events."),
        (name = "accounts", description = "Accounts, what stands in for them, and what they did."),
        (name = "operations", description = "Whether the server is well.")
    ),
    components(schemas(wire::ErrorBody, wire::ErrorDetail)),
    modifiers(&Credentials)
)]
pub(crate) struct Contract;

/// How a request says who asks.
struct Credentials;

impl Modify for Credentials {
    fn modify(&self, contract: &mut utoipa::openapi::OpenApi) {
        let components = contract.components.get_or_insert_default();
        let token = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some("A token, which starts with `gld_`."));
        components.add_security_scheme("token", SecurityScheme::Http(token.build()));
        let cookie = ApiKeyValue::with_description(
            "guild-session",
            "The cookie that signing in sets; where people use https it is named `__Host-guild-session`.",
        );
        let session = SecurityScheme::ApiKey(ApiKey::Cookie(cookie));
        components.add_security_scheme("session", session);
    }
}

/// The bytes of a file or an archive.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
#[expect(dead_code, reason = "it describes a body to readers of the contract")]
pub(crate) struct Bytes(Vec<u8>);

/// Makes a type for each answer that refuses: its status, and for each code that it may carry an example.
macro_rules! refusals {
    ($($(#[$doc:meta])+ $name:ident, $status:literal, { $($code:literal: $message:literal,)+ })+) => {$(
        $(#[$doc])+
        #[derive(IntoResponses)]
        #[response(status = $status, examples(
            $(($code = (value = json!({"error": {"code": $code, "message": $message}})))),+
        ))]
        #[expect(dead_code, reason = "it describes an answer to readers of the contract")]
        pub(crate) struct $name(wire::ErrorBody);
    )+};
}

mod codes;
mod demands;
mod everywhere;
mod opinions;
mod publishing;
mod trusting;
mod webhooks;

pub(crate) use opinions::*;
pub(crate) use publishing::*;
pub(crate) use trusting::*;
pub(crate) use webhooks::*;

refusals! {
    /// The path or the query cannot be read, the query has an unknown parameter, or both together are too long:
    /// `MALFORMED_PATH`, `MALFORMED_QUERY`, `UNKNOWN_PARAMETER` or `URL_TOO_LONG`.
    Malformed, 400, {
        "MALFORMED_PATH": "the name holds `A`, which is not a lower-case letter, a digit or a hyphen",
        "MALFORMED_QUERY": "`page` stands twice in the query",
        "UNKNOWN_PARAMETER": "this resource has no parameter `verbose`; it takes none",
        "URL_TOO_LONG": "path and query may have 8192 bytes",
    }

    /// The query cannot be read, has an unknown parameter, or is too long: `MALFORMED_QUERY`, `UNKNOWN_PARAMETER` or
    /// `URL_TOO_LONG`.
    MalformedQuery, 400, {
        "MALFORMED_QUERY": "`page` is `x`, which is not a whole number",
        "UNKNOWN_PARAMETER": "this resource has no parameter `verbose`; it takes page, pageSize",
        "URL_TOO_LONG": "path and query may have 8192 bytes",
    }

    /// The catalog has no such pack: `PACK_NOT_FOUND`.
    PackMissing, 404, {
        "PACK_NOT_FOUND": "the catalog has no pack `no-such-pack`",
    }

    /// The catalog has no such skill, or not any more: `SKILL_NOT_FOUND` or `SKILL_DELETED`.
    SkillMissing, 404, {
        "SKILL_NOT_FOUND": "the catalog has no skill `no-such-skill`",
        "SKILL_DELETED": "the skill `old-skill` was deleted on 2026-11-20: it was published by mistake",
    }

    /// The catalog has no such skill, or the skill no such release: `SKILL_NOT_FOUND` or `RELEASE_NOT_FOUND`.
    ReleaseMissing, 404, {
        "SKILL_NOT_FOUND": "the catalog has no skill `no-such-skill`",
        "SKILL_DELETED": "the skill `old-skill` was deleted on 2026-11-20: it was published by mistake",
        "RELEASE_NOT_FOUND": "the skill `adr-writer` has no release 9.0.0",
    }

    /// The catalog has no such skill, the skill no such release, or the release no such file: `SKILL_NOT_FOUND`,
    /// `RELEASE_NOT_FOUND` or `FILE_NOT_FOUND`.
    FileMissing, 404, {
        "SKILL_NOT_FOUND": "the catalog has no skill `no-such-skill`",
        "SKILL_DELETED": "the skill `old-skill` was deleted on 2026-11-20: it was published by mistake",
        "RELEASE_NOT_FOUND": "the skill `adr-writer` has no release 9.0.0",
        "FILE_NOT_FOUND": "release 1.0.0 of `adr-writer` has no file `no-such.md`",
    }

    /// The catalog has no archive of that digest: `ARCHIVE_NOT_FOUND`.
    ArchiveMissing, 404, {
        "ARCHIVE_NOT_FOUND": "the catalog has no archive `sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855`",
    }

    /// The catalog has no such skill, or the archive has another name: `SKILL_NOT_FOUND` or `ROUTE_NOT_FOUND`.
    LatestArchiveMissing, 404, {
        "SKILL_NOT_FOUND": "the catalog has no skill `no-such-skill`",
        "SKILL_DELETED": "the skill `old-skill` was deleted on 2026-11-20: it was published by mistake",
        "ROUTE_NOT_FOUND": "nothing is served under this path; the archive is `adr-writer.zip`",
    }

    /// The catalog has no such skill, the skill no such release, or the archive has another name: `SKILL_NOT_FOUND`,
    /// `RELEASE_NOT_FOUND` or `ROUTE_NOT_FOUND`.
    ReleaseArchiveMissing, 404, {
        "SKILL_NOT_FOUND": "the catalog has no skill `no-such-skill`",
        "SKILL_DELETED": "the skill `old-skill` was deleted on 2026-11-20: it was published by mistake",
        "RELEASE_NOT_FOUND": "the skill `adr-writer` has no release 9.0.0",
        "ROUTE_NOT_FOUND": "nothing is served under this path; the archive is `adr-writer.zip`",
    }

    /// The part asked for begins behind the end: `RANGE_NOT_SATISFIABLE`.
    BehindTheEnd, 416, {
        "RANGE_NOT_SATISFIABLE": "the range begins behind the end: there are 10324 bytes",
    }

    /// A parameter is well formed and not allowed: `PARAMETER_OUT_OF_RANGE`.
    Invalid, 422, {
        "PARAMETER_OUT_OF_RANGE": "`page` is 0: pages count from 1",
    }

    /// Nothing that was sent says who asks: `UNAUTHENTICATED`.
    Unauthenticated, 401, {
        "UNAUTHENTICATED": "this takes an account: send a token as `Authorization: Bearer gld_…`, or sign in",
    }

    /// The name or the password is wrong: `SIGN_IN_REFUSED`.
    SignInRefused, 401, {
        "SIGN_IN_REFUSED": "the name or the password is wrong",
    }

    /// Who asks may not do that, or a page of another site asks: `FORBIDDEN` or `CROSS_SITE`.
    Refused, 403, {
        "FORBIDDEN": "the token has not the scope `admin`: make one that has it",
        "CROSS_SITE": "the form was sent from another site; open the page on this catalog and send it from there",
    }

    /// Who asks may not see that: `FORBIDDEN`.
    Hidden, 403, {
        "FORBIDDEN": "only an admin of this catalog may do that",
    }

    /// A page of another site asks: `CROSS_SITE`.
    FromElsewhere, 403, {
        "CROSS_SITE": "the form was sent from another site; open the page on this catalog and send it from there",
    }

    /// An account takes an invitation here, or a page of another site asks: `SIGN_UP_CLOSED` or `CROSS_SITE`.
    SignUpRefused, 403, {
        "SIGN_UP_CLOSED": "an account takes an invitation here: ask whoever runs this catalog for a link",
        "CROSS_SITE": "the form was sent from another site; open the page on this catalog and send it from there",
    }

    /// The account has no such token: `TOKEN_NOT_FOUND`.
    TokenMissing, 404, {
        "TOKEN_NOT_FOUND": "the account has no token of that id; `GET /api/tokens` lists those it has",
    }

    /// The account has no such key: `KEY_NOT_FOUND`.
    KeyMissing, 404, {
        "KEY_NOT_FOUND": "the account has no key of that id; `GET /api/keys` lists those it has",
    }

    /// The key is another account's, or was revoked, or is one too many: `KEY_TAKEN`.
    KeyTaken, 409, {
        "KEY_TAKEN": "another account has registered this key: make one of your own with `guild key new`",
    }

    /// The catalog has no such pack or account, or the account is no member of the pack: `PACK_NOT_FOUND`,
    /// `ACCOUNT_NOT_FOUND` or `MEMBER_NOT_FOUND`.
    MemberMissing, 404, {
        "PACK_NOT_FOUND": "the catalog has no pack `no-such-pack`",
        "ACCOUNT_NOT_FOUND": "the catalog has no account `nobody`",
        "MEMBER_NOT_FOUND": "`bruno` is no member of the pack `developer-pack`",
    }

    /// Somebody has the name, or the invitation is not good any more: `NAME_TAKEN` or `LINK_OVER`.
    NameTaken, 409, {
        "NAME_TAKEN": "the name `anna` is taken",
        "LINK_OVER": "the link is not good any more: each is good once, for seven days",
    }

    /// A pack keeps an owner: `LAST_OWNER`.
    LastOwner, 409, {
        "LAST_OWNER": "`anna` is the last owner of the pack: make somebody else an owner first",
    }

    /// The body lacks a field, has an unknown one or one of another type, or a value in it is not allowed: `INVALID_BODY`.
    InvalidBody, 422, {
        "INVALID_BODY": "the password has fewer than 10 characters",
    }

    /// It was tried too often: `TOO_MANY_TRIES`; `Retry-After` says how long to wait.
    TooManyTries, 429, {
        "TOO_MANY_TRIES": "there were too many tries; wait 300 seconds and try again",
    }

    /// Too many ask for this at the moment: `TOO_BUSY`.
    Busy, 503, {
        "TOO_BUSY": "too many people sign in at this moment; try again",
    }

    /// Too many streams are open: `TOO_BUSY`.
    StreamsBusy, 503, {
        "TOO_BUSY": "as many follow the events as may; ask without `Accept: text/event-stream`, or try again in a minute",
    }

    /// The path or the query cannot be read, the query has an unknown parameter, both together are too long, or the
    /// body is not what it must be: `MALFORMED_PATH`, `MALFORMED_QUERY`, `UNKNOWN_PARAMETER`, `URL_TOO_LONG` or
    /// `MALFORMED_BODY`.
    MalformedWriteThere, 400, {
        "MALFORMED_PATH": "the name holds `A`, which is not a lower-case letter, a digit or a hyphen",
        "MALFORMED_QUERY": "`page` stands twice in the query",
        "UNKNOWN_PARAMETER": "this resource has no parameter `verbose`; it takes none",
        "URL_TOO_LONG": "path and query may have 8192 bytes",
        "MALFORMED_BODY": "the body is no JSON, at line 1, column 2",
    }

    /// The query cannot be read, has an unknown parameter, or is too long, or the body is not what it must be:
    /// `MALFORMED_QUERY`, `UNKNOWN_PARAMETER`, `URL_TOO_LONG` or `MALFORMED_BODY`.
    MalformedWrite, 400, {
        "MALFORMED_QUERY": "`page` stands twice in the query",
        "UNKNOWN_PARAMETER": "this resource has no parameter `verbose`; it takes none",
        "URL_TOO_LONG": "path and query may have 8192 bytes",
        "MALFORMED_BODY": "the body is no JSON, at line 1, column 2",
    }

    /// The body is longer than may be: `BODY_TOO_LARGE`.
    BodyTooLarge, 413, {
        "BODY_TOO_LARGE": "the body is longer than 64 KiB",
    }

    /// The server is at fault: `INTERNAL_ERROR`.
    Fault, 500, {
        "INTERNAL_ERROR": "the server failed; the log says why. Try again, and tell whoever runs this catalog if it stays",
    }
}

/// Writes the contract as it is published under `/openapi.json` and committed in `docs/`.
pub fn openapi_json() -> String {
    let mut contract = routes::api().into_openapi();
    name_wildcards(&mut contract);
    everywhere::add(&mut contract);
    demands::add(&mut contract);
    codes::narrow(&mut contract);
    codes::list(&mut contract);
    // Reading needs no credential, and that is said.
    contract.security = Some(Vec::new());
    drop_unused(&mut contract);
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
    for operation in operations(contract) {
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

/// Gives every operation.
fn operations(contract: &mut utoipa::openapi::OpenApi) -> impl Iterator<Item = &mut Operation> {
    contract.paths.paths.values_mut().flat_map(of_path)
}

/// Gives every operation of a path, whatever its method.
fn of_path(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    let PathItem {
        get,
        put,
        post,
        delete,
        patch,
        ..
    } = item;
    [get, put, post, delete, patch].into_iter().flatten()
}

/// Takes away the schemas that nothing refers to: a list has its items written out.
fn drop_unused(contract: &mut utoipa::openapi::OpenApi) {
    let text = contract.to_json().unwrap_or_default();
    let is_used = |name: &str| text.contains(&format!("\"#/components/schemas/{name}\""));
    if let Some(components) = &mut contract.components {
        components.schemas.retain(|name, _| is_used(name));
    }
}
