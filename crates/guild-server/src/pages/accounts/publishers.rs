//! The publishers that a pack trusts: every account sees them, owners decide on them.

use askama::Template;
use axum::extract::State;
use axum::response::{IntoResponse as _, Redirect, Response};
use guild_catalog::PageRequest;
use guild_skill::{PackName, Role, wire};

use super::{Person, again, is_about_form, momentary, viewer};
use crate::api::{packs, publishers};
use crate::auth::{Caller, SignedForm, Viewer};
use crate::document::Document;
use crate::error::ApiError;
use crate::links;
use crate::pages::entry::ShownDate;
use crate::pages::layout::{Here, Layout};
use crate::pages::pager::{Pager, PagerQuery};
use crate::pages::{assets, text};
use crate::parameters::{Fields, FromPath};
use crate::state::AppState;

const PAGE_SIZE: u32 = 50;

#[derive(Template)]
#[template(path = "accounts/publishers.html")]
struct PublishersPage {
    layout: Layout,
    viewer: Viewer,
    notice: Option<String>,
    pack: String,
    label: String,
    /// For whom identities are made unless somebody says otherwise.
    audience: String,
    /// Whether whoever looks decides on the publishers.
    is_deciding: bool,
    /// Who is believed about jobs.
    issuers: Vec<String>,
    publishers: Vec<Publisher>,
    pager: Pager,
}

struct Publisher {
    id: String,
    repository: String,
    workflow: String,
    environment: Option<String>,
    skill: Option<String>,
    issuer: String,
    audience: String,
    made_by: String,
    since: Option<ShownDate>,
}

/// Shows the publishers.
pub(crate) async fn show(
    State(state): State<AppState>,
    FromPath(pack): FromPath<PackName>,
    person: Person,
    PagerQuery(number): PagerQuery,
) -> Result<Document, ApiError> {
    let looking = (&person.caller, person.viewer);
    momentary(&page(&state, looking, &pack, number).await?)
}

/// Trusts a job.
pub(crate) async fn trust(
    State(state): State<AppState>,
    FromPath(pack): FromPath<PackName>,
    SignedForm { caller, mut fields }: SignedForm,
) -> Result<Response, ApiError> {
    let trusted = publishers::trust(&state, &caller, &pack, read(&mut fields)).await;
    after(&state, &caller, &pack, trusted.map(|_| ())).await
}

/// Trusts a job no more.
pub(crate) async fn distrust(
    State(state): State<AppState>,
    FromPath((pack, id)): FromPath<(PackName, String)>,
    SignedForm { caller, .. }: SignedForm,
) -> Result<Response, ApiError> {
    let distrusted = publishers::distrust(&state, &caller, &pack, &id).await;
    after(&state, &caller, &pack, distrusted).await
}

async fn after(
    state: &AppState,
    caller: &Caller,
    pack: &PackName,
    done: Result<(), ApiError>,
) -> Result<Response, ApiError> {
    match done {
        Ok(()) => Ok(Redirect::to(&links::publishers(pack.as_str())).into_response()),
        Err(error) if is_about_form(&error) => {
            let page = PublishersPage {
                notice: Some(error.message.clone()),
                ..page(state, (caller, viewer()?), pack, 1).await?
            };
            again(&page, &error)
        }
        Err(error) => Err(error),
    }
}

fn read(fields: &mut Fields) -> wire::NewPublisher {
    let mut text = |name| {
        let text: Option<String> = fields.text(name);
        text.map(|text| text.trim().to_owned())
            .filter(|text| !text.is_empty())
    };
    wire::NewPublisher {
        skill: text("skill"),
        issuer: text("issuer").unwrap_or_default(),
        audience: text("audience"),
        repository: text("repository").unwrap_or_default(),
        workflow: text("workflow").unwrap_or_default(),
        environment: text("environment"),
    }
}

async fn page(
    state: &AppState,
    (caller, viewer): (&Caller, Viewer),
    pack: &PackName,
    number: u32,
) -> Result<PublishersPage, ApiError> {
    let found = packs::find(state, pack).await?;
    let request = PageRequest::new(number, PAGE_SIZE).map_err(ApiError::fault)?;
    let list = state.catalog().publishers(pack, request).await?;
    let path = links::publishers(pack.as_str());
    let pager = Pager::of(&list, |page| format!("{path}?page={page}"));
    Ok(PublishersPage {
        layout: Layout::unlisted(state, Here::Elsewhere),
        notice: None,
        pack: found.name,
        label: text::visible(&found.label),
        audience: state.base_url().as_str().to_owned(),
        is_deciding: caller.is_admin || caller.roles.get(pack) == Some(&Role::Owner),
        issuers: state.issuers().names(),
        publishers: list.items.into_iter().map(Publisher::from).collect(),
        viewer,
        pager,
    })
}

impl From<wire::Publisher> for Publisher {
    fn from(publisher: wire::Publisher) -> Self {
        Self {
            since: ShownDate::of_time(&publisher.created_at),
            id: publisher.id,
            repository: text::visible(&publisher.repository),
            workflow: text::visible(&publisher.workflow),
            environment: publisher.environment.as_deref().map(text::visible),
            skill: publisher.skill,
            issuer: publisher.issuer,
            audience: text::visible(&publisher.audience),
            made_by: publisher.made_by,
        }
    }
}
