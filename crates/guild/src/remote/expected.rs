//! What is expected of a catalog, beside what this machine remembers of it.

use std::collections::BTreeMap;
use std::str::FromStr;

use guild_skill::note::VerifierKey;

use crate::signed_by::{CiJob, SignedBy};

/// What is expected: by guild.lock, by what is installed, and by the person.
#[derive(Clone, Debug, Default)]
pub(crate) struct Expected {
    /// The key that the log must have when nothing is remembered of it.
    pub(crate) log_key: Option<VerifierKey>,
    /// Who signs a skill, by the skill's name.
    pub(crate) signers: BTreeMap<String, SignedBy>,
    /// Signers that the person accepts in place of those that were known.
    pub(crate) accepted: Vec<Accepted>,
}

/// Who may sign from now on, as a person writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Accepted {
    /// The key of this fingerprint.
    Fingerprint(String),
    /// This job of continuous integration, without a key.
    Job(CiJob),
    /// Nobody.
    Nobody,
}

impl Expected {
    /// Tells whether the person accepts a signer, or that there is none.
    pub(crate) fn accepts(&self, signer: Option<&SignedBy>) -> bool {
        let signer = match signer {
            Some(SignedBy::Key(key)) => Accepted::Fingerprint(key.fingerprint()),
            Some(SignedBy::Job(job)) => Accepted::Job(job.clone()),
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
        if text.strip_prefix("SHA256:").is_some_and(is_fingerprint) {
            return Ok(Self::Fingerprint(text.to_owned()));
        }
        text.parse().map(Self::Job).map_err(|_| {
            "write the fingerprint as it was shown, `SHA256:` and 43 characters; or the CI job as it was shown, `octo/tools:release.yml@https://…`; or `none`"
                .to_owned()
        })
    }
}
