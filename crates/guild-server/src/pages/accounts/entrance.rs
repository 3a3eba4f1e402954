//! Making an account or a new password, by a link or where everybody may.

use askama::Template;
use axum::extract::{Request, State};
use axum::response::Response;
use guild_catalog::Secret;
use guild_skill::AccountName;
use guild_skill::wire::{Invitation, InvitationKind};

use super::{again, go_on, momentary};
use crate::access::SignUp;
use crate::api::accounts;
use crate::auth::Asker;
use crate::document::Document;
use crate::error::{ApiError, Code};
use crate::links;
use crate::pages::assets;
use crate::pages::layout::{Here, Layout};
use crate::parameters::FromPath;
use crate::posted;
use crate::state::AppState;

#[derive(Template)]
#[template(path = "accounts/entrance.html")]
struct EntrancePage {
    layout: Layout,
    notice: Option<String>,
    heading: &'static str,
    lede: String,
    action: String,
    /// The account that gets a new password; a new account chooses its name.
    account: Option<String>,
    name: String,
}

/// Shows the form to whoever has a link.
pub(crate) async fn show(
    State(state): State<AppState>,
    FromPath(secret): FromPath<String>,
) -> Result<Document, ApiError> {
    let (secret, invitation) = find(&state, &secret).await?;
    momentary(&EntrancePage::of_link(&state, &secret, &invitation))
}

/// Shows the form to everybody, if everybody may.
pub(crate) async fn show_open(State(state): State<AppState>) -> Result<Document, ApiError> {
    momentary(&EntrancePage::open(&state)?)
}

/// Makes the account, or sets the password, of whoever has a link.
pub(crate) async fn enter(
    State(state): State<AppState>,
    FromPath(secret): FromPath<String>,
    request: Request,
) -> Result<Response, ApiError> {
    let (link, invitation) = find(&state, &secret).await?;
    let page = EntrancePage::of_link(&state, &link, &invitation);
    take(&state, page, Some((&link, &invitation)), request).await
}

/// Makes an account where everybody may.
pub(crate) async fn enter_open(
    State(state): State<AppState>,
    request: Request,
) -> Result<Response, ApiError> {
    let page = EntrancePage::open(&state)?;
    take(&state, page, None, request).await
}

async fn take(
    state: &AppState,
    page: EntrancePage,
    link: Option<(&Secret, &Invitation)>,
    request: Request,
) -> Result<Response, ApiError> {
    let (head, body) = request.into_parts();
    posted::refuse_cross_site(&head.headers, state.base_url().as_str())?;
    let mut fields = posted::read(state, &head.headers, body).await?;
    let name = fields.text("name").unwrap_or_default();
    let password = fields.text("password").unwrap_or_default();
    let done = match link {
        Some((link, invitation)) if invitation.kind == InvitationKind::NewPassword => {
            let account = invitation.account.as_deref().unwrap_or_default();
            reset(state, link, account, &password).await
        }
        Some((link, _)) => {
            accounts::sign_up(state, name.trim(), &password, Some(link.reveal())).await
        }
        None => accounts::sign_up(state, name.trim(), &password, None).await,
    };
    match done {
        Ok(signed_in) => Ok(go_on(state, &signed_in, links::account())),
        Err(error) => {
            let page = async { Ok(EntrancePage { name, ..page }) };
            again(error, page, |page, notice| EntrancePage { notice, ..page }).await
        }
    }
}

async fn reset(
    state: &AppState,
    link: &Secret,
    account: &str,
    password: &str,
) -> Result<guild_catalog::SignedIn, ApiError> {
    let account: AccountName = accounts::account_name(account)?;
    let password = accounts::new_password(password, &account)?;
    let address = Asker::current_address();
    let reset = state
        .catalog()
        .reset_password(link, &account, password, &address);
    Ok(reset.await?)
}

/// Never made, used, and over look alike from outside.
async fn find(state: &AppState, secret: &str) -> Result<(Secret, Invitation), ApiError> {
    let over = || {
        let message = "Each is good once, for seven days. Ask whoever gave it to you for another.";
        ApiError::new(Code::InvitationNotFound, message)
    };
    let secret: Secret = secret.parse().map_err(|_| over())?;
    let invitation = state.catalog().invitation(&secret).await?;
    Ok((secret, invitation.ok_or_else(over)?))
}

impl EntrancePage {
    fn of_link(state: &AppState, secret: &Secret, invitation: &Invitation) -> Self {
        let (heading, lede) = match invitation.kind {
            InvitationKind::SetUp => (
                "Make the first account",
                "It runs this catalog: it invites others, closes accounts, and reads the log of what was done.".to_owned(),
            ),
            InvitationKind::NewAccount => ("Make an account", joining(invitation)),
            InvitationKind::NewPassword => (
                "Set a new password",
                "The sessions of the account end; its tokens stay good until they are taken back.".to_owned(),
            ),
        };
        Self {
            heading,
            lede,
            action: links::invitation(secret.reveal()),
            account: invitation.account.clone(),
            ..Self::empty(state)
        }
    }

    fn open(state: &AppState) -> Result<Self, ApiError> {
        if state.access().sign_up == SignUp::Open {
            return Ok(Self::empty(state));
        }
        let message =
            "an account takes an invitation here: ask whoever runs this catalog for a link";
        Err(ApiError::new(Code::SignUpClosed, message))
    }

    fn empty(state: &AppState) -> Self {
        Self {
            layout: Layout::unlisted(state, Here::Account),
            notice: None,
            heading: "Make an account",
            lede: "It publishes, rates, and makes tokens for programs.".to_owned(),
            action: links::sign_up().to_owned(),
            account: None,
            name: String::new(),
        }
    }
}

fn joining(invitation: &Invitation) -> String {
    let mut lede = match &invitation.made_by {
        Some(name) => format!("{name} invites you."),
        None => "You are invited.".to_owned(),
    };
    if let Some(membership) = &invitation.membership {
        let role = super::members::role_word(membership.role);
        lede.push_str(&format!(
            " You join the pack {} as {role}.",
            membership.pack
        ));
    }
    if invitation.is_admin {
        lede.push_str(" You run the catalog as well.");
    }
    lede
}
