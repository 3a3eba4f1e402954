//! The keys of an account, as its catalog has them.

use guild_skill::note::VerifierKey;
use guild_skill::signature::Signature;
use guild_skill::wire::{NewKey, PublisherKey};
use ureq::http::{Method, StatusCode};

use super::{Behalf, Remote, RemoteError, SignedIn};

/// The most bytes of the public key of a log.
const KEY_BYTES: u64 = 1024;

impl Remote {
    /// Gives the public key of the catalog's log; nothing where it keeps none.
    pub(crate) fn log_key(&self) -> Result<Option<VerifierKey>, RemoteError> {
        let Some(bytes) = self.tile("key", KEY_BYTES)? else {
            return Ok(None);
        };
        let key = std::str::from_utf8(&bytes).ok().map(str::trim);
        let key = key.and_then(|key| VerifierKey::parse(key).ok());
        key.map(Some)
            .ok_or_else(|| self.not_a_catalog("/log/key", "it gives no key"))
    }

    /// Lists the keys of the account, newest first.
    pub(crate) fn keys(&self) -> Result<Vec<PublisherKey>, RemoteError> {
        self.all("/api/keys")
    }

    /// Registers a key, which another one may announce, and tells whether it is new there.
    pub(crate) fn register_key(
        &self,
        signed_in: &SignedIn,
        proof: &Signature,
        announcement: Option<&Signature>,
    ) -> Result<(bool, PublisherKey), RemoteError> {
        let (path, behalf) = ("/api/keys", Behalf::SignedIn(signed_in));
        let new = NewKey {
            proof: proof.to_string(),
            announcement: announcement.map(ToString::to_string),
        };
        let mut response = self.write(&Method::POST, path, behalf, Some(&new))?;
        let is_new = response.status() == StatusCode::CREATED;
        Ok((is_new, self.read(path, &mut response)?))
    }

    /// Revokes a key.
    pub(crate) fn revoke_key(&self, signed_in: &SignedIn, id: &str) -> Result<(), RemoteError> {
        let (path, behalf) = (format!("/api/keys/{id}"), Behalf::SignedIn(signed_in));
        self.write(&Method::DELETE, &path, behalf, None::<&()>)
            .map(|_| ())
    }
}
