//! The page with all ratings of a skill, and the forms with which people rate and star it.

use askama::Template;
use axum::extract::State;
use axum::response::{IntoResponse as _, Redirect, Response};
use guild_catalog::PageRequest;
use guild_skill::{SkillName, wire};

use super::layout::{Here, Layout};
use super::pager::{Pager, PagerQuery};
use super::ratings::{RatingsBlock, place};
use super::{assets, missing, ratings, text};
use crate::api::{ratings as api, stars};
use crate::auth::SignedForm;
use crate::document::Document;
use crate::error::ApiError;
use crate::links;
use crate::pages;
use crate::parameters::{FromPath, Id};
use crate::state::AppState;

const PAGE_SIZE: u32 = 20;

#[derive(Template)]
#[template(path = "rated.html")]
struct RatedPage {
    layout: Layout,
    name: String,
    title: String,
    ratings: RatingsBlock,
    pager: Pager,
}

/// Shows the ratings.
pub(crate) async fn show(
    State(state): State<AppState>,
    FromPath(name): FromPath<String>,
    PagerQuery(number): PagerQuery,
) -> Result<Document, ApiError> {
    let entry = missing::find_skill(&state, &name).await?;
    let page = PageRequest::new(number, PAGE_SIZE).map_err(ApiError::fault)?;
    let (ratings, list) = RatingsBlock::of(&state, &entry, page).await?;
    let path = links::ratings(&name);
    pages::render(&RatedPage {
        layout: Layout::new(&state, Here::Elsewhere, path.clone()),
        title: text::visible(&entry.record.title),
        pager: Pager::of(&list, &path),
        name,
        ratings,
    })
}

/// Rates the skill, or changes what was said.
pub(crate) async fn rate(
    State(state): State<AppState>,
    FromPath(name): FromPath<SkillName>,
    SignedForm { caller, mut fields }: SignedForm,
) -> Result<Response, ApiError> {
    let stars: Option<i64> = fields.number("stars")?;
    let stars = stars.ok_or_else(|| ApiError::invalid("choose the stars"))?;
    let text = fields.text("text").unwrap_or_default();
    let account = caller.account()?;
    let own = state
        .catalog()
        .ratings(Some(&caller), &name, Some(account), PageRequest::FIRST);
    let own = match own.await {
        Ok(own) => own.items.into_iter().next(),
        Err(error) => return Err(api::of_error(&state, error).await),
    };
    match own {
        None => api::rate(&state, &caller, &name, stars, Some(&text)).await?,
        Some(own) => {
            let change = wire::RatingChange {
                stars: Some(stars),
                text: Some(text),
                ..wire::RatingChange::default()
            };
            api::set(&state, &caller, (&name, &own.id), &change).await?
        }
    };
    Ok(Redirect::to(&place(&name)).into_response())
}

/// Stars the skill, or takes the star back.
pub(crate) async fn star(
    State(state): State<AppState>,
    FromPath(name): FromPath<SkillName>,
    SignedForm { caller, mut fields }: SignedForm,
) -> Result<Response, ApiError> {
    let is_undone = fields.flag("undo")?.unwrap_or(false);
    match is_undone {
        true => stars::unstar(&state, &caller, &name).await?,
        false => stars::star(&state, &caller, &name).await?,
    };
    Ok(Redirect::to(&place(&name)).into_response())
}

/// Withdraws a rating.
pub(crate) async fn remove(
    State(state): State<AppState>,
    FromPath((name, id)): FromPath<(SkillName, Id)>,
    SignedForm { caller, .. }: SignedForm,
) -> Result<Response, ApiError> {
    api::remove(&state, &caller, &name, &id).await?;
    Ok(Redirect::to(&place(&name)).into_response())
}

/// Hides a rating with a reason, or shows it again.
pub(crate) async fn hide(
    State(state): State<AppState>,
    FromPath((name, id)): FromPath<(SkillName, Id)>,
    SignedForm { caller, mut fields }: SignedForm,
) -> Result<Response, ApiError> {
    let is_undone = fields.flag("undo")?.unwrap_or(false);
    let change = wire::RatingChange {
        is_hidden: Some(!is_undone),
        hidden_reason: fields.text("reason").filter(|_| !is_undone),
        ..wire::RatingChange::default()
    };
    api::set(&state, &caller, (&name, &id), &change).await?;
    Ok(Redirect::to(&place(&name)).into_response())
}
