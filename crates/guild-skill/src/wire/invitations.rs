//! Invitations: links at which an account is made or a password chosen anew.

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Membership;
use crate::scope::Role;

/// A one-time link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Invitation {
    /// What it is named by; it is no secret.
    #[schema(example = "9f86d081884c7d65")]
    pub id: String,
    /// What it is for.
    pub kind: InvitationKind,
    /// The account that gets a new password; `null` for an invitation to a new account.
    #[schema(required, example = json!(null))]
    pub account: Option<String>,
    /// Whether the new account runs the catalog.
    #[schema(example = false)]
    pub is_admin: bool,
    /// The pack that the new account joins, and as what; `null` for none.
    #[schema(required)]
    pub membership: Option<Membership>,
    /// Who made it; `null` for the catalog itself.
    #[schema(required, example = "anna")]
    pub made_by: Option<String>,
    /// When it was made.
    #[schema(format = DateTime, example = "2026-11-20T00:00:00Z")]
    pub created_at: String,
    /// When it is over.
    #[schema(format = DateTime, example = "2026-11-27T00:00:00Z")]
    pub expires_at: String,
}

/// What a one-time link is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum InvitationKind {
    /// To make the first account.
    SetUp,
    /// To make an account.
    NewAccount,
    /// To set a new password.
    NewPassword,
}

/// What an invitation is to be for: a new account, unless an account is named.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct InvitationDraft {
    /// The account that is to get a new password; `null` for a new account.
    #[serde(default)]
    #[schema(
        max_length = 64,
        pattern = "^[a-z0-9]+(-[a-z0-9]+)*$",
        example = json!(null)
    )]
    pub account: Option<String>,
    /// Whether the new account is to run the catalog.
    #[serde(default)]
    #[schema(example = false)]
    pub is_admin: bool,
    /// The pack that the new account joins; `null` for none.
    #[serde(default)]
    #[schema(
        max_length = 64,
        pattern = "^[a-z0-9]+(-[a-z0-9]+)*$",
        example = "developer-pack"
    )]
    pub pack: Option<String>,
    /// What it is there; `MAINTAINER` when absent.
    #[serde(default)]
    #[schema(value_type = Option<Role>)]
    pub role: Option<String>,
}

/// An invitation with its link, which is not shown again.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreatedInvitation {
    /// Where somebody makes the account, or sets the password.
    #[schema(
        example = "https://skills.example/invitations/e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    )]
    pub link: String,
    /// What it is.
    pub invitation: Invitation,
}

impl fmt::Debug for CreatedInvitation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "CreatedInvitation({:?})", self.invitation)
    }
}
