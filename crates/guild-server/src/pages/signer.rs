//! Who signed a release, in the words that the pages of skills and releases share.

use guild_skill::note::VerifierKey;
use guild_skill::wire;

use super::entry::ShownDate;
use super::text;

/// Who signed a release.
pub(super) struct Signer {
    /// The account; absent where the catalog itself signed.
    pub(super) account: Option<String>,
    /// The key's name.
    pub(super) key: String,
    /// The key's id.
    pub(super) id: String,
    /// What people compare of the key.
    pub(super) fingerprint: String,
    /// When the key was taken back.
    pub(super) revoked: Option<ShownDate>,
}

impl Signer {
    /// Takes who signed a release.
    pub(super) fn of(release: &wire::Release) -> Option<Self> {
        let signature = release.signature.as_ref()?;
        let key = VerifierKey::parse(&signature.key).ok()?;
        Some(Self {
            account: signature.account.clone(),
            key: text::visible(key.name()),
            id: key.id_text(),
            fingerprint: signature.fingerprint.clone(),
            revoked: signature.revoked_at.as_deref().and_then(ShownDate::of_time),
        })
    }

    /// Gives what the stamp says.
    pub(super) fn stamp(&self) -> String {
        match &self.account {
            Some(account) => format!("Signed by {account}"),
            None => "Signed by the catalog".to_owned(),
        }
    }
}
