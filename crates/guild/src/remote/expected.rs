//! What is expected of a catalog, beside what this machine remembers of it.

use std::collections::BTreeMap;
use std::str::FromStr;

use guild_skill::note::VerifierKey;

/// What is expected: by guild.lock, by what is installed, and by the person.
#[derive(Clone, Debug, Default)]
pub(crate) struct Expected {
    /// The key that the log must have when nothing is remembered of it.
    pub(crate) log_key: Option<VerifierKey>,
    /// The key that signs a skill, by the skill's name.
    pub(crate) signers: BTreeMap<String, VerifierKey>,
    /// Signers that the person accepts in place of those that were known.
    pub(crate) accepted: Vec<Accepted>,
}

/// Who may sign from now on, as a person writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Accepted {
    /// The key of this fingerprint.
    Fingerprint(String),
    /// Nobody.
    Nobody,
}

impl Expected {
    /// Tells whether the person accepts a signer, or that there is none.
    pub(crate) fn accepts(&self, signer: Option<&VerifierKey>) -> bool {
        let signer = match signer {
            Some(key) => Accepted::Fingerprint(key.fingerprint()),
            None => Accepted::Nobody,
        };
        self.accepted.contains(&signer)
    }
}

impl FromStr for Accepted {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "none" {
            return Ok(Self::Nobody);
        }
        let is_fingerprint = |hash: &str| {
            let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
            hash.len() == 43 && hash.bytes().all(is_part)
        };
        match text.strip_prefix("SHA256:").is_some_and(is_fingerprint) {
            true => Ok(Self::Fingerprint(text.to_owned())),
            false => Err(
                "write the fingerprint as it was shown, `SHA256:` and 43 characters, or `none`"
                    .to_owned(),
            ),
        }
    }
}
