//! What a path names, for the published contract; the handlers get parsed values.
#![expect(
    dead_code,
    reason = "its fields describe parameters to readers of the contract"
)]

use utoipa::IntoParams;

/// A pack.
#[derive(IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct OfPack {
    /// The pack's name.
    #[param(
        max_length = 64,
        pattern = "^[a-z0-9]+(-[a-z0-9]+)*$",
        example = "developer-pack"
    )]
    pack: String,
}

/// A skill.
#[derive(IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct OfSkill {
    /// The skill's name.
    #[param(
        max_length = 64,
        pattern = "^[a-z0-9]+(-[a-z0-9]+)*$",
        example = "api-documentation-writer"
    )]
    name: String,
}

/// A release of a skill.
#[derive(IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct OfRelease {
    /// The skill's name.
    #[param(
        max_length = 64,
        pattern = "^[a-z0-9]+(-[a-z0-9]+)*$",
        example = "api-documentation-writer"
    )]
    name: String,
    /// The version, a semantic version.
    #[param(max_length = 255, example = "1.0.0")]
    version: String,
}

/// The file of an archive, under a skill or a release.
#[derive(IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct OfArchive {
    /// The skill's name and `.zip`.
    #[param(
        max_length = 68,
        pattern = "^[a-z0-9]+(-[a-z0-9]+)*\\.zip$",
        example = "api-documentation-writer.zip"
    )]
    archive: String,
}

/// An account in a pack.
#[derive(IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct OfMember {
    /// The pack's name.
    #[param(
        max_length = 64,
        pattern = "^[a-z0-9]+(-[a-z0-9]+)*$",
        example = "developer-pack"
    )]
    pack: String,
    /// The account's name.
    #[param(
        max_length = 64,
        pattern = "^[a-z0-9]+(-[a-z0-9]+)*$",
        example = "anna"
    )]
    account: String,
}

/// A rating of a skill.
#[derive(IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct OfRating {
    /// The skill's name.
    #[param(
        max_length = 64,
        pattern = "^[a-z0-9]+(-[a-z0-9]+)*$",
        example = "adr-writer"
    )]
    name: String,
    /// The rating's id.
    #[param(max_length = 64, example = "9f86d081884c7d65")]
    id: String,
}

/// An invitation.
#[derive(IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct OfInvitation {
    /// The invitation's id, which is no secret.
    #[param(max_length = 64, example = "9f86d081884c7d65")]
    id: String,
}

/// A key.
#[derive(IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct OfKey {
    /// The key's id among those of its account.
    #[param(max_length = 64, example = "124b6c43")]
    id: String,
}

/// A publisher of a pack.
#[derive(IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct OfPublisher {
    /// The pack's name.
    #[param(
        max_length = 64,
        pattern = "^[a-z0-9]+(-[a-z0-9]+)*$",
        example = "developer-pack"
    )]
    pack: String,
    /// The publisher's id.
    #[param(max_length = 64, example = "9f86d081884c7d65")]
    id: String,
}

/// A token.
#[derive(IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct OfToken {
    /// The token's id, which is no secret.
    #[param(max_length = 64, example = "9f86d081884c7d65")]
    id: String,
}

/// A webhook.
#[derive(IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct OfWebhook {
    /// The webhook's id.
    #[param(max_length = 64, example = "5e884898da280471")]
    id: String,
}

/// A delivery of a webhook.
#[derive(IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct OfDelivery {
    /// The webhook's id.
    #[param(max_length = 64, example = "5e884898da280471")]
    id: String,
    /// The delivery's id.
    #[param(max_length = 64, example = "03ac674216f3e15c")]
    delivery: String,
}
