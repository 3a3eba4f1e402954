//! Identities of jobs: read as hostile, held against the keys of an issuer that the catalog believes.
//!
//! 1. `token` reads the JSON Web Token; nothing of it is believed yet.
//! 2. The issuer has to be one that whoever runs the catalog named: no request makes the server ask any other.
//! 3. `issuers` fetches the issuer's keys, bounded and kept, and the token's signature is held against them.
//! 4. `claims` reads what is signed, and refuses what is over, not yet good, or says nothing of a job.

mod address;
mod claims;
mod issuers;
mod keys;
mod token;

pub use address::{IssuerUrl, IssuerUrlError};
pub(crate) use issuers::Issuers;

use guild_catalog::Identity;

use self::token::Unverified;

/// The longest identity; those of jobs have 1 to 3 KiB.
pub(crate) const IDENTITY_BYTES: usize = 16 * 1024;

/// Why an identity is not believed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Disbelief {
    /// It is no token.
    #[error("the identity is no JSON Web Token: {0}")]
    Form(&'static str),
    /// Its issuer is none that the catalog believes.
    #[error(
        "the catalog does not believe the issuer `{0}`; whoever runs it names those it does: `guild serve --trusted-issuer URL`"
    )]
    Issuer(String),
    /// Its algorithm is none that proves anything here.
    #[error("the identity is signed by an algorithm that is not taken: RS256, ES256 and EdDSA are")]
    Algorithm,
    /// The issuer has no such key, also after asking again.
    #[error("the issuer of the identity has no key of that id")]
    Key,
    /// The signature is of another token, or of another key.
    #[error("the signature of the identity is wrong")]
    Signature,
    /// It says not, or not well, what it has to.
    #[error("the identity has no usable `{0}`")]
    Claim(&'static str),
    /// Its time is over.
    #[error("the time of the identity is over: let the job ask for another")]
    Expired,
    /// Its time has not come.
    #[error("the identity is not good yet: is a clock wrong?")]
    Early,
    /// Whoever opens a pull request can start such a run, with code of theirs in it.
    #[error(
        "a run that `{0}` started publishes nothing: it may hold the code of a stranger; start it by `push`, `release` or `workflow_dispatch`"
    )]
    Trigger(String),
    /// The issuer cannot be asked.
    #[error("the issuer of the identity cannot be asked now: {0}")]
    Unreachable(String),
}

/// Reads who issued an identity, by what it says itself.
///
/// # Errors
/// When it is no token, says nothing of an issuer, or names one that the catalog does not believe.
pub(crate) fn claimed_issuer(issuers: &Issuers, identity: &str) -> Result<String, Disbelief> {
    let token = Unverified::parse(identity)?;
    let issuer = claims::text(token.claims(), "iss").ok_or(Disbelief::Claim("iss"))?;
    match issuers.believes(&issuer) {
        true => Ok(issuer),
        false => Err(Disbelief::Issuer(issuer)),
    }
}

/// Verifies an identity.
///
/// # Errors
/// Says why it is not believed.
pub(crate) async fn verify(
    issuers: &Issuers,
    identity: &str,
    now: i64,
) -> Result<Identity, Disbelief> {
    let issuer = claimed_issuer(issuers, identity)?;
    let token = Unverified::parse(identity)?;
    let algorithm = token.algorithm()?;
    // What is over is over whoever signed it, and needs no key.
    claims::expires_at(token.claims(), now)?;
    let key = issuers.key(&issuer, token.key_id(), algorithm, now).await?;
    token.verify(&key)?;
    claims::read(token.claims(), issuer, token.digest(), now)
}
