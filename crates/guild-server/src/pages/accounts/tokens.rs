//! The tokens of one's own account: made, shown once, taken back.

use askama::Template;
use axum::extract::State;
use axum::response::{IntoResponse as _, Redirect, Response};
use guild_skill::{Scope, wire};

use super::{Person, again, momentary, page_request, viewer};
use crate::api::tokens;
use crate::auth::{Caller, SignedForm, Viewer};
use crate::document::Document;
use crate::error::{ApiError, Code};
use crate::links;
use crate::pages::assets;
use crate::pages::entry::ShownDate;
use crate::pages::layout::{Here, Layout};
use crate::pages::pager::{Pager, PagerQuery};
use crate::parameters::{Fields, FromPath, Id};
use crate::state::AppState;

#[derive(Template)]
#[template(path = "accounts/tokens.html")]
struct TokensPage {
    layout: Layout,
    viewer: Viewer,
    notice: Option<String>,
    /// A secret that was just made: shown now and never again.
    secret: Option<String>,
    tokens: Vec<Token>,
    scopes: Vec<ScopeChoice>,
    packs: Vec<String>,
    pager: Pager,
}

struct Token {
    id: String,
    label: String,
    scopes: String,
    pack: Option<String>,
    made: Option<ShownDate>,
    used: Option<ShownDate>,
    ends: Option<ShownDate>,
    is_expired: bool,
}

struct ScopeChoice {
    word: &'static str,
    meaning: &'static str,
}

/// Shows the tokens.
pub(crate) async fn show(
    State(state): State<AppState>,
    person: Person,
    PagerQuery(number): PagerQuery,
) -> Result<Document, ApiError> {
    momentary(&page(&state, &person.caller, person.viewer, number).await?)
}

/// Makes a token, and shows its secret in this answer alone.
pub(crate) async fn make(
    State(state): State<AppState>,
    SignedForm { caller, mut fields }: SignedForm,
) -> Result<Response, ApiError> {
    let made = match read(&mut fields) {
        Ok(new) => tokens::make(&state, &caller, &new).await,
        Err(error) => Err(error),
    };
    let page = page(&state, &caller, viewer()?, 1);
    match made {
        Ok(made) => {
            let page = TokensPage {
                secret: Some(made.secret),
                ..page.await?
            };
            Ok(momentary(&page)?.into_response())
        }
        Err(error) => again(error, page, |page, notice| TokensPage { notice, ..page }).await,
    }
}

/// Takes a token back.
pub(crate) async fn revoke(
    State(state): State<AppState>,
    FromPath(id): FromPath<Id>,
    SignedForm { caller, .. }: SignedForm,
) -> Result<Redirect, ApiError> {
    match tokens::revoke(&state, &caller, &id).await {
        // Gone already is gone as well.
        Err(error) if error.code != Code::TokenNotFound => Err(error),
        Ok(()) | Err(_) => Ok(Redirect::to(links::account_tokens())),
    }
}

fn read(fields: &mut Fields) -> Result<wire::NewToken, ApiError> {
    let chosen = |scope: &Scope| {
        Ok(fields
            .flag(scope.as_str())?
            .unwrap_or(false)
            .then_some(*scope))
    };
    let scopes: Result<Vec<Option<Scope>>, ApiError> = Scope::ALL.iter().map(chosen).collect();
    let scopes = scopes?.into_iter().flatten().map(String::from).collect();
    let days = fields.text("days").filter(|days| !days.is_empty());
    let days = days.map(|days| {
        days.parse()
            .map_err(|_| ApiError::invalid("choose how long it is good"))
    });
    Ok(wire::NewToken {
        label: fields.text("label").unwrap_or_default(),
        scopes,
        pack: fields.text("pack").filter(|pack| !pack.is_empty()),
        expires_in_days: days.transpose()?,
    })
}

async fn page(
    state: &AppState,
    caller: &Caller,
    viewer: Viewer,
    number: u32,
) -> Result<TokensPage, ApiError> {
    let (account, request) = (caller.account()?, page_request(number)?);
    let list = state.catalog().tokens(account, request).await?;
    let choice = |scope: Scope| ScopeChoice {
        word: scope.as_str(),
        meaning: meaning(scope),
    };
    Ok(TokensPage {
        layout: Layout::unlisted(state, Here::Account),
        viewer,
        notice: None,
        secret: None,
        pager: Pager::of(&list, links::account_tokens()),
        tokens: list.items.into_iter().map(Token::of).collect(),
        scopes: caller.own_scopes().into_iter().map(choice).collect(),
        packs: caller.roles.keys().map(ToString::to_string).collect(),
    })
}

fn meaning(scope: Scope) -> &'static str {
    match scope {
        Scope::SkillsPublish => "publish releases",
        Scope::SkillsYank => "withdraw releases, and take that back",
        Scope::RatingsWrite => "rate and star skills",
        Scope::Admin => "run the catalog",
    }
}

impl Token {
    fn of(token: wire::Token) -> Self {
        let scopes: Vec<&str> = token.scopes.iter().map(|scope| scope.as_str()).collect();
        let date = |time: Option<String>| time.as_deref().and_then(ShownDate::of_time);
        Self {
            scopes: scopes.join(", "),
            id: token.id,
            label: token.label,
            pack: token.pack,
            made: ShownDate::of_time(&token.created_at),
            used: date(token.used_at),
            ends: date(token.expires_at),
            is_expired: token.is_expired,
        }
    }
}
