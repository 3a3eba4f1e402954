//! The pages that people read.
//!
//! A page is a struct, a template beside it, and how long it may be kept. Its handler gives back a [`Document`], which
//! the edge finishes, keeps and answers from, as it does for the API. What a skill says is hostile until it has gone
//! through `text` or `markdown`; `assets` holds styles and scripts, without which every page works.

mod accounts;
mod assets;
mod check;
mod checked;
mod checkup;
mod compare;
mod doc;
mod docs;
mod documents;
mod entry;
mod error;
mod facets;
mod feed;
mod file;
mod home;
mod install;
mod kept;
mod layout;
mod manage;
mod markdown;
mod missing;
mod pack;
mod pager;
mod publish;
mod rated;
mod ratings;
mod release;
mod reports;
mod rule;
mod rules;
mod safety;
mod search;
mod signer;
mod skill;
mod source;
mod text;

use askama::Template;
use axum::Router;
use axum::routing::{get, post};

use crate::document::{Document, Media};
use crate::error::ApiError;
use crate::state::AppState;

pub(crate) use assets::all as assets;
pub(crate) use error::error_page;
pub(crate) use missing::find_skill;

/// The routes of people.
pub(crate) fn router() -> Router<AppState> {
    Router::new()
        .route("/", get(home::show))
        .route("/packs/{pack}", get(pack::show))
        .route("/skills/{name}", get(skill::show))
        .route("/skills/{name}/releases/{version}", get(release::show))
        .route(
            "/skills/{name}/releases/{version}/files/{*path}",
            get(file::show),
        )
        .route("/skills/{name}/ratings", get(rated::show).post(rated::rate))
        .route("/skills/{name}/star", post(rated::star))
        .route("/skills/{name}/ratings/{id}/removal", post(rated::remove))
        .route("/skills/{name}/ratings/{id}/hiding", post(rated::hide))
        .route("/skills/{name}/compare/{range}", get(compare::show))
        .route("/feed.atom", get(feed::of_catalog))
        .route("/packs/{pack}/feed.atom", get(feed::of_pack))
        .route("/skills/{name}/feed.atom", get(feed::of_skill))
        .route("/search", get(search::show))
        .route("/rules", get(rules::show))
        .route("/rules/{check}/{rule}", get(rule::show))
        .route("/publish", get(publish::show).post(publish::look))
        .route("/publish/confirmation", post(publish::confirm))
        .route("/skills/{name}/manage", get(manage::show))
        .route("/skills/{name}/removal", post(manage::delete))
        .route(
            "/skills/{name}/releases/{version}/withdrawal",
            post(manage::withdraw),
        )
        .route("/check", get(check::show).post(check::check))
        .route("/check/results/{key}", get(kept::show))
        .route("/check/results/{key}/removal", post(kept::remove))
        .route("/docs", get(docs::show))
        .route("/docs/{part}/{name}", get(doc::show))
        .route("/assets/{digest}/{file}", get(assets::show))
        .merge(accounts::router())
}

/// Renders a page that is kept until the catalog changes or a new day begins.
pub(crate) fn render(page: &impl Template) -> Result<Document, ApiError> {
    let html = page.render().map_err(ApiError::fault)?;
    Ok(Document::checked(Media::Html, html))
}
