//! Who signs a skill: the first key or job that is seen is remembered, and another one is refused until a person accepts
//! it.
//!
//! One small file a skill, which a person can read and remove, as with the log of a catalog. A signature with the
//! catalog's own key says no more than the log does, and counts for none here.

use std::fs;
use std::io;
use std::path::PathBuf;

use guild_skill::log::{Entry, EntryKind, Signer};
use guild_skill::note::VerifierKey;
use guild_skill::wire::{LogEntry, Release};

use super::Proven;
use super::known;
use crate::failure::Failure;
use crate::plain_file;
use crate::remote::Remote;
use crate::signed_by::SignedBy;

/// Who stands for a release, as its log says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Signed {
    /// The key, or the job.
    pub(crate) by: SignedBy,
    /// The keys before that one, newest first, each of which announced the next.
    pub(crate) earlier: Vec<VerifierKey>,
    /// The account that published it.
    account: Option<String>,
}

impl Signed {
    /// Reads who signed of an entry that was proved before.
    pub(crate) fn of(said: &LogEntry) -> Option<Self> {
        let entry: Entry = said.entry.parse().ok()?;
        let log_key = VerifierKey::parse(&said.key).ok()?;
        let account = match &entry.kind {
            EntryKind::Published(release) => match &release.by {
                Signer::Account(account) => Some(account.clone()),
                Signer::Catalog | Signer::Identity(_) => None,
            },
            EntryKind::Yanked | EntryKind::Unyanked | EntryKind::Deleted => None,
        };
        let by = SignedBy::all(&entry, &log_key).into_iter().next()?;
        let earlier = entry.earlier_keys().into_iter().cloned().collect();
        Some(Self {
            by,
            earlier,
            account,
        })
    }

    /// Says who signed, for people.
    pub(crate) fn words(&self) -> String {
        let words = self.by.words();
        let words = match self.earlier.first() {
            Some(key) => format!(
                "{words}, which the key before it announced, {}",
                key.fingerprint()
            ),
            None => words,
        };
        match (&self.by, &self.account) {
            (SignedBy::Key(key), Some(account)) if account != key.name() => {
                format!("signed by {account} with the key {words}")
            }
            (SignedBy::Key(_), _) => format!("signed by {words}"),
            (SignedBy::Job(_), _) => format!("published by {words}"),
        }
    }
}

/// Holds who signed a release against who signed the ones before, and remembers who signs the first. A job that signs
/// with a key is known by either, and from then on by the key; a key that the known one announced is followed.
pub(super) fn check(remote: &Remote, release: &Release, proven: &Proven) -> Result<(), Failure> {
    let note = Note::of(remote, &release.skill);
    let remembered = note.read()?;
    let signers = SignedBy::all(&proven.entry, &proven.key);
    let pinned = remote.expected().signers.get(&release.skill);
    let Some(expected) = pinned.or(remembered.as_ref()) else {
        return signers.first().map_or(Ok(()), |first| note.write(first));
    };
    let is_announced = || match (expected, signers.first()) {
        (SignedBy::Key(key), Some(SignedBy::Key(_))) => proven.entry.earlier_keys().contains(&key),
        _ => false,
    };
    if signers.contains(expected) || is_announced() {
        return match signers
            .first()
            .filter(|first| remembered.as_ref() != Some(*first))
        {
            Some(first) => note.write(first),
            None => Ok(()),
        };
    }
    let accepted = |one: &&SignedBy| remote.expected().accepts(Some(*one));
    match signers.iter().find(accepted) {
        Some(accepted) => note.write(accepted),
        None if signers.is_empty() && remote.expected().accepts(None) => note.remove(),
        None => Err(other(remote, release, expected, signers.first())),
    }
}

/// Refuses a release that somebody else signed, or nobody.
pub(super) fn other(
    remote: &Remote,
    release: &Release,
    expected: &SignedBy,
    signer: Option<&SignedBy>,
) -> Failure {
    let Release { skill, version, .. } = release;
    let publisher = release.published_by.as_deref();
    let by = publisher.map_or("the catalog itself".to_owned(), |name| {
        format!("the account {name}")
    });
    let what = match (expected, signer) {
        (SignedBy::Key(_), Some(SignedBy::Key(_))) => {
            "is signed by another key than what you had of it"
        }
        (SignedBy::Key(_), Some(SignedBy::Job(_))) => {
            "is published by a CI job without a key, and what you had of it was signed with one"
        }
        (SignedBy::Key(_), None) => "is not signed, and what you had of it was",
        (SignedBy::Job(_), Some(SignedBy::Job(_))) => {
            "is published by another CI job than what you had of it"
        }
        (SignedBy::Job(_), Some(SignedBy::Key(_))) => {
            "is signed by a key, and what you had of it was published by a CI job"
        }
        (SignedBy::Job(_), None) => "is published by no CI job, and what you had of it was",
    };
    let this = match signer {
        Some(key @ SignedBy::Key(_)) => format!("this one is {}, published by {by}", key.words()),
        Some(job @ SignedBy::Job(_)) => format!("this one is {}", job.words()),
        None => format!("this one has no key, published by {by}"),
    };
    let accepted = signer.map_or("none".to_owned(), SignedBy::option);
    let catalog = remote.catalog();
    Failure::refused(format!("`{skill}` {version} {what}"))
        .cause(format!("until now it was {}", expected.words()))
        .cause(this)
        .hint(format!(
            "nothing was installed; ask its publisher, on another way than through {catalog}, whether that is right"
        ))
        .hint(format!(
            "if it is, `--accept-key {accepted}` takes it, and remembers it"
        ))
}

/// What is remembered of a skill.
struct Note {
    path: PathBuf,
    head: String,
}

impl Note {
    fn of(remote: &Remote, skill: &str) -> Self {
        let catalog = remote.catalog().to_string();
        let folder = known::file(&remote.signers(), &catalog);
        Self {
            // A skill's name is a path's part on every system.
            path: folder.join(skill),
            head: format!(
                "# Who signs `{skill}` of {catalog}: a release by another key or CI job is refused."
            ),
        }
    }

    fn read(&self) -> Result<Option<SignedBy>, Failure> {
        let path = self.path.display();
        let failed = |failure: Failure| {
            failure.hint(format!(
                "mend it, or remove it (`rm '{path}'`): then the next one is believed anew"
            ))
        };
        let what = || format!("could not read who signs the skill in {path}");
        let text = match plain_file::read_text(&self.path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(failed(Failure::could_not(what()).because(&error))),
        };
        // A power cut may leave a name without its content.
        if text.is_empty() {
            return Ok(None);
        }
        let by = text.lines().next_back().map(str::parse);
        match by {
            Some(Ok(by)) => Ok(Some(by)),
            Some(Err(_)) | None => Err(failed(Failure::could_not(what()).cause("it is damaged"))),
        }
    }

    fn write(&self, by: &SignedBy) -> Result<(), Failure> {
        let folder = self.path.parent().unwrap_or(&self.path);
        let text = format!("{}\n{by}\n", self.head);
        known::put(folder, &self.path, text.as_bytes()).map_err(|error| self.not_changed(&error))
    }

    fn remove(&self) -> Result<(), Failure> {
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(self.not_changed(&error)),
            Ok(()) | Err(_) => Ok(()),
        }
    }

    fn not_changed(&self, error: &io::Error) -> Failure {
        let path = self.path.display();
        Failure::could_not(format!("could not remember who signs the skill in {path}"))
            .because(error)
            .hint("make the folder writable: without the note another signer would not be seen")
    }
}
