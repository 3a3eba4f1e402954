//! Every route, grouped by who calls it.

use axum::Router;
use axum::extract::MatchedPath;
use axum::middleware::map_response;
use axum::response::Response;
use axum::routing::get;
use http::Method;
use utoipa::OpenApi as _;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::{
    accounts, archives, audit, changes, events, facets, files, invitations, keys, matches, members,
    operations, packs, publishers, ratings, related, releases, reports, sessions, skills, stars,
    tokens, trusted_tokens, webhooks,
};
use crate::compat;
use crate::error::{ApiError, Code};
use crate::openapi::{self, Contract};
use crate::pages;
use crate::state::AppState;

/// Programs: everything in the published contract.
pub(crate) fn api() -> OpenApiRouter<AppState> {
    OpenApiRouter::with_openapi(Contract::openapi())
        .routes(routes!(packs::list, packs::create))
        .routes(routes!(packs::show, packs::change, packs::delete))
        .routes(routes!(packs::list_skills))
        .routes(routes!(skills::list, skills::publish))
        .routes(routes!(skills::show, skills::change, skills::delete))
        .routes(routes!(facets::show))
        .routes(routes!(matches::list))
        .routes(routes!(releases::list, releases::publish))
        .routes(routes!(releases::show, releases::change))
        .routes(routes!(changes::show))
        .routes(routes!(related::list))
        .routes(routes!(files::list))
        .routes(routes!(files::show))
        .routes(routes!(archives::show))
        .routes(routes!(archives::show_latest))
        .routes(routes!(archives::show_release))
        .routes(routes!(ratings::list, ratings::create))
        .routes(routes!(ratings::change, ratings::delete))
        .routes(routes!(stars::set, stars::delete))
        .routes(routes!(reports::list, reports::create))
        .routes(routes!(events::list))
        .routes(routes!(accounts::list, accounts::create))
        .routes(routes!(invitations::list, invitations::create))
        .routes(routes!(invitations::delete))
        .routes(routes!(sessions::create))
        .routes(routes!(sessions::show, sessions::delete))
        .routes(routes!(tokens::list, tokens::create))
        .routes(routes!(tokens::delete))
        .routes(routes!(keys::list, keys::create))
        .routes(routes!(keys::delete))
        .routes(routes!(members::list))
        .routes(routes!(members::set, members::delete))
        .routes(routes!(publishers::list, publishers::create))
        .routes(routes!(publishers::delete))
        .routes(routes!(trusted_tokens::create))
        .routes(routes!(audit::list))
        .routes(routes!(webhooks::list, webhooks::create))
        .routes(routes!(webhooks::show, webhooks::change, webhooks::delete))
        .routes(routes!(webhooks::rotate))
        .routes(routes!(webhooks::list_deliveries))
        .routes(routes!(webhooks::redeliver))
        .routes(routes!(operations::show_health))
        .routes(routes!(operations::show_readiness))
}

/// Collectors and tools: what stands beside the contract.
fn machines() -> Router<AppState> {
    Router::new()
        .route("/openapi.json", get(openapi::show))
        .route("/metrics", get(operations::show_metrics))
}

/// All routes of a server: programs, machines, people ([`pages::router`]), and other clients ([`compat::router`]).
pub(crate) fn router(state: AppState) -> Router {
    let (api, _) = api().split_for_parts();
    api.merge(machines())
        .merge(pages::router())
        .merge(compat::router())
        .route_layer(map_response(note_route))
        .method_not_allowed_fallback(refuse_method)
        .fallback(refuse_route)
        .with_state(state)
}

/// Leaves a note of the route that answered, under which the edge counts the answer.
async fn note_route(route: MatchedPath, mut response: Response) -> Response {
    response.extensions_mut().insert(route);
    response
}

async fn refuse_route() -> ApiError {
    ApiError::new(
        Code::RouteNotFound,
        "nothing is served under this path; /openapi.json lists what is",
    )
}

async fn refuse_method(method: Method) -> ApiError {
    let message = format!("this path does not take {method}; the Allow header says what it takes");
    ApiError::new(Code::MethodNotAllowed, message)
}
