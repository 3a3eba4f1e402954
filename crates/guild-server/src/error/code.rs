//! The codes of errors, with the status of each.

use http::StatusCode;

/// What can go wrong with a request, for machines: a closed set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Code {
    /// The path cannot be decoded, or one of its parts has not the form it must have.
    MalformedPath,
    /// The query cannot be decoded, or one of its values has not the form it must have.
    MalformedQuery,
    /// It is no HTTP request, or says not once which host it is for.
    MalformedRequest,
    /// The head of the request is too long.
    HeadTooLong,
    /// The query has a parameter that this resource does not know.
    UnknownParameter,
    /// Path and query together are too long.
    UrlTooLong,
    /// A value is well formed and not allowed.
    ParameterOutOfRange,
    /// Nothing is served under the path.
    RouteNotFound,
    /// The catalog has no such pack.
    PackNotFound,
    /// The catalog has no such skill.
    SkillNotFound,
    /// The skill has no such release.
    ReleaseNotFound,
    /// The release has no such file.
    FileNotFound,
    /// The catalog has no archive of that digest.
    ArchiveNotFound,
    /// There is no such rule.
    RuleNotFound,
    /// The catalog has no such account.
    AccountNotFound,
    /// The account has no such token.
    TokenNotFound,
    /// The account has no such key.
    KeyNotFound,
    /// The account is no member of the pack.
    MemberNotFound,
    /// There is no such invitation, or not any more.
    InvitationNotFound,
    /// The skill has no such rating.
    RatingNotFound,
    /// The account has rated the skill already.
    RatingExists,
    /// Every release of the skill is withdrawn.
    SkillWithdrawn,
    /// There is no such webhook that the caller may see.
    WebhookNotFound,
    /// The webhook has no such delivery.
    DeliveryNotFound,
    /// There are as many webhooks as may be.
    TooManyWebhooks,
    /// As many deliveries wait as may be asked for again.
    TooManyRedeliveries,
    /// The pack has no such publisher.
    PublisherNotFound,
    /// Nothing that was sent says who asks.
    Unauthenticated,
    /// The name or the password is wrong.
    SignInRefused,
    /// The identity of a job is not believed.
    IdentityRefused,
    /// The pack does not trust the job.
    NotTrusted,
    /// Who asks may not do that.
    Forbidden,
    /// An account takes an invitation.
    SignUpClosed,
    /// The form was sent from another site.
    CrossSite,
    /// Somebody has the name.
    NameTaken,
    /// The link was used, is over, or never was.
    LinkOver,
    /// The key is another's, or signs nothing any more.
    KeyTaken,
    /// A pack keeps an owner.
    LastOwner,
    /// A catalog keeps an admin.
    LastAdmin,
    /// The body is well formed, and a value in it is not allowed.
    InvalidBody,
    /// The skill was deleted; its name is never given out again.
    SkillDeleted,
    /// The version is published already, with other files.
    VersionTaken,
    /// The skill is listed in another pack.
    OtherPack,
    /// The name belonged to a skill that was deleted.
    NameDeleted,
    /// The name could be taken for that of another's skill.
    NameTooNear,
    /// There is a pack of that name.
    PackTaken,
    /// Another name follows from the label, and a pack keeps its name.
    PackRenamed,
    /// The pack still lists skills.
    PackNotEmpty,
    /// The skill breaks the rules, or there is none in what was sent.
    SkillRefused,
    /// The signature of a release is not good.
    SignatureRefused,
    /// Too much was published within an hour.
    TooManyReleases,
    /// There is no room left on the disk of the catalog.
    DiskFull,
    /// It was tried too often.
    TooManyTries,
    /// The body is longer than may be.
    BodyTooLarge,
    /// The body is not what it must be.
    MalformedBody,
    /// The issuer of an identity does not answer as it should.
    IssuerUnreachable,
    /// The server has too much to do for this.
    TooBusy,
    /// The path is served, and not by this method.
    MethodNotAllowed,
    /// The part asked for begins behind the end.
    RangeNotSatisfiable,
    /// The server is at fault.
    InternalError,
    /// The server is starting or stopping, or cannot reach its catalog for now.
    NotReady,
}

impl Code {
    /// All codes, in the order of the documentation.
    pub(crate) const ALL: &[Self] = &[
        Self::MalformedPath,
        Self::MalformedQuery,
        Self::MalformedRequest,
        Self::HeadTooLong,
        Self::UnknownParameter,
        Self::UrlTooLong,
        Self::ParameterOutOfRange,
        Self::RouteNotFound,
        Self::PackNotFound,
        Self::SkillNotFound,
        Self::ReleaseNotFound,
        Self::FileNotFound,
        Self::ArchiveNotFound,
        Self::RuleNotFound,
        Self::AccountNotFound,
        Self::TokenNotFound,
        Self::KeyNotFound,
        Self::MemberNotFound,
        Self::InvitationNotFound,
        Self::RatingNotFound,
        Self::RatingExists,
        Self::SkillWithdrawn,
        Self::WebhookNotFound,
        Self::DeliveryNotFound,
        Self::TooManyWebhooks,
        Self::TooManyRedeliveries,
        Self::PublisherNotFound,
        Self::Unauthenticated,
        Self::SignInRefused,
        Self::IdentityRefused,
        Self::NotTrusted,
        Self::Forbidden,
        Self::SignUpClosed,
        Self::CrossSite,
        Self::NameTaken,
        Self::LinkOver,
        Self::KeyTaken,
        Self::LastOwner,
        Self::LastAdmin,
        Self::InvalidBody,
        Self::SkillDeleted,
        Self::VersionTaken,
        Self::OtherPack,
        Self::NameDeleted,
        Self::NameTooNear,
        Self::PackTaken,
        Self::PackRenamed,
        Self::PackNotEmpty,
        Self::SkillRefused,
        Self::SignatureRefused,
        Self::TooManyReleases,
        Self::DiskFull,
        Self::TooManyTries,
        Self::BodyTooLarge,
        Self::MalformedBody,
        Self::IssuerUnreachable,
        Self::TooBusy,
        Self::MethodNotAllowed,
        Self::RangeNotSatisfiable,
        Self::InternalError,
        Self::NotReady,
    ];

    /// Gives the status: the mapping of SPEC.md 7, and what HTTP itself demands beside it (405, 416, 431, 503).
    pub(crate) fn status(self) -> StatusCode {
        match self {
            Self::MalformedPath
            | Self::MalformedQuery
            | Self::UnknownParameter
            | Self::UrlTooLong
            | Self::MalformedRequest
            | Self::MalformedBody => StatusCode::BAD_REQUEST,
            Self::RouteNotFound
            | Self::PackNotFound
            | Self::SkillNotFound
            | Self::ReleaseNotFound
            | Self::FileNotFound
            | Self::ArchiveNotFound
            | Self::RuleNotFound
            | Self::AccountNotFound
            | Self::TokenNotFound
            | Self::KeyNotFound
            | Self::MemberNotFound => StatusCode::NOT_FOUND,
            Self::InvitationNotFound | Self::RatingNotFound => StatusCode::NOT_FOUND,
            Self::RatingExists | Self::SkillWithdrawn => StatusCode::CONFLICT,
            Self::WebhookNotFound | Self::DeliveryNotFound => StatusCode::NOT_FOUND,
            Self::PublisherNotFound => StatusCode::NOT_FOUND,
            Self::Unauthenticated | Self::SignInRefused => StatusCode::UNAUTHORIZED,
            Self::IdentityRefused => StatusCode::UNAUTHORIZED,
            Self::NotTrusted => StatusCode::FORBIDDEN,
            Self::CrossSite | Self::Forbidden | Self::SignUpClosed => StatusCode::FORBIDDEN,
            Self::NameTaken | Self::LinkOver | Self::LastOwner | Self::LastAdmin => {
                StatusCode::CONFLICT
            }
            Self::KeyTaken => StatusCode::CONFLICT,
            Self::SkillDeleted => StatusCode::NOT_FOUND,
            Self::VersionTaken => StatusCode::CONFLICT,
            Self::TooManyWebhooks | Self::TooManyRedeliveries => StatusCode::CONFLICT,
            Self::OtherPack => StatusCode::CONFLICT,
            Self::NameDeleted => StatusCode::CONFLICT,
            Self::NameTooNear => StatusCode::CONFLICT,
            Self::PackTaken => StatusCode::CONFLICT,
            Self::PackRenamed => StatusCode::CONFLICT,
            Self::PackNotEmpty => StatusCode::CONFLICT,
            Self::SkillRefused => StatusCode::UNPROCESSABLE_ENTITY,
            Self::SignatureRefused => StatusCode::UNPROCESSABLE_ENTITY,
            Self::TooManyReleases => StatusCode::TOO_MANY_REQUESTS,
            Self::DiskFull => StatusCode::INTERNAL_SERVER_ERROR,
            Self::TooManyTries => StatusCode::TOO_MANY_REQUESTS,
            Self::BodyTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::RangeNotSatisfiable => StatusCode::RANGE_NOT_SATISFIABLE,
            Self::HeadTooLong => StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
            Self::ParameterOutOfRange | Self::InvalidBody => StatusCode::UNPROCESSABLE_ENTITY,
            Self::InternalError => StatusCode::INTERNAL_SERVER_ERROR,
            Self::IssuerUnreachable => StatusCode::SERVICE_UNAVAILABLE,
            Self::NotReady | Self::TooBusy => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    /// Gives the word that machines read.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::MalformedPath => "MALFORMED_PATH",
            Self::MalformedQuery => "MALFORMED_QUERY",
            Self::MalformedRequest => "MALFORMED_REQUEST",
            Self::HeadTooLong => "HEAD_TOO_LONG",
            Self::UnknownParameter => "UNKNOWN_PARAMETER",
            Self::UrlTooLong => "URL_TOO_LONG",
            Self::ParameterOutOfRange => "PARAMETER_OUT_OF_RANGE",
            Self::RouteNotFound => "ROUTE_NOT_FOUND",
            Self::PackNotFound => "PACK_NOT_FOUND",
            Self::SkillNotFound => "SKILL_NOT_FOUND",
            Self::ReleaseNotFound => "RELEASE_NOT_FOUND",
            Self::FileNotFound => "FILE_NOT_FOUND",
            Self::ArchiveNotFound => "ARCHIVE_NOT_FOUND",
            Self::RuleNotFound => "RULE_NOT_FOUND",
            Self::AccountNotFound => "ACCOUNT_NOT_FOUND",
            Self::TokenNotFound => "TOKEN_NOT_FOUND",
            Self::KeyNotFound => "KEY_NOT_FOUND",
            Self::MemberNotFound => "MEMBER_NOT_FOUND",
            Self::InvitationNotFound => "INVITATION_NOT_FOUND",
            Self::RatingNotFound => "RATING_NOT_FOUND",
            Self::RatingExists => "RATING_EXISTS",
            Self::SkillWithdrawn => "SKILL_WITHDRAWN",
            Self::WebhookNotFound => "WEBHOOK_NOT_FOUND",
            Self::DeliveryNotFound => "DELIVERY_NOT_FOUND",
            Self::TooManyWebhooks => "TOO_MANY_WEBHOOKS",
            Self::TooManyRedeliveries => "TOO_MANY_REDELIVERIES",
            Self::PublisherNotFound => "PUBLISHER_NOT_FOUND",
            Self::Unauthenticated => "UNAUTHENTICATED",
            Self::SignInRefused => "SIGN_IN_REFUSED",
            Self::IdentityRefused => "IDENTITY_REFUSED",
            Self::NotTrusted => "NOT_TRUSTED",
            Self::Forbidden => "FORBIDDEN",
            Self::SignUpClosed => "SIGN_UP_CLOSED",
            Self::CrossSite => "CROSS_SITE",
            Self::NameTaken => "NAME_TAKEN",
            Self::LinkOver => "LINK_OVER",
            Self::KeyTaken => "KEY_TAKEN",
            Self::LastOwner => "LAST_OWNER",
            Self::LastAdmin => "LAST_ADMIN",
            Self::InvalidBody => "INVALID_BODY",
            Self::SkillDeleted => "SKILL_DELETED",
            Self::VersionTaken => "VERSION_TAKEN",
            Self::OtherPack => "OTHER_PACK",
            Self::NameDeleted => "NAME_DELETED",
            Self::NameTooNear => "NAME_TOO_NEAR",
            Self::PackTaken => "PACK_TAKEN",
            Self::PackRenamed => "PACK_RENAMED",
            Self::PackNotEmpty => "PACK_NOT_EMPTY",
            Self::SkillRefused => "SKILL_REFUSED",
            Self::SignatureRefused => "SIGNATURE_REFUSED",
            Self::TooManyReleases => "TOO_MANY_RELEASES",
            Self::DiskFull => "DISK_FULL",
            Self::TooManyTries => "TOO_MANY_TRIES",
            Self::BodyTooLarge => "BODY_TOO_LARGE",
            Self::MalformedBody => "MALFORMED_BODY",
            Self::IssuerUnreachable => "ISSUER_UNREACHABLE",
            Self::TooBusy => "TOO_BUSY",
            Self::MethodNotAllowed => "METHOD_NOT_ALLOWED",
            Self::RangeNotSatisfiable => "RANGE_NOT_SATISFIABLE",
            Self::InternalError => "INTERNAL_ERROR",
            Self::NotReady => "NOT_READY",
        }
    }
}
