//! One entry of a catalog's log: a line of its history, as the leaf of the tree.
//!
//! ```text
//! guild log v1
//! RELEASE_PUBLISHED adr-writer 1.0.0
//! at 2026-11-20T00:00:00Z
//! archive sha256:…
//! files sha256:…
//! by ACCOUNT anna
//! signed anna@laptop+530d903a+AekyeRrm… S9oJKONrMou…
//! after anna+124b6c43+AScRa3ux… s+QYQNaKm8j…
//! ```
//!
//! What follows `at` stands where a release was published alone: `by` names whom the catalog took it from, and `signed`
//! stands where a key of the publisher signed it. Each `after` is the key before, and its signature of the
//! [`Rotation`] to the one above.

use std::fmt;
use std::str::FromStr;

use semver::Version;

use crate::note::VerifierKey;
use crate::signature::{Rotation, Signature, Statement};
use crate::{Digest, SkillName};

const HEAD: &str = "guild log v1";

/// The longest entry, in bytes: tlog-tiles gives the length two bytes.
const ENTRY_BYTES: usize = 65_535;

/// One entry of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What happened.
    pub kind: EntryKind,
    /// The skill it happened to.
    pub skill: SkillName,
    /// The version it happened to; absent where the whole skill is meant.
    pub version: Option<Version>,
    /// When, as RFC 3339 in UTC.
    pub at: String,
}

/// What can happen to a release.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// It was published.
    Published(Box<LoggedRelease>),
    /// It was withdrawn.
    Yanked,
    /// A withdrawal was taken back.
    Unyanked,
    /// The skill was deleted with all its releases.
    Deleted,
}

/// What proves which files a release has, and who signed them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedRelease {
    /// The digest of the canonical archive.
    pub archive: Digest,
    /// The digest of the files.
    pub files: Digest,
    /// From whom the catalog took it.
    pub by: Signer,
    /// The signature of the publisher's key.
    pub signature: Option<Signature>,
    /// What the keys before that one signed, each of the key that followed it, the newest first.
    pub rotations: Vec<Signature>,
}

/// From whom a catalog took what it did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Signer {
    /// From nobody: it did it by itself, as when it lists the Developer pack.
    Catalog,
    /// From an account.
    Account(String),
    /// From a job of continuous integration, whose identity the catalog checked: its claims, as JSON.
    Identity(String),
}

/// The text is no entry that this program knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it is not an entry of the form `{HEAD}`")]
pub struct EntryError;

impl Entry {
    /// Tells whether the signature of the entry, if it has one, is that of its release by the key that it names.
    pub fn is_signature_right(&self) -> bool {
        let (EntryKind::Published(release), Some(version)) = (&self.kind, &self.version) else {
            return true;
        };
        let statement = Statement {
            skill: &self.skill,
            version,
            archive: &release.archive,
            files: &release.files,
        };
        let signature = release.signature.as_ref();
        signature.is_none_or(|signature| statement.is_signed_by(signature))
    }

    /// Gives the key that signed the release.
    pub fn key(&self) -> Option<&VerifierKey> {
        match &self.kind {
            EntryKind::Published(release) => release.signature.as_ref().map(|signed| &signed.key),
            EntryKind::Yanked | EntryKind::Unyanked | EntryKind::Deleted => None,
        }
    }

    /// Gives the keys before the one that signed, newest first, as far as each announced the one that followed it.
    pub fn earlier_keys(&self) -> Vec<&VerifierKey> {
        let (EntryKind::Published(release), Some(mut to)) = (&self.kind, self.key()) else {
            return Vec::new();
        };
        let mut earlier = Vec::new();
        for rotation in &release.rotations {
            let from = &rotation.key;
            if !(Rotation { from, to }).is_signed_by(rotation) {
                break;
            }
            earlier.push(from);
            to = from;
        }
        earlier
    }

    fn read(text: &str) -> Option<Self> {
        let mut lines = text.strip_suffix('\n')?.split('\n');
        if text.len() > ENTRY_BYTES || lines.next()? != HEAD {
            return None;
        }
        let mut subject = lines.next()?.split(' ');
        let (kind, skill) = (subject.next()?, subject.next()?.parse().ok()?);
        let version: Option<Version> = match subject.next() {
            Some(version) => Some(version.parse().ok()?),
            None => None,
        };
        let at = lines.next()?.strip_prefix("at ")?.to_owned();
        let kind = match kind {
            "RELEASE_PUBLISHED" => EntryKind::Published(Box::new(LoggedRelease::read(&mut lines)?)),
            "RELEASE_YANKED" => EntryKind::Yanked,
            "RELEASE_UNYANKED" => EntryKind::Unyanked,
            "SKILL_DELETED" => EntryKind::Deleted,
            _ => return None,
        };
        let entry = Self {
            kind,
            skill,
            version,
            at,
        };
        // An entry has one text: what reads the same but is written otherwise is none.
        (entry.to_string() == text).then_some(entry)
    }
}

impl LoggedRelease {
    fn read<'a>(lines: &mut impl Iterator<Item = &'a str>) -> Option<Self> {
        let mut release = Self {
            archive: lines.next()?.strip_prefix("archive ")?.parse().ok()?,
            files: lines.next()?.strip_prefix("files ")?.parse().ok()?,
            by: Signer::read(lines.next()?.strip_prefix("by ")?)?,
            signature: match lines.next() {
                Some(line) => Some(line.strip_prefix("signed ")?.parse().ok()?),
                None => None,
            },
            rotations: Vec::new(),
        };
        for line in lines {
            let rotation = line.strip_prefix("after ")?.parse().ok()?;
            release.rotations.push(rotation);
        }
        Some(release)
    }
}

impl Signer {
    fn read(text: &str) -> Option<Self> {
        if text == "CATALOG" {
            return Some(Self::Catalog);
        }
        match text.split_once(' ')? {
            ("ACCOUNT", name) if !name.is_empty() => Some(Self::Account(name.to_owned())),
            ("IDENTITY", claims) if !claims.is_empty() => Some(Self::Identity(claims.to_owned())),
            _ => None,
        }
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match &self.kind {
            EntryKind::Published(_) => "RELEASE_PUBLISHED",
            EntryKind::Yanked => "RELEASE_YANKED",
            EntryKind::Unyanked => "RELEASE_UNYANKED",
            EntryKind::Deleted => "SKILL_DELETED",
        };
        write!(formatter, "{HEAD}\n{kind} {}", self.skill)?;
        if let Some(version) = &self.version {
            write!(formatter, " {version}")?;
        }
        writeln!(formatter, "\nat {}", self.at)?;
        match &self.kind {
            EntryKind::Published(release) => fmt::Display::fmt(release, formatter),
            EntryKind::Yanked | EntryKind::Unyanked | EntryKind::Deleted => Ok(()),
        }
    }
}

impl fmt::Display for LoggedRelease {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            archive,
            files,
            by,
            signature,
            rotations,
        } = self;
        writeln!(formatter, "archive {archive}\nfiles {files}\nby {by}")?;
        if let Some(signature) = signature {
            writeln!(formatter, "signed {signature}")?;
        }
        for rotation in rotations {
            writeln!(formatter, "after {rotation}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Signer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Catalog => formatter.write_str("CATALOG"),
            Self::Account(name) => write!(formatter, "ACCOUNT {}", one_line(name)),
            Self::Identity(claims) => write!(formatter, "IDENTITY {}", one_line(claims)),
        }
    }
}

/// Keeps a value in its line, whatever it holds.
fn one_line(text: &str) -> String {
    text.replace(char::is_control, "\u{fffd}")
}

impl FromStr for Entry {
    type Err = EntryError;

    fn from_str(text: &str) -> Result<Self, EntryError> {
        Self::read(text).ok_or(EntryError)
    }
}
