//! Whether a catalog is to be believed: its transparency log proves what it says of a release, and is the log we know.
//!
//! Of each catalog the key of its log and the last head we saw are remembered, in a file of the settings folder; the
//! first time both are believed, as with `ssh`. From then on the key is the same, and the log has only grown: a new
//! head is held against the old one by the few tiles that prove it. Nothing here waits for the disk: a note that a
//! power cut takes is made again.

mod known;
mod signer;

pub(crate) use self::signer::Signed;

use guild_skill::log::{
    Checkpoint, Entry, EntryKind, Proof, Span, Tiles, consistency_spans, is_consistent,
};
use guild_skill::note::VerifierKey;
use guild_skill::wire::{LogEntry, Release};

use self::known::Known;
use super::lock::Locked;
use crate::failure::Failure;
use crate::remote::Remote;
use crate::signed_by::{CiJob, SignedBy};

/// What a catalog's log proves of a release.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Proven {
    /// The entry.
    pub(crate) entry: Entry,
    /// Its place.
    pub(crate) index: u64,
    /// The log.
    pub(crate) key: VerifierKey,
    /// The head under which it stands.
    head: Checkpoint,
}

/// Holds a release against the log of its catalog, that against what is remembered of it, and who signed the release
/// against who signed the ones before. Gives what the log says; nothing where the catalog keeps no log and never did.
pub(crate) fn prove(remote: &Remote, release: &Release) -> Result<Option<LogEntry>, Failure> {
    if let Some(proven) = prove_log(remote, release)? {
        signer::check(remote, release, &proven)?;
    }
    Ok(release.log.clone())
}

/// Holds a release that guild.lock names against the log of its catalog. Who signed it is what guild.lock says, whatever
/// this machine has seen: the team has accepted it.
pub(crate) fn prove_locked(
    remote: &Remote,
    release: &Release,
    locked: &Locked,
) -> Result<Option<LogEntry>, Failure> {
    let proven = prove_log(remote, release)?;
    let Some(proven) = proven else {
        return Ok(None);
    };
    let named = Named {
        skill: locked.name.as_str(),
        version: &locked.version,
        archive: locked.digest.as_str(),
        files: locked.tree_digest.as_str(),
    };
    if let Err((what, logged, wanted)) = differs(&proven.entry, &named) {
        let (catalog, Release { skill, version, .. }) = (remote.catalog(), release);
        let message = format!(
            "the log of the catalog at {catalog} does not prove what guild.lock names as `{skill}` {version}"
        );
        return Err(Failure::refused(message)
            .cause(format!("guild.lock says {what} {wanted}, and the log {logged}"))
            .hint("nothing was installed; see who changed guild.lock, or ask whoever runs the catalog"));
    }
    let signers = SignedBy::all(&proven.entry, &proven.key);
    match &locked.signed_by {
        Some(expected) if !signers.contains(expected) => {
            let failure = signer::other(remote, release, expected, signers.first());
            let what = match expected {
                SignedBy::Key(_) => "key",
                SignedBy::Job(_) => "CI job",
            };
            Err(failure.hint(format!(
                "guild.lock holds the {what} that your team expects"
            )))
        }
        _ => Ok(release.log.clone()),
    }
}

/// Holds a release against the log of its catalog, and that against what is remembered of it.
fn prove_log(remote: &Remote, release: &Release) -> Result<Option<Proven>, Failure> {
    let catalog = remote.catalog().to_string();
    let known = Known::read(&remote.logs(), &catalog)?;
    let expected = match &known {
        Some(known) => Some(&known.key),
        None => remote.expected().log_key.as_ref(),
    };
    let Some(said) = &release.log else {
        return match expected {
            None => Ok(None),
            Some(_) => Err(refused(&catalog, release)
                .cause("it keeps a log, and gives no proof that the release stands in it")),
        };
    };
    if let Some(expected) = expected
        && said.key != expected.to_string()
    {
        return Err(other_key(&catalog, expected, &said.key, known.as_ref()));
    }
    let proven = of_entry(said).map_err(|cause| refused(&catalog, release).cause(cause))?;
    let named = Named {
        skill: &release.skill,
        version: &release.version,
        archive: &release.digest,
        files: &release.tree_digest,
    };
    is_of(&proven.entry, &named).map_err(|cause| refused(&catalog, release).cause(cause))?;
    if let Some(said) = &release.signature
        && proven
            .entry
            .key()
            .is_none_or(|key| key.to_string() != said.key)
    {
        let cause = "the catalog says which key signed it, and its log says otherwise";
        return Err(refused(&catalog, release).cause(cause));
    }
    if let Some(said) = &release.identity
        && CiJob::of(said) != CiJob::of_entry(&proven.entry)
    {
        let cause = "the catalog says which CI job published it, and its log says otherwise";
        return Err(refused(&catalog, release).cause(cause));
    }
    if let Some(known) = &known {
        has_only_grown(remote, known, &proven.head)?;
    }
    if known
        .as_ref()
        .is_none_or(|known| known.head.size < proven.head.size)
    {
        let checkpoint = checkpoint_of(said);
        Known::write(&remote.logs(), &catalog, &proven.key, &checkpoint)?;
    }
    Ok(Some(proven))
}

/// Proves what a log says of a release, by its own key; a cause in words where it does not.
pub(crate) fn of_entry(said: &LogEntry) -> Result<Proven, String> {
    let key = VerifierKey::parse(&said.key);
    let key = key.map_err(|error| format!("the key of its log is wrong: {error}"))?;
    let proof =
        Proof::parse(&said.proof).map_err(|error| format!("its proof is wrong: {error}"))?;
    let head = proof.verify(said.entry.as_bytes(), &key);
    let head = head.map_err(|error| {
        let source = std::error::Error::source(&error).map(|source| format!(": {source}"));
        format!("its proof is wrong: {error}{}", source.unwrap_or_default())
    })?;
    let entry: Entry = said.entry.parse().map_err(|_| {
        "its log holds an entry that this guild cannot read; a newer guild may".to_owned()
    })?;
    if !entry.is_signature_right() {
        let name = entry.key().map_or("", VerifierKey::name);
        return Err(format!("the signature by the key `{name}` is wrong"));
    }
    Ok(Proven {
        index: proof.index,
        entry,
        key,
        head,
    })
}

/// What a catalog or a ledger says which release it is.
pub(crate) struct Named<'a> {
    /// The skill.
    pub(crate) skill: &'a str,
    /// The version.
    pub(crate) version: &'a str,
    /// The digest of the archive.
    pub(crate) archive: &'a str,
    /// The digest of the files.
    pub(crate) files: &'a str,
}

/// Says how an entry is not of a release, if it is not.
pub(crate) fn is_of(entry: &Entry, release: &Named<'_>) -> Result<(), String> {
    differs(entry, release).map_err(|(what, logged, said)| {
        format!("the catalog says {what} {said}, and its log {logged}")
    })
}

/// Finds in what an entry differs from a release: what it is, what the log says, and what the other side says.
fn differs(entry: &Entry, release: &Named<'_>) -> Result<(), (&'static str, String, String)> {
    let EntryKind::Published(logged) = &entry.kind else {
        let (what, logged) = ("a publication", "something else of the skill".to_owned());
        return Err((what, logged, release.version.to_owned()));
    };
    let version = entry.version.as_ref().map(ToString::to_string);
    let pairs = [
        ("skill", entry.skill.as_str(), release.skill),
        (
            "version",
            version.as_deref().unwrap_or("none"),
            release.version,
        ),
        ("archive", logged.archive.as_str(), release.archive),
        ("files", logged.files.as_str(), release.files),
    ];
    match pairs.iter().find(|(_, logged, said)| logged != said) {
        None => Ok(()),
        Some((what, logged, said)) => Err((what, (*logged).to_owned(), (*said).to_owned())),
    }
}

/// Refuses a log whose head is not that of the log we know, grown. An older head is good, as a cache on the way may
/// hold it, if the log can still prove that it is a beginning of what we know.
fn has_only_grown(remote: &Remote, known: &Known, head: &Checkpoint) -> Result<(), Failure> {
    let (old, new) = match head.size < known.head.size {
        true => (head, &known.head),
        false => (&known.head, head),
    };
    let spans = consistency_spans(old.size, new.size);
    let path = match hashes(remote, &spans, new.size)? {
        Some(path) => path,
        None => return Err(rewritten(remote, known, head)),
    };
    match is_consistent((old.size, &old.root), (new.size, &new.root), &path) {
        true => Ok(()),
        false => Err(rewritten(remote, known, head)),
    }
}

/// Fetches the tiles that some spans take, two a level at the most, and makes their hashes; nothing when the log has
/// not all of them.
fn hashes(
    remote: &Remote,
    spans: &[Span],
    size: u64,
) -> Result<Option<Vec<guild_skill::log::Hash>>, Failure> {
    let mut tiles = Tiles::of(size);
    for (id, width) in tiles.missing(spans) {
        let length = width * 32;
        let Some(bytes) = remote.tile(&id.path(width), length)? else {
            return Ok(None);
        };
        if tiles.insert(id, &bytes).is_err() {
            return Ok(None);
        }
    }
    Ok(tiles.hashes(spans))
}

fn rewritten(remote: &Remote, known: &Known, head: &Checkpoint) -> Failure {
    let catalog = remote.catalog();
    let what = match head.size < known.head.size {
        true => "is shorter than it was",
        false => "does not go on from what it was",
    };
    Failure::refused(format!("the history of the catalog at {catalog} was rewritten"))
        .cause(format!(
            "its log {what}: on this machine it had {} entries with the root {}, and now it has {} with the root {}",
            known.head.size, known.head.root, head.size, head.root
        ))
        .hint("nothing was installed; ask whoever runs the catalog, on another way than through it")
        .hint(format!(
            "if they restored it from a backup and you believe them: `rm '{}'`, and it is believed anew",
            known.path.display()
        ))
}

fn other_key(catalog: &str, expected: &VerifierKey, said: &str, known: Option<&Known>) -> Failure {
    let failure = Failure::refused(format!(
        "the log of the catalog at {catalog} has another key"
    ))
    .cause(format!("expected {expected}"))
    .cause(format!("it says  {said}"))
    .hint("nothing was installed; ask whoever runs the catalog, on another way than through it");
    match known {
        Some(known) => failure.hint(format!(
            "if it is another catalog now and you believe it: `rm '{}'`",
            known.path.display()
        )),
        None => failure.hint("guild.lock holds the key that your team expects"),
    }
}

fn refused(catalog: &str, release: &Release) -> Failure {
    Failure::refused(format!(
        "the catalog at {catalog} cannot prove that `{}` {} is what was published",
        release.skill, release.version
    ))
    .hint("nothing was installed; ask whoever runs the catalog")
}

/// Gives the checkpoint of a proof that was read before.
fn checkpoint_of(said: &LogEntry) -> String {
    let proof = Proof::parse(&said.proof);
    proof.map_or_else(|_| String::new(), |proof| proof.checkpoint)
}
