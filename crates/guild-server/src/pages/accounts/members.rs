//! The members of a pack: every account sees them, owners decide on them.

use askama::Template;
use axum::extract::State;
use axum::response::{IntoResponse as _, Redirect, Response};
use guild_skill::{AccountName, PackName, Role, wire};

use super::{Person, again, momentary, page_request, viewer};
use crate::api::{accounts, members, packs};
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

#[derive(Template)]
#[template(path = "accounts/members.html")]
struct MembersPage {
    layout: Layout,
    viewer: Viewer,
    notice: Option<String>,
    pack: String,
    label: String,
    /// Whether whoever looks decides on the members.
    is_deciding: bool,
    members: Vec<Member>,
    pager: Pager,
}

struct Member {
    account: String,
    role: &'static str,
    since: Option<ShownDate>,
    /// Whether whoever looks may take it out: everybody may leave.
    is_removable: bool,
}

/// Shows the members.
pub(crate) async fn show(
    State(state): State<AppState>,
    FromPath(pack): FromPath<PackName>,
    person: Person,
    PagerQuery(number): PagerQuery,
) -> Result<Document, ApiError> {
    let looking = (&person.caller, person.viewer);
    momentary(&page(&state, looking, &pack, number).await?)
}

/// Makes an account a member, or another kind of member.
pub(crate) async fn set(
    State(state): State<AppState>,
    FromPath(pack): FromPath<PackName>,
    SignedForm { caller, mut fields }: SignedForm,
) -> Result<Response, ApiError> {
    let set = match read(&mut fields) {
        Ok((account, role)) => {
            let set = state
                .catalog()
                .set_member(&caller, &pack, &account, role)
                .await;
            set.map(|_| ()).map_err(ApiError::from)
        }
        Err(error) => Err(error),
    };
    after(&state, &caller, &pack, set).await
}

/// Takes an account out.
pub(crate) async fn remove(
    State(state): State<AppState>,
    FromPath((pack, account)): FromPath<(PackName, AccountName)>,
    SignedForm { caller, .. }: SignedForm,
) -> Result<Response, ApiError> {
    let removed = members::remove(&state, &caller, &pack, &account).await;
    after(&state, &caller, &pack, removed).await
}

async fn after(
    state: &AppState,
    caller: &Caller,
    pack: &PackName,
    done: Result<(), ApiError>,
) -> Result<Response, ApiError> {
    match done {
        Ok(()) => Ok(Redirect::to(&links::members(pack.as_str())).into_response()),
        Err(error) => {
            let page = page(state, (caller, viewer()?), pack, 1);
            again(error, page, |page, notice| MembersPage { notice, ..page }).await
        }
    }
}

fn read(fields: &mut Fields) -> Result<(AccountName, Role), ApiError> {
    let account = accounts::account_name(fields.text("account").unwrap_or_default().trim())?;
    let role = fields.text("role").unwrap_or_default().parse();
    let role = role.map_err(|_| ApiError::invalid("choose a role"))?;
    Ok((account, role))
}

async fn page(
    state: &AppState,
    (caller, viewer): (&Caller, Viewer),
    pack: &PackName,
    number: u32,
) -> Result<MembersPage, ApiError> {
    let found = packs::find(state, pack).await?;
    let list = state.catalog().members(pack, page_request(number)?).await?;
    let is_deciding = caller.decides_on(pack);
    let member = |member: wire::Member| Member {
        is_removable: is_deciding || member.account == viewer.name,
        account: member.account,
        role: role_word(member.role),
        since: ShownDate::of_time(&member.added_at),
    };
    Ok(MembersPage {
        layout: Layout::unlisted(state, Here::Elsewhere),
        notice: None,
        pack: found.name,
        label: text::visible(&found.label),
        is_deciding,
        pager: Pager::of(&list, &links::members(pack.as_str())),
        members: list.items.into_iter().map(member).collect(),
        viewer,
    })
}

/// Names a role for people.
pub(super) fn role_word(role: Role) -> &'static str {
    match role {
        Role::Owner => "owner",
        Role::Maintainer => "maintainer",
    }
}
