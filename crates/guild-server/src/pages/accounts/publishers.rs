//! The publishers that a pack trusts: every account sees them, owners decide on them.

use askama::Template;
use axum::extract::State;
use axum::response::{IntoResponse as _, Redirect, Response};
use guild_skill::{PackName, wire};

use super::{Person, again, momentary, page_request, viewer};
use crate::api::{packs, publishers};
use crate::auth::{Caller, SignedForm, Viewer};
use crate::document::Document;
use crate::error::ApiError;
use crate::links;
use crate::pages::entry::ShownDate;
use crate::pages::layout::{Here, Layout};
use crate::pages::pager::{Pager, PagerQuery};
use crate::pages::{assets, text};
use crate::parameters::{Fields, FromPath, Id};
use crate::state::AppState;

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
    FromPath((pack, id)): FromPath<(PackName, Id)>,
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
        Err(error) => {
            let page = page(state, (caller, viewer()?), pack, 1);
            again(error, page, |page, notice| PublishersPage {
                notice,
                ..page
            })
            .await
        }
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
    let request = page_request(number)?;
    let list = state.catalog().publishers(pack, request).await?;
    Ok(PublishersPage {
        layout: Layout::unlisted(state, Here::Elsewhere),
        notice: None,
        pack: found.name,
        label: text::visible(&found.label),
        audience: state.base_url().as_str().to_owned(),
        is_deciding: caller.decides_on(pack),
        issuers: state.issuers().names(),
        pager: Pager::of(&list, &links::publishers(pack.as_str())),
        publishers: list.items.into_iter().map(Publisher::from).collect(),
        viewer,
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
