//! Reading an archive that anyone may have made.

use super::central::{self, Central};
use super::layout::find_wrapper;
use super::{ArchiveError, ArchiveLimits, EntryError, directory, inflate, local};
use crate::files::{Bounds, FilePath, FileSet, Kind, SkillFile, Tree, safe_text, shown};

/// What an archive holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Archive {
    /// The files of the skill, their paths starting in the skill's folder.
    pub files: FileSet,
    /// The folder that the archive wraps them in; absent when SKILL.md stands at its root.
    pub wrapper: Option<String>,
}

/// What macOS adds to an archive; it is left out.
const RESOURCE_FORKS: &str = "__MACOSX";
const FINDER_FILE: &str = ".DS_Store";

/// An archive that declares no more in all is proved and unpacked in one go.
const SMALL_BYTES: u64 = 1 << 20;

/// An entry whose headers are sound.
struct Entry<'a> {
    central: Central<'a>,
    /// The path in NFC, the wrapper included.
    path: String,
    data: &'a [u8],
}

/// Reads an archive.
///
/// Zip files of all common tools are taken: with or without folders of their own, with sizes before or behind the
/// data, with zip64 records, comments, and extra fields. `__MACOSX/` and `.DS_Store` are left out. Reading holds the
/// archive and a small record an entry until all contents are proved, and only then the contents themselves. What is small in all is proved as it is unpacked.
///
/// # Errors
/// When two programs could find different files in it, when an entry is not a plain file or folder with a path that is
/// safe everywhere, when a limit is passed (judged by what is declared before anything is unpacked, and again while
/// unpacking), or when there is no SKILL.md. The first defect is named with its entry.
pub fn read(bytes: &[u8], limits: &ArchiveLimits) -> Result<Archive, ArchiveError> {
    let entries = list(bytes, limits)?;
    let wrapper = wrapper_of(&entries)?.map(str::to_owned);
    let named = strip(&entries, wrapper.as_deref())?;
    let declared = check_sizes(&entries, limits)?;
    // Nothing large is kept before everything is proved: a bomb costs time for what it declares, and no memory.
    for (entry, _) in named.iter().filter(|_| declared > SMALL_BYTES) {
        let proof = inflate::prove(&entry.central, entry.data);
        proof.map_err(|reason| ArchiveError::entry(&entry.path, reason))?;
    }
    let mut files = Vec::new();
    for (entry, path) in named {
        let bytes = unpack(entry)?;
        let Some(path) = path.filter(|_| !entry.central.is_folder) else {
            continue;
        };
        files.push(SkillFile {
            path,
            bytes,
            is_executable: entry.central.is_executable,
        });
    }
    Ok(Archive {
        files: FileSet::new(files, limits)?,
        wrapper,
    })
}

/// Reads one file of an archive, by its path in the skill's folder, and unpacks nothing else; absent when the archive
/// does not hold it.
///
/// # Errors
/// As [`read`], but for what only the contents of other files would show.
pub fn read_file(
    bytes: &[u8],
    path: &str,
    limits: &ArchiveLimits,
) -> Result<Option<Vec<u8>>, ArchiveError> {
    let entries = list(bytes, limits)?;
    let named = strip(&entries, wrapper_of(&entries)?)?;
    check_sizes(&entries, limits)?;
    let is_it =
        |found: &Option<FilePath>| found.as_ref().is_some_and(|found| found.as_str() == path);
    let mut files = named
        .into_iter()
        .filter(|(entry, _)| !entry.central.is_folder);
    let file = files.find(|(_, found)| is_it(found));
    file.map(|(entry, _)| unpack(entry)).transpose()
}

fn wrapper_of<'b>(entries: &'b [Entry<'_>]) -> Result<Option<&'b str>, ArchiveError> {
    let files = entries.iter().filter(|entry| !entry.central.is_folder);
    find_wrapper(files.map(|entry| entry.path.as_str()))
}

fn unpack(entry: &Entry<'_>) -> Result<Vec<u8>, ArchiveError> {
    inflate::unpack(&entry.central, entry.data)
        .map_err(|reason| ArchiveError::entry(&entry.path, reason))
}

/// Lists the entries that count, after holding the records of all of them against each other.
fn list<'a>(bytes: &'a [u8], limits: &ArchiveLimits) -> Result<Vec<Entry<'a>>, ArchiveError> {
    let size = bytes.len() as u64;
    if size > limits.archive_bytes {
        return Err(ArchiveError::TooLarge {
            bytes: size,
            limit: limits.archive_bytes,
        });
    }
    let directory = directory::find(bytes)?;
    let too_many = |entries| ArchiveError::TooManyEntries {
        entries,
        limit: limits.entries,
    };
    if directory.entries == 0 && directory.start == 0 && directory.end == 0 {
        return Err(ArchiveError::Empty);
    }
    // Twice, because macOS adds one entry to each.
    if directory.entries > 2 * limits.entries as u64 {
        return Err(too_many(directory.entries));
    }
    let centrals = central::read(bytes, &directory)?;
    let data = local::find_data(&bytes[..directory.start], &centrals)?;
    let mut entries = Vec::new();
    for (central, data) in centrals.into_iter().zip(data) {
        let path = safe_text(&central.name, Bounds::NONE);
        let path = path.map_err(|reason| ArchiveError::entry(&central.name, reason))?;
        if !is_litter(&path) {
            entries.push(Entry {
                central,
                path,
                data,
            });
        }
    }
    if entries.len() > limits.entries {
        return Err(too_many(entries.len() as u64));
    }
    Ok(entries)
}

fn is_litter(path: &str) -> bool {
    let mut parts = path.split('/');
    parts.next() == Some(RESOURCE_FORKS) || path.rsplit('/').next() == Some(FINDER_FILE)
}

/// Takes the wrapper off each path; the wrapper's own entry has none left.
fn strip<'a, 'b>(
    entries: &'b [Entry<'a>],
    wrapper: Option<&str>,
) -> Result<Vec<(&'b Entry<'a>, Option<FilePath>)>, ArchiveError> {
    let mut tree = Tree::default();
    let mut named = Vec::with_capacity(entries.len());
    for entry in entries {
        let refuse = |reason: EntryError| ArchiveError::entry(&entry.path, reason);
        let kind = if entry.central.is_folder {
            Kind::ListedFolder
        } else {
            Kind::File
        };
        // The path is bounded before the tree takes each of its folders.
        let path = inner_path(entry, wrapper).map_err(refuse)?;
        tree.insert(&entry.path, kind).map_err(refuse)?;
        named.push((entry, path));
    }
    Ok(named)
}

fn inner_path(entry: &Entry<'_>, wrapper: Option<&str>) -> Result<Option<FilePath>, EntryError> {
    let Some(wrapper) = wrapper else {
        return Ok(Some(FilePath::parse(&entry.path)?));
    };
    if entry.central.is_folder && entry.path == wrapper {
        return Ok(None);
    }
    let inner = entry.path.strip_prefix(wrapper);
    match inner.and_then(|inner| inner.strip_prefix('/')) {
        Some(inner) => Ok(Some(FilePath::parse(inner)?)),
        None => Err(EntryError::Outside {
            wrapper: shown(wrapper),
        }),
    }
}

/// Judges by what is declared, before anything is unpacked; gives how much that is in all.
fn check_sizes(entries: &[Entry<'_>], limits: &ArchiveLimits) -> Result<u64, ArchiveError> {
    let mut total: u64 = 0;
    for entry in entries {
        let (unpacked, packed) = (entry.central.unpacked, entry.central.packed);
        let refuse = |reason| Err(ArchiveError::entry(&entry.path, reason));
        if unpacked > limits.file_bytes {
            let (bytes, limit) = (unpacked, limits.file_bytes);
            return refuse(EntryError::TooLarge { bytes, limit });
        }
        if limits.is_bomb(unpacked, packed) {
            return refuse(EntryError::Ratio {
                unpacked,
                packed,
                limit: limits.ratio,
            });
        }
        total = total.saturating_add(unpacked);
    }
    if total > limits.unpacked_bytes {
        return Err(ArchiveError::TooMuch {
            bytes: total,
            limit: limits.unpacked_bytes,
        });
    }
    Ok(total)
}
