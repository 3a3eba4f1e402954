//! The page on which the members of a pack withdraw releases of a skill, put them back, or delete the skill.

use askama::Template;
use axum::extract::State;
use axum::response::{IntoResponse as _, Redirect, Response};
use guild_catalog::{PageRequest, Place, Reason};
use guild_skill::{SkillName, wire};
use semver::Version;

use super::accounts::{Person, momentary};
use super::layout::{Here, Layout};
use super::{assets, missing};
use crate::api::{releases, skills};
use crate::auth::{SignedForm, Viewer};
use crate::document::Document;
use crate::error::ApiError;
use crate::links;
use crate::parameters::{Fields, FromPath};
use crate::state::AppState;

/// How many releases the page shows; `guild yank` takes any.
const RELEASES: u32 = 100;

#[derive(Template)]
#[template(path = "manage.html")]
struct ManagePage {
    layout: Layout,
    viewer: Viewer,
    name: String,
    releases: Vec<wire::Release>,
    is_owner: bool,
}

/// Shows what can be done.
pub(crate) async fn show(
    State(state): State<AppState>,
    person: Person,
    FromPath(name): FromPath<String>,
) -> Result<Document, ApiError> {
    let entry = missing::find_skill(&state, &name).await?;
    let place = Place::Skill(&entry.pack, &entry.name);
    person
        .caller
        .require(guild_skill::Scope::SkillsYank, place)?;
    let page = PageRequest::new(1, RELEASES).map_err(ApiError::fault)?;
    let releases = state.catalog().releases(&entry.name, page).await?;
    let owns = Place::Pack(&entry.pack);
    momentary(&ManagePage {
        layout: Layout::new(&state, Here::Elsewhere, links::manage(&name)),
        viewer: person.viewer,
        name,
        releases: releases.map(|list| list.items).unwrap_or_default(),
        is_owner: person
            .caller
            .require(guild_skill::Scope::SkillsPublish, owns)
            .is_ok(),
    })
}

/// Withdraws a release, or puts it back.
pub(crate) async fn withdraw(
    State(state): State<AppState>,
    FromPath((name, version)): FromPath<(SkillName, Version)>,
    SignedForm { caller, mut fields }: SignedForm,
) -> Result<Response, ApiError> {
    let reason = match fields.flag("undo")? {
        Some(true) => None,
        Some(false) | None => Some(reason(&mut fields)?),
    };
    releases::set_yanked(&state, &caller, (&name, &version), reason.as_ref()).await?;
    Ok(Redirect::to(&links::release(name.as_str(), &version.to_string())).into_response())
}

/// Deletes a skill whose name was typed again.
pub(crate) async fn delete(
    State(state): State<AppState>,
    FromPath(name): FromPath<SkillName>,
    SignedForm { caller, mut fields }: SignedForm,
) -> Result<Response, ApiError> {
    if fields.text("name").as_deref() != Some(name.as_str()) {
        let message = "the name that was typed is another one: nothing is deleted";
        return Err(ApiError::invalid(message));
    }
    let reason = reason(&mut fields)?;
    let deleted = state
        .catalog()
        .delete_skill(&caller, &name, Some(&reason))
        .await;
    match deleted {
        Ok(()) => Ok(Redirect::to(links::home()).into_response()),
        Err(error) => Err(skills::withdrawing(&state, error).await),
    }
}

fn reason(fields: &mut Fields) -> Result<Reason, ApiError> {
    let text = fields.text("reason").unwrap_or_default();
    text.parse()
        .map_err(|error: guild_catalog::ReasonError| ApiError::invalid(error.to_string()))
}
