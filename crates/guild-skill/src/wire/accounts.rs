//! Accounts, sessions, tokens, members of packs, and the audit log.
//!
//! A secret is in exactly three shapes: the password that a caller sends, and the token or the link that the catalog
//! shows once.

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::scope::{Role, Scope};

/// Somebody who may sign in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Account {
    /// The name.
    #[schema(example = "anna")]
    pub name: String,
    /// Whether the account runs the catalog.
    #[schema(example = false)]
    pub is_admin: bool,
    /// Whether the account is closed: nobody signs in with it, and its tokens are gone.
    #[schema(example = false)]
    pub is_disabled: bool,
    /// When it was made.
    #[schema(format = DateTime, example = "2026-11-20T00:00:00Z")]
    pub created_at: String,
}

/// On whose behalf a request is made, and what it may do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Session {
    /// The account; `null` for a job of continuous integration.
    #[schema(required, example = "anna")]
    pub account: Option<String>,
    /// The job of continuous integration; `null` for an account.
    #[schema(required, example = json!(null))]
    pub workflow: Option<String>,
    /// Whether it may run the catalog.
    #[schema(example = false)]
    pub is_admin: bool,
    /// What was shown to prove it.
    pub credential: CredentialKind,
    /// The id of the session or token.
    #[schema(example = "9f86d081884c7d65")]
    pub id: String,
    /// What it may do; a session may do all.
    #[schema(example = json!(["skills:publish"]))]
    pub scopes: Vec<Scope>,
    /// The one pack that it is good for; `null` for all.
    #[schema(required, example = json!(null))]
    pub pack: Option<String>,
    /// The one skill that it is good for; `null` for all.
    #[schema(required, example = json!(null))]
    pub skill: Option<String>,
    /// When it is over; `null` for never.
    #[schema(required, format = DateTime, example = "2026-12-20T00:00:00Z")]
    pub expires_at: Option<String>,
    /// What the account is in which packs.
    pub memberships: Vec<Membership>,
}

/// What proves who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum CredentialKind {
    /// Somebody signed in, with a browser.
    Session,
    /// A program, with a token.
    Token,
}

/// What an account is in a pack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Membership {
    /// The pack.
    #[schema(example = "developer-pack")]
    pub pack: String,
    /// What the account is there.
    pub role: Role,
}

/// An account in a pack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Member {
    /// The account.
    #[schema(example = "anna")]
    pub account: String,
    /// What it is in the pack.
    pub role: Role,
    /// Since when it is in the pack.
    #[schema(format = DateTime, example = "2026-11-20T00:00:00Z")]
    pub added_at: String,
}

/// What stands in for an account when a program asks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Token {
    /// What it is named by; it is no secret.
    #[schema(example = "9f86d081884c7d65")]
    pub id: String,
    /// What it is for, in the words of whoever made it.
    #[schema(example = "release job")]
    pub label: String,
    /// What it may do.
    #[schema(example = json!(["skills:publish"]))]
    pub scopes: Vec<Scope>,
    /// The one pack that it is good for; `null` for all.
    #[schema(required, example = "developer-pack")]
    pub pack: Option<String>,
    /// When it was made.
    #[schema(format = DateTime, example = "2026-11-20T00:00:00Z")]
    pub created_at: String,
    /// When it is over; `null` for never.
    #[schema(required, format = DateTime, example = "2027-02-18T00:00:00Z")]
    pub expires_at: Option<String>,
    /// When it was last used, to the minute; `null` for never.
    #[schema(required, format = DateTime, example = "2026-11-21T00:00:00Z")]
    pub used_at: Option<String>,
    /// Whether its time is over.
    #[schema(example = false)]
    pub is_expired: bool,
}

/// A token that was just made, with its secret, which is never shown again.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreatedToken {
    /// The secret: send it as `Authorization: Bearer …`.
    #[schema(
        pattern = "^gld_[0-9A-Za-z]{49}$",
        example = "gld_0000000000000000000000000000000000000000000000000"
    )]
    pub secret: String,
    /// What it is.
    pub token: Token,
}

/// Who did what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditEntry {
    /// The place in the log, from 1.
    #[schema(example = 7)]
    pub sequence: u64,
    /// When.
    #[schema(format = DateTime, example = "2026-11-20T00:00:00Z")]
    pub occurred_at: String,
    /// The account that did it; `null` for a job, or for the catalog itself.
    #[schema(required, example = "anna")]
    pub account: Option<String>,
    /// The job of continuous integration that did it; `null` for an account.
    #[schema(required, example = json!(null))]
    pub workflow: Option<String>,
    /// What was shown to prove it; `null` where nothing was, as with a one-time link.
    #[schema(required)]
    pub credential: Option<CredentialKind>,
    /// The id of that session or token.
    #[schema(required, example = "9f86d081884c7d65")]
    pub credential_id: Option<String>,
    /// What was done.
    pub action: AuditAction,
    /// On what: names, never a secret.
    #[schema(example = "account bruno")]
    pub subject: String,
}

/// What can be done that is written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum AuditAction {
    /// An account was made.
    AccountCreated,
    /// An account was closed.
    AccountDisabled,
    /// A closed account was opened again.
    AccountEnabled,
    /// An account became an admin.
    AdminGranted,
    /// An account is an admin no more.
    AdminRevoked,
    /// A password was set anew.
    PasswordChanged,
    /// Somebody signed in.
    SignedIn,
    /// Somebody signed out, or ended another session.
    SignedOut,
    /// A token was made.
    TokenCreated,
    /// A token was taken back.
    TokenRevoked,
    /// A key that signs releases was registered.
    KeyRegistered,
    /// A key was taken back: it signs no further release.
    KeyRevoked,
    /// An account joined a pack, or became something else there.
    MemberSet,
    /// An account left a pack.
    MemberRemoved,
    /// A pack trusts a job of continuous integration.
    PublisherTrusted,
    /// A pack trusts a job no more.
    PublisherDistrusted,
    /// A one-time link was made.
    InvitationCreated,
    /// A one-time link was taken back.
    InvitationWithdrawn,
    /// A release was published.
    ReleasePublished,
    /// A release was withdrawn.
    ReleaseYanked,
    /// The withdrawal of a release was taken back.
    ReleaseUnyanked,
    /// A skill was moved to another pack.
    SkillMoved,
    /// A skill was deleted.
    SkillDeleted,
    /// A pack was made.
    PackCreated,
    /// A pack got another label.
    PackChanged,
    /// A pack was removed.
    PackDeleted,
    /// A rating was hidden.
    RatingHidden,
    /// A hidden rating was shown again.
    RatingShown,
    /// A webhook was made.
    WebhookCreated,
    /// A webhook was changed, or got another secret.
    WebhookChanged,
    /// A webhook was removed.
    WebhookDeleted,
}

/// Who wants to sign in.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewSession {
    /// The account's name.
    #[schema(min_length = 1, max_length = 64, example = "anna")]
    pub name: String,
    /// Its password.
    #[schema(min_length = 1, max_length = 256, format = Password, example = "correct horse battery")]
    pub password: String,
}

/// Who wants an account.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewAccount {
    /// The name: lower-case letters, digits and single hyphens between them.
    #[schema(
        max_length = 64,
        pattern = "^[a-z0-9]+(-[a-z0-9]+)*$",
        example = "bruno"
    )]
    pub name: String,
    /// The password: at least 10 characters, and not the name.
    #[schema(min_length = 10, max_length = 256, format = Password, example = "correct horse battery")]
    pub password: String,
    /// The secret at the end of an invitation's link; left out where everybody may sign up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(
        pattern = "^[0-9a-f]{64}$",
        example = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    )]
    pub invitation: Option<String>,
}

/// What a token is to be.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewToken {
    /// What it is for, in one line.
    #[schema(min_length = 1, max_length = 80, example = "release job")]
    pub label: String,
    /// What it may do: `skills:publish`, `skills:yank`, `ratings:write`, `admin`.
    #[schema(value_type = Vec<Scope>, max_items = 4, example = json!(["skills:publish"]))]
    pub scopes: Vec<String>,
    /// The one pack that it is good for; `null` for all.
    #[serde(default)]
    #[schema(
        max_length = 64,
        pattern = "^[a-z0-9]+(-[a-z0-9]+)*$",
        example = "developer-pack"
    )]
    pub pack: Option<String>,
    /// For how many days it is good; `null` for ever.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 366, example = 90)]
    pub expires_in_days: Option<u32>,
}

/// What an account is to be in a pack.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MemberRole {
    /// The role.
    #[schema(value_type = Role)]
    pub role: String,
}

impl fmt::Debug for CreatedToken {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "CreatedToken({:?}, gld_…)", self.token)
    }
}
