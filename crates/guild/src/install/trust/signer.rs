//! Who signs a skill: the first key that is seen is remembered, and another one is refused until a person accepts it.
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

/// The publisher's key that signed a release, as its log says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Signed {
    /// The key.
    pub(crate) key: VerifierKey,
    /// The account that published it.
    pub(crate) account: Option<String>,
}

impl Signed {
    /// Reads who signed of an entry that was proved before.
    pub(crate) fn of(said: &LogEntry) -> Option<Self> {
        let entry: Entry = said.entry.parse().ok()?;
        let key = entry.key().filter(|key| key.to_string() != said.key)?;
        let account = match &entry.kind {
            EntryKind::Published(release) => match &release.by {
                Signer::Account(account) => Some(account.clone()),
                Signer::Catalog | Signer::Identity(_) => None,
            },
            EntryKind::Yanked | EntryKind::Unyanked | EntryKind::Deleted => None,
        };
        Some(Self {
            key: key.clone(),
            account,
        })
    }

    /// Says who signed, for people.
    pub(crate) fn words(&self) -> String {
        let (name, fingerprint) = (self.key.name(), self.key.fingerprint());
        match &self.account {
            Some(account) if account != name => {
                format!("{account} with the key {name}, ed25519 {fingerprint}")
            }
            Some(_) | None => format!("{name}, ed25519 {fingerprint}"),
        }
    }
}

/// Gives the key of the publisher's that signed, if one did.
pub(super) fn publisher(proven: &Proven) -> Option<&VerifierKey> {
    proven.entry.key().filter(|key| **key != proven.key)
}

/// Holds who signed a release against who signed the ones before, and remembers who signs the first.
pub(super) fn check(remote: &Remote, release: &Release, proven: &Proven) -> Result<(), Failure> {
    let note = Note::of(remote, &release.skill);
    let remembered = note.read()?;
    let pinned = remote.expected().signers.get(&release.skill);
    let signer = publisher(proven);
    let Some(expected) = pinned.or(remembered.as_ref()) else {
        return signer.map_or(Ok(()), |key| note.write(key));
    };
    if signer == Some(expected) {
        return match remembered {
            Some(_) => Ok(()),
            None => note.write(expected),
        };
    }
    if remote.expected().accepts(signer) {
        return match signer {
            Some(key) => note.write(key),
            None => note.remove(),
        };
    }
    Err(other(remote, release, expected, signer))
}

/// Refuses a release that another key signed, or none.
pub(super) fn other(
    remote: &Remote,
    release: &Release,
    expected: &VerifierKey,
    signer: Option<&VerifierKey>,
) -> Failure {
    let Release { skill, version, .. } = release;
    let publisher = release.published_by.as_deref();
    let by = publisher.map_or("the catalog itself".to_owned(), |name| {
        format!("the account {name}")
    });
    let shown = |key: &VerifierKey| format!("{}, ed25519 {}", key.name(), key.fingerprint());
    let catalog = remote.catalog();
    let failure = match signer {
        Some(_) => Failure::refused(format!(
            "`{skill}` {version} is signed by another key than what you had of it"
        )),
        None => Failure::refused(format!(
            "`{skill}` {version} is not signed, and what you had of it was"
        )),
    };
    let failure = failure.cause(format!("until now it was {}", shown(expected)));
    let (failure, accepted) = match signer {
        Some(key) => (
            failure.cause(format!("this one is {}, published by {by}", shown(key))),
            key.fingerprint(),
        ),
        None => (
            failure.cause(format!("this one has no key, published by {by}")),
            "none".to_owned(),
        ),
    };
    failure
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
                "# Who signs `{skill}` of {catalog}: a release by another key is refused."
            ),
        }
    }

    fn read(&self) -> Result<Option<VerifierKey>, Failure> {
        let path = self.path.display();
        let failed = |failure: Failure| {
            failure.hint(format!(
                "mend it, or remove it (`rm '{path}'`): then the next key is believed anew"
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
        let key = text.lines().next_back().map(VerifierKey::parse);
        match key {
            Some(Ok(key)) => Ok(Some(key)),
            Some(Err(_)) | None => Err(failed(Failure::could_not(what()).cause("it is damaged"))),
        }
    }

    fn write(&self, key: &VerifierKey) -> Result<(), Failure> {
        let folder = self.path.parent().unwrap_or(&self.path);
        let text = format!("{}\n{key}\n", self.head);
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
            .hint("make the folder writable: without the note another key would not be seen")
    }
}
