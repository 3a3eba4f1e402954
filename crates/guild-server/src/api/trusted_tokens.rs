//! Tokens of jobs, which show the identity that their issuer gave them in place of a secret.

use axum::extract::State;
use guild_catalog::TrustError;
use guild_skill::{PackName, SkillName, wire};

use crate::api::written::Written;
use crate::auth::{Asker, FromBody};
use crate::error::{ApiError, Code};
use crate::openapi::{
    BodyTooLarge, FaultOrFull, IdentityRefused, InvalidBody, IssuerUnreachable, MalformedWrite,
    NotTrusted, TooManyTries,
};
use crate::parameters::Parameters;
use crate::state::AppState;
use crate::trusted::{self, Disbelief, IDENTITY_BYTES};

/// After how many seconds an issuer is worth another try: the server asks it no sooner.
const RETRY_SECONDS: u64 = 30;

/// Makes a token for a job.
///
/// The job shows the identity that its issuer gave it for this catalog, once. Where the pack trusts such a job, it gets
/// a token that publishes to the pack, or the one skill, for 15 minutes.
#[utoipa::path(
    post,
    path = "/api/trusted-tokens",
    operation_id = "createTrustedToken",
    tag = "accounts",
    request_body = wire::NewTrustedToken,
    responses(
        (status = CREATED, description = "The token with its secret.", body = wire::TrustedToken),
        MalformedWrite, BodyTooLarge, IdentityRefused, NotTrusted, InvalidBody, TooManyTries, FaultOrFull,
        IssuerUnreachable
    )
)]
pub(crate) async fn create(
    State(state): State<AppState>,
    Parameters(()): Parameters<()>,
    FromBody(new): FromBody<wire::NewTrustedToken>,
) -> Result<Written, ApiError> {
    let pack = PackName::parse(&new.pack).map_err(ApiError::in_field("pack"))?;
    let skill = new.skill.as_deref().map(SkillName::parse).transpose();
    let skill = skill.map_err(ApiError::in_field("skill"))?;
    if new.identity.is_empty() || new.identity.len() > IDENTITY_BYTES {
        let message = format!("`identity` has 1 to {IDENTITY_BYTES} bytes");
        return Err(ApiError::invalid(message));
    }
    let (catalog, issuers) = (state.catalog(), state.issuers());
    // Whoever asks is a stranger: nobody's server is asked before a pack wants that, and so often at the most.
    let issuer = trusted::claimed_issuer(issuers, &new.identity)?;
    let address = Asker::current_address();
    catalog.check_issuer(&pack, &issuer, &address).await?;
    let identity = trusted::verify(issuers, &new.identity, state.now()).await?;
    let token = catalog
        .trusted_token(&identity, &pack, skill.as_ref())
        .await?;
    Written::created(&token)
}

impl From<Disbelief> for ApiError {
    fn from(disbelief: Disbelief) -> Self {
        let message = disbelief.to_string();
        match disbelief {
            Disbelief::Unreachable(_) => {
                Self::new(Code::IssuerUnreachable, message).after(RETRY_SECONDS)
            }
            Disbelief::Form(_)
            | Disbelief::Issuer(_)
            | Disbelief::Algorithm
            | Disbelief::Key
            | Disbelief::Signature
            | Disbelief::Claim(_)
            | Disbelief::Expired
            | Disbelief::Early
            | Disbelief::Trigger(_) => Self::new(Code::IdentityRefused, message),
        }
    }
}

impl From<TrustError> for ApiError {
    fn from(error: TrustError) -> Self {
        let message = error.to_string();
        match error {
            TrustError::NoPublisher { .. } | TrustError::Different { .. } => {
                Self::new(Code::NotTrusted, message)
            }
            TrustError::Replayed => Self::new(Code::IdentityRefused, message),
            TrustError::TooMany(wait) => Self::new(Code::TooManyTries, message).after(wait.seconds),
            TrustError::Store(error) => Self::fault(error),
        }
    }
}
