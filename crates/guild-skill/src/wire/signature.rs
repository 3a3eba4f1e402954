//! Keys of publishers, and the signatures of releases.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Who signed a release: a key that an account has registered, or the catalog itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReleaseSignature {
    /// The account that the key belongs to; `null` where the catalog signed with the key of its log.
    #[schema(required, example = "anna")]
    pub account: Option<String>,
    /// The public key, of the form `<name>+<id>+<base64>`.
    #[schema(example = "anna+124b6c43+AScRa3uxYTmXX1MP1Pr1CQU/E6CpwR9C5GOEhKX0sTpT")]
    pub key: String,
    /// What people compare of the key: `SHA256:` and the hash of its bytes.
    #[schema(example = "SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU")]
    pub fingerprint: String,
    /// Whether its owner has taken the key back since; what it signed before stays as it is.
    #[schema(example = false)]
    pub is_revoked: bool,
    /// When the key was taken back; `null` for one that was not.
    #[schema(required, format = DateTime, example = json!(null))]
    pub revoked_at: Option<String>,
}

/// A public key with which an account signs its releases.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublisherKey {
    /// What it is named by among the keys of its account.
    #[schema(example = "124b6c43")]
    pub id: String,
    /// The key, of the form `<name>+<id>+<base64>`.
    #[schema(example = "anna+124b6c43+AScRa3uxYTmXX1MP1Pr1CQU/E6CpwR9C5GOEhKX0sTpT")]
    pub key: String,
    /// What people compare of the key: `SHA256:` and the hash of its bytes.
    #[schema(example = "SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU")]
    pub fingerprint: String,
    /// When it was registered.
    #[schema(format = DateTime, example = "2026-11-20T00:00:00Z")]
    pub registered_at: String,
    /// Whether it was taken back: it signs no further release.
    #[schema(example = false)]
    pub is_revoked: bool,
    /// When it was taken back; `null` for one that was not.
    #[schema(required, format = DateTime, example = json!(null))]
    pub revoked_at: Option<String>,
    /// The key before it, which announced it, of the form `<name>+<id>+<base64>`; `null` for a key that none announced.
    #[serde(default)]
    #[schema(required, example = json!(null))]
    pub announced_by: Option<String>,
}

/// A key that is to be registered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewKey {
    /// The key, and its signature of the statement that it belongs to the account: `<name>+<id>+<base64> <base64>`.
    #[schema(
        max_length = 400,
        example = "anna+124b6c43+AScRa3uxYTmXX1MP1Pr1CQU/E6CpwR9C5GOEhKX0sTpT s+QYQNaKm8jq6fspdO869viEbxlhcDNHvK+1rdvryGkb16Xgev5T+LP8TpZweDLoZCrb6Jg7zcwN4VgwgFaTFw=="
    )]
    pub proof: String,
    /// The key before it, and that key's signature of the rotation to this one, in the same form: whoever has releases by
    /// the one takes those by the other unasked. `null` for a key that follows none.
    #[serde(default)]
    #[schema(max_length = 400, example = json!(null))]
    pub announcement: Option<String>,
}
