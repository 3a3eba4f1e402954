//! The ledger of a skills folder: what we installed there, from where, and every file's digest.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use guild_skill::files::FileSet;
use guild_skill::wire::LogEntry;
use guild_skill::{Digest, SkillName};
use serde::{Deserialize, Serialize};

use super::fetch::Wanted;
use crate::failure::Failure;
use crate::plain_file;

/// The ledger's file in each skills folder.
pub(crate) const FILE: &str = ".guild-ledger.json";

/// What the names of everything begin with that we write into a skills folder, apart from the skills.
pub(crate) const PREFIX: &str = ".guild-";

const VERSION: u32 = 1;

/// What is installed in one skills folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Ledger {
    version: u32,
    /// The skills by name.
    pub(crate) skills: BTreeMap<SkillName, Record>,
}

/// One installed skill.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Record {
    /// The version that was installed.
    pub(crate) version: String,
    /// The digest of the archive it came from.
    pub(crate) digest: Digest,
    /// The digest of its files.
    pub(crate) tree_digest: Digest,
    /// Where it came from.
    #[serde(flatten)]
    pub(crate) origin: Origin,
    /// What the catalog's log said of it, with the proof; absent where there was no log.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) log: Option<LogEntry>,
    /// Every file as it was installed, by its path in the skill's folder.
    pub(crate) files: BTreeMap<String, FileRecord>,
}

/// Where a skill came from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Origin {
    /// The catalog at this address.
    Catalog(String),
    /// A folder or archive at this path.
    From(String),
}

/// One file as it was installed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FileRecord {
    /// The digest of its content.
    pub(crate) digest: Digest,
    /// Whether it may be run.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) is_executable: bool,
}

/// Why a ledger cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LedgerError {
    /// The file cannot be read.
    #[error("could not read the ledger {path}")]
    Read {
        /// The ledger.
        path: String,
        /// Why.
        source: io::Error,
    },
    /// The file is not a ledger.
    #[error("the ledger {path} is damaged")]
    Damaged {
        /// The ledger.
        path: String,
        /// Where and how.
        source: serde_json::Error,
    },
    /// The ledger is of a version that this program does not know.
    #[error(
        "the ledger {path} was written by a newer guild (format {version}, this one knows {VERSION})"
    )]
    Newer {
        /// The ledger.
        path: String,
        /// Its version.
        version: u32,
    },
}

impl From<LedgerError> for Failure {
    fn from(error: LedgerError) -> Self {
        let failure = Self::could_not(error.to_string());
        match &error {
            LedgerError::Read { path, source } => failure.because(source).hint(format!(
                "see what it is and whose: `ls -ld '{path}'`; moved away, it is made anew by `guild install`"
            )),
            LedgerError::Damaged { path, source } => failure.because(source).hint(format!(
                "move it away (`mv '{path}' '{path}.damaged'`) and install the skills again: those whose files are right are taken over as they are"
            )),
            LedgerError::Newer { .. } => failure.hint("update guild"),
        }
    }
}

impl Record {
    /// Makes the record of a release that is to be installed, and whose files these are.
    pub(crate) fn of(files: &FileSet, wanted: &Wanted) -> Self {
        let record = |file: &guild_skill::files::SkillFile| {
            let record = FileRecord {
                digest: Digest::of(&file.bytes),
                is_executable: file.is_executable,
            };
            (file.path.as_str().to_owned(), record)
        };
        Self {
            version: wanted.version.clone(),
            digest: wanted.digest.clone(),
            tree_digest: wanted.tree_digest.clone(),
            origin: wanted.origin.clone(),
            log: wanted.log.clone(),
            files: files.iter().map(record).collect(),
        }
    }
}

impl Ledger {
    /// Reads the ledger of a skills folder; an empty one when there is none.
    pub(crate) fn read(folder: &Path) -> Result<Self, LedgerError> {
        let path = folder.join(FILE);
        let shown = || path.display().to_string();
        let bytes = match plain_file::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if is_absent(&error) => return Ok(Self::default()),
            Err(source) => {
                return Err(LedgerError::Read {
                    path: shown(),
                    source,
                });
            }
        };
        let damaged = |source| LedgerError::Damaged {
            path: shown(),
            source,
        };
        let head: Head = serde_json::from_slice(&bytes).map_err(damaged)?;
        if head.version > VERSION {
            return Err(LedgerError::Newer {
                path: shown(),
                version: head.version,
            });
        }
        serde_json::from_slice(&bytes).map_err(damaged)
    }

    /// Writes the ledger of a skills folder: beside, synced, then in place of the old one.
    pub(crate) fn write(&self, folder: &Path) -> io::Result<()> {
        write_whole(&folder.join(FILE), &self.to_bytes()?)
    }

    /// Gives the ledger's file.
    pub(crate) fn to_bytes(&self) -> io::Result<Vec<u8>> {
        let mut text = serde_json::to_vec_pretty(self)?;
        text.push(b'\n');
        Ok(text)
    }
}

impl Default for Ledger {
    fn default() -> Self {
        Self {
            version: VERSION,
            skills: BTreeMap::new(),
        }
    }
}

#[derive(Deserialize)]
struct Head {
    version: u32,
}

/// Writes a file so that a reader sees the old one or the new one, whenever the power goes.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or_else(|| Path::new("."));
    let file = plain_file::beside(folder, ".guild-write-", bytes)?;
    if path.exists() {
        // A power cut must not take the old file and the new one; where there is no old one, nothing is at stake.
        file.as_file().sync_all()?;
    }
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

fn is_absent(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
    )
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_damaged_ledger_says_where_and_what_to_type() {
        let folder = tempfile::tempdir().unwrap();
        for damage in [
            "",
            "{\"version\":1,\"skills\":{",
            "[]",
            "{\"version\":1,\"skills\":{\"../x\":{}}}",
            "\u{0}",
        ] {
            fs::write(folder.path().join(FILE), damage).unwrap();
            let failure = Failure::from(Ledger::read(folder.path()).unwrap_err());
            assert!(failure.message.contains("is damaged"), "{failure:?}");
            assert!(failure.hints[0].contains("mv '"), "{failure:?}");
        }
        fs::write(folder.path().join(FILE), "{\"version\":2}").unwrap();
        let failure = Failure::from(Ledger::read(folder.path()).unwrap_err());
        assert!(failure.message.contains("newer guild"), "{failure:?}");
    }
}
