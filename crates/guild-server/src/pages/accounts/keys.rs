//! The keys of one's own account: registered at the command line, where the private half is, and revoked here too.

use askama::Template;
use axum::extract::State;
use axum::response::Redirect;
use guild_skill::wire;

use super::{Person, momentary, page_request};
use crate::api::keys;
use crate::auth::{SignedForm, Viewer};
use crate::document::Document;
use crate::error::{ApiError, Code};
use crate::links;
use crate::pages::assets;
use crate::pages::entry::ShownDate;
use crate::pages::layout::{Here, Layout};
use crate::pages::pager::{Pager, PagerQuery};
use crate::pages::text;
use crate::parameters::{FromPath, Id};
use crate::state::AppState;

#[derive(Template)]
#[template(path = "accounts/keys.html")]
struct KeysPage {
    layout: Layout,
    viewer: Viewer,
    keys: Vec<Key>,
    pager: Pager,
}

struct Key {
    id: String,
    name: String,
    fingerprint: String,
    registered: Option<ShownDate>,
    revoked: Option<ShownDate>,
    /// The id of the key before it, which announced it.
    announced_by: Option<String>,
}

/// Shows the keys.
pub(crate) async fn show(
    State(state): State<AppState>,
    person: Person,
    PagerQuery(number): PagerQuery,
) -> Result<Document, ApiError> {
    let account = person.caller.account()?;
    let list = state.catalog().keys(account, page_request(number)?).await?;
    momentary(&KeysPage {
        layout: Layout::unlisted(&state, Here::Account),
        viewer: person.viewer,
        pager: Pager::of(&list, links::account_keys()),
        keys: list.items.into_iter().map(Key::of).collect(),
    })
}

/// Revokes a key.
pub(crate) async fn revoke(
    State(state): State<AppState>,
    FromPath(id): FromPath<Id>,
    SignedForm { caller, .. }: SignedForm,
) -> Result<Redirect, ApiError> {
    match keys::revoke(&state, &caller, &id).await {
        // What is not there signs nothing either.
        Err(error) if error.code != Code::KeyNotFound => Err(error),
        Ok(()) | Err(_) => Ok(Redirect::to(links::account_keys())),
    }
}

impl Key {
    fn of(key: wire::PublisherKey) -> Self {
        let name = key.key.split('+').next().unwrap_or_default();
        Self {
            name: text::visible(name),
            announced_by: key.announced_by.as_deref().map(of_key),
            id: key.id,
            fingerprint: key.fingerprint,
            registered: ShownDate::of_time(&key.registered_at),
            revoked: key.revoked_at.as_deref().and_then(ShownDate::of_time),
        }
    }
}

/// Names a key by its id, the second of its three parts.
fn of_key(key: &str) -> String {
    text::visible(key.split('+').nth(1).unwrap_or(key))
}
