//! The log of who did what, for an admin.

use askama::Template;
use axum::extract::State;
use guild_catalog::PageRequest;
use guild_skill::wire::{AuditEntry, CredentialKind};

use super::{Person, momentary};
use crate::auth::Viewer;
use crate::document::Document;
use crate::error::ApiError;
use crate::links;
use crate::pages::layout::{Here, Layout};
use crate::pages::pager::{Pager, PagerQuery};
use crate::pages::{assets, text};
use crate::state::AppState;

const PAGE_SIZE: u32 = 100;

#[derive(Template)]
#[template(path = "accounts/audit.html")]
struct AuditPage {
    layout: Layout,
    viewer: Viewer,
    entries: Vec<Entry>,
    pager: Pager,
}

struct Entry {
    at: String,
    who: String,
    by: String,
    action: String,
    subject: String,
}

/// Shows the log.
pub(crate) async fn show(
    State(state): State<AppState>,
    person: Person,
    PagerQuery(number): PagerQuery,
) -> Result<Document, ApiError> {
    person.caller.require_admin()?;
    let request = PageRequest::new(number, PAGE_SIZE).map_err(ApiError::fault)?;
    let list = state.catalog().audit_entries(request).await?;
    momentary(&AuditPage {
        layout: Layout::unlisted(&state, Here::Account),
        viewer: person.viewer,
        pager: Pager::of(&list, links::admin_audit()),
        entries: list.items.into_iter().map(Entry::of).collect(),
    })
}

impl Entry {
    fn of(entry: AuditEntry) -> Self {
        let id = entry.credential_id.unwrap_or_default();
        let action = serde_json::to_value(entry.action).unwrap_or_default();
        let action = action.as_str().unwrap_or_default();
        Self {
            at: entry.occurred_at,
            who: entry
                .account
                .or(entry.workflow)
                .map_or_else(|| "the catalog".to_owned(), |who| text::visible(&who)),
            by: match entry.credential {
                Some(CredentialKind::Session) => format!("session {id}"),
                Some(CredentialKind::Token) => format!("token {id}"),
                None => String::new(),
            },
            action: action.to_lowercase().replace('_', " "),
            subject: text::visible(&entry.subject),
        }
    }
}
