//! Who stands for a release: the key of a publisher that signed it, or the job of continuous integration that published
//! it. Both are remembered, shown and compared alike.
//!
//! A key proves itself; of a job the log holds the word of the catalog, which verified what the job's issuer said.

use std::fmt;
use std::str::FromStr;

use guild_check::percent;
use guild_skill::log::{Entry, EntryKind, Signer};
use guild_skill::note::VerifierKey;
use guild_skill::wire::JobIdentity;
use percent_encoding::{AsciiSet, percent_decode_str, utf8_percent_encode};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Who stands for a release.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SignedBy {
    /// The key that signed it.
    Key(VerifierKey),
    /// The job that published it.
    Job(CiJob),
}

/// A job of continuous integration, whatever it ran on. It is written `octo/tools:release.yml@https://issuer.example`,
/// with all else than letters, digits and `._~/-` encoded as in an address, so that a shell takes it as one word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CiJob {
    /// Who vouches for it.
    issuer: String,
    /// The repository, in small letters, for its case means nothing.
    repository: String,
    /// The file of the workflow.
    workflow: String,
}

impl SignedBy {
    /// Gives all who stand for an entry of a log, the one that says most first. The log's own key says no more than the
    /// log does, and is none of them.
    pub(crate) fn all(entry: &Entry, log_key: &VerifierKey) -> Vec<Self> {
        let key = entry.key().filter(|key| *key != log_key);
        let key = key.cloned().map(Self::Key);
        let job = CiJob::of_entry(entry).map(Self::Job);
        key.into_iter().chain(job).collect()
    }

    /// Names them in a list: `anna`, or `the CI job octo/tools · release.yml`.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Key(key) => key.name().to_owned(),
            Self::Job(job) => format!("the CI job {}", job.name()),
        }
    }

    /// Says who it is, so that it can be told from every other.
    pub(crate) fn words(&self) -> String {
        match self {
            Self::Key(key) => format!("{}, ed25519 {}", key.name(), key.fingerprint()),
            Self::Job(job) => format!("the CI job {} of {}", job.name(), job.issuer),
        }
    }

    /// Gives what a person types to accept it.
    pub(crate) fn option(&self) -> String {
        match self {
            Self::Key(key) => key.fingerprint(),
            Self::Job(job) => job.to_string(),
        }
    }
}

impl CiJob {
    /// Takes the job that an entry names; none for a release that an account published.
    pub(crate) fn of_entry(entry: &Entry) -> Option<Self> {
        let EntryKind::Published(release) = &entry.kind else {
            return None;
        };
        match &release.by {
            Signer::Identity(claims) => Self::of(&serde_json::from_str(claims).ok()?),
            Signer::Account(_) | Signer::Catalog => None,
        }
    }

    /// Takes the job of an identity. One without a workflow is that of nobody in particular.
    pub(crate) fn of(identity: &JobIdentity) -> Option<Self> {
        let job = Self {
            issuer: identity.issuer.clone(),
            repository: identity.repository.to_ascii_lowercase(),
            workflow: identity.workflow.clone()?,
        };
        let parts = [&job.issuer, &job.repository, &job.workflow];
        let is_fit = |part: &&String| !part.is_empty() && !part.contains(char::is_control);
        parts.iter().all(is_fit).then_some(job)
    }

    fn name(&self) -> String {
        format!("{} · {}", self.repository, self.workflow)
    }

    fn read(text: &str) -> Option<Self> {
        let (job, issuer) = text.split_once('@')?;
        let (repository, workflow) = job.split_once(':')?;
        let identity = JobIdentity {
            issuer: decoded(issuer)?,
            repository: decoded(repository)?,
            repository_id: None,
            workflow: Some(decoded(workflow)?),
            environment: None,
            git_ref: None,
            commit: None,
            run_url: None,
        };
        // A job has one text, but for the case of its repository.
        let written = Self::of(&identity)?;
        (written.to_string().eq_ignore_ascii_case(text)).then_some(written)
    }
}

impl fmt::Display for CiJob {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let repository = encoded(&self.repository, NAME);
        let workflow = encoded(&self.workflow, NAME);
        let issuer = encoded(&self.issuer, ISSUER);
        write!(formatter, "{repository}:{workflow}@{issuer}")
    }
}

impl FromStr for CiJob {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::read(text).ok_or_else(|| {
            "a CI job is written `<repository>:<workflow>@<issuer>`, such as `octo/tools:release.yml@https://token.actions.githubusercontent.com`".to_owned()
        })
    }
}

impl fmt::Display for SignedBy {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Key(key) => fmt::Display::fmt(key, formatter),
            Self::Job(job) => fmt::Display::fmt(job, formatter),
        }
    }
}

impl FromStr for SignedBy {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        // No text is both: that of a key has a `+`, which that of a job encodes.
        match VerifierKey::parse(text) {
            Ok(key) => Ok(Self::Key(key)),
            Err(_) => text.parse().map(Self::Job),
        }
    }
}

impl Serialize for SignedBy {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for SignedBy {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// What a repository and the name of a workflow escape.
const NAME: &AsciiSet = &percent::ESCAPED.remove(b'/');

/// What an issuer's address escapes.
const ISSUER: &AsciiSet = &NAME.remove(b':');

/// Encodes in small letters, `%2f`: a job has one text.
fn encoded(text: &str, escaped: &'static AsciiSet) -> String {
    let pieces = utf8_percent_encode(text, escaped);
    let pieces = pieces.map(|piece| match piece.starts_with('%') {
        true => piece.to_ascii_lowercase(),
        false => piece.to_owned(),
    });
    pieces.collect()
}

fn decoded(text: &str) -> Option<String> {
    let text = percent_decode_str(text).decode_utf8().ok()?;
    Some(text.into_owned())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn identity(repository: &str, workflow: &str) -> JobIdentity {
        JobIdentity {
            issuer: "https://token.actions.githubusercontent.com".to_owned(),
            repository: repository.to_owned(),
            repository_id: Some("74".to_owned()),
            workflow: Some(workflow.to_owned()),
            environment: Some("production".to_owned()),
            git_ref: None,
            commit: None,
            run_url: None,
        }
    }

    #[test]
    fn a_job_has_one_text_whatever_it_ran_on() {
        let job = CiJob::of(&identity("Octo/Tools", "release.yml")).unwrap();
        let text = "octo/tools:release.yml@https://token.actions.githubusercontent.com";
        assert_eq!(job.to_string(), text);
        assert_eq!(text.parse::<SignedBy>().unwrap(), SignedBy::Job(job));
        let odd = CiJob::of(&identity("a:b@c", "my $(release)'.yml")).unwrap();
        let text = odd.to_string();
        assert!(
            text.starts_with("a%3ab%40c:my%20%24%28release%29%27.yml@"),
            "{text}"
        );
        assert_eq!(text.parse::<CiJob>().unwrap(), odd);
        let nobody = JobIdentity {
            workflow: None,
            ..identity("octo/tools", "")
        };
        assert_eq!(CiJob::of(&nobody), None);
        assert_eq!(CiJob::of(&identity("octo/tools", "a\nb")), None);
    }

    proptest! {
        #[test]
        fn no_text_is_a_panic_and_what_is_read_is_written_so(text in "[a-z%0-9é]{0,9}:?[ -~]{0,9}@?[a-z:/%]{0,12}") {
            if let Ok(job) = text.parse::<CiJob>() {
                prop_assert_eq!(job.to_string().parse::<CiJob>().unwrap(), job);
            }
        }

        #[test]
        fn every_job_is_read_again(repository in "\\PC{1,20}", workflow in "\\PC{1,20}") {
            let job = CiJob::of(&identity(&repository, &workflow)).unwrap();
            prop_assert_eq!(job.to_string().parse::<CiJob>().unwrap(), job);
        }
    }
}
