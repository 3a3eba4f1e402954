//! Reading a skill's folder from a disk.

use std::fs::{self, File, Metadata};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use super::names::shown;
use super::path::Bounds;
use super::{FilePath, FileSet, PathError, SkillFile};
use crate::archive::{ArchiveError, ArchiveLimits};

/// Why a folder was not read.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// The system refused.
    #[error("cannot read {path}")]
    Io {
        /// The file or folder.
        path: String,
        /// What the system said.
        source: io::Error,
    },
    /// What was named is not a folder.
    #[error("{path} is not a folder")]
    NotAFolder {
        /// What was named.
        path: String,
    },
    /// A link, which could point at anything.
    #[error("{path} is a link; a skill holds files and folders only")]
    Link {
        /// The link.
        path: String,
    },
    /// A device, a pipe or a socket.
    #[error("{path} is a device, a pipe or a socket; a skill holds files and folders only")]
    Special {
        /// What it is called.
        path: String,
    },
    /// A name that is not Unicode.
    #[error("the name of {path} is not Unicode")]
    NotUnicode {
        /// The name as far as it can be shown.
        path: String,
    },
    /// The file was replaced between the look at it and the opening.
    #[error("{path} was replaced while it was read")]
    Replaced {
        /// The file.
        path: String,
    },
    /// A path that is not safe on every system.
    #[error("{path}: {reason}")]
    Path {
        /// The file or folder.
        path: String,
        /// What is wrong with it.
        reason: PathError,
    },
    /// The files do not make one sound set, or pass a limit.
    #[error(transparent)]
    Files(#[from] ArchiveError),
}

/// Version control keeps these in an author's folder; they are no part of the skill.
const SKIPPED_FOLDERS: &[&str] = &[".git", ".hg", ".svn", ".bzr", ".jj"];
/// The file manager of macOS leaves this in every folder it shows.
const SKIPPED_FILE: &str = ".DS_Store";

impl FileSet {
    /// Reads the files of a folder, the folders in it included.
    ///
    /// No link is followed, but `path` itself may be one: whoever calls has named it. Folders of version control
    /// (`.git`, `.hg`, `.svn`, `.bzr`, `.jj`) and `.DS_Store` files are skipped without a word, empty folders leave
    /// nothing, and nothing over the limits is ever held in memory. Whether a file may be run is known on Unix only.
    ///
    /// # Errors
    /// Names the file that could not be read, that is a link or a device, or that passes a limit.
    pub fn read_folder(path: &Path, limits: &ArchiveLimits) -> Result<Self, FolderError> {
        let meta = fs::metadata(path).map_err(|source| io_error(path, source))?;
        if !meta.is_dir() {
            return Err(FolderError::NotAFolder {
                path: display(path),
            });
        }
        let mut walk = Walk {
            limits,
            files: Vec::new(),
            entries: 0,
            unpacked_bytes: 0,
        };
        walk.folder(path, "")?;
        Ok(Self::new(walk.files, limits)?)
    }
}

struct Walk<'a> {
    limits: &'a ArchiveLimits,
    files: Vec<SkillFile>,
    /// Files and folders met so far: a folder of folders must end too.
    entries: usize,
    unpacked_bytes: u64,
}

impl Walk<'_> {
    fn folder(&mut self, folder: &Path, prefix: &str) -> Result<(), FolderError> {
        for (name, on_disk) in self.list(folder)? {
            let meta =
                fs::symlink_metadata(&on_disk).map_err(|source| io_error(&on_disk, source))?;
            let kind = meta.file_type();
            if is_skipped(&name, &meta) {
                continue;
            }
            if kind.is_symlink() {
                return Err(FolderError::Link {
                    path: display(&on_disk),
                });
            }
            let path = format!("{prefix}{name}");
            if kind.is_dir() {
                // The check comes before the descent, so that the depth of the walk is bounded.
                self.check(&path, &on_disk)?;
                self.folder(&on_disk, &format!("{path}/"))?;
            } else if kind.is_file() {
                let path = self.check(&path, &on_disk)?;
                self.file(path, &on_disk, &meta)?;
            } else {
                return Err(FolderError::Special {
                    path: display(&on_disk),
                });
            }
        }
        Ok(())
    }

    /// Lists a folder in the order of its names, so that the first thing wrong is the same on every run.
    fn list(&mut self, folder: &Path) -> Result<Vec<(String, PathBuf)>, FolderError> {
        let mut list = Vec::new();
        for entry in fs::read_dir(folder).map_err(|source| io_error(folder, source))? {
            let on_disk = entry.map_err(|source| io_error(folder, source))?.path();
            self.entries += 1;
            // Twice, because folders are no entries of the archive that will be written.
            if self.entries > 2 * self.limits.entries {
                return Err(ArchiveError::TooManyEntries {
                    entries: self.entries as u64,
                    limit: self.limits.entries,
                }
                .into());
            }
            let Some(name) = on_disk.file_name().and_then(|name| name.to_str()) else {
                return Err(FolderError::NotUnicode {
                    path: display(&on_disk),
                });
            };
            list.push((name.to_owned(), on_disk));
        }
        list.sort();
        Ok(list)
    }

    fn check(&self, path: &str, on_disk: &Path) -> Result<FilePath, FolderError> {
        let checked = FilePath::parse(path).and_then(|path| {
            path.check_bounds(&Bounds::of(self.limits))?;
            Ok(path)
        });
        checked.map_err(|reason| FolderError::Path {
            path: display(on_disk),
            reason,
        })
    }

    fn file(&mut self, path: FilePath, on_disk: &Path, seen: &Metadata) -> Result<(), FolderError> {
        let bytes = read_file(on_disk, seen, self.limits.file_bytes)?;
        let found = bytes.len() as u64;
        if found > self.limits.file_bytes {
            let reason = crate::archive::EntryError::TooLarge {
                bytes: seen.len().max(found),
                limit: self.limits.file_bytes,
            };
            return Err(ArchiveError::entry(path.as_str(), reason).into());
        }
        self.unpacked_bytes += found;
        if self.unpacked_bytes > self.limits.unpacked_bytes {
            return Err(ArchiveError::TooMuch {
                bytes: self.unpacked_bytes,
                limit: self.limits.unpacked_bytes,
            }
            .into());
        }
        self.files.push(SkillFile {
            path,
            bytes,
            is_executable: is_executable(seen),
        });
        Ok(())
    }
}

/// Reads one byte more than the limit at the most, whatever the size said before.
fn read_file(path: &Path, seen: &Metadata, limit: u64) -> Result<Vec<u8>, FolderError> {
    let file = File::open(path).map_err(|source| io_error(path, source))?;
    let opened = file.metadata().map_err(|source| io_error(path, source))?;
    if !is_same(seen, &opened) {
        return Err(FolderError::Replaced {
            path: display(path),
        });
    }
    let mut bytes = Vec::new();
    let mut reader = file.take(limit.saturating_add(1));
    reader
        .read_to_end(&mut bytes)
        .map_err(|source| io_error(path, source))?;
    Ok(bytes)
}

fn is_skipped(name: &str, meta: &Metadata) -> bool {
    // A `.git` file stands in worktrees and submodules.
    SKIPPED_FOLDERS.contains(&name) || (name == SKIPPED_FILE && meta.is_file())
}

#[cfg(unix)]
fn is_same(seen: &Metadata, opened: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    opened.is_file() && (seen.dev(), seen.ino()) == (opened.dev(), opened.ino())
}

#[cfg(not(unix))]
fn is_same(_seen: &Metadata, opened: &Metadata) -> bool {
    opened.is_file()
}

#[cfg(unix)]
fn is_executable(meta: &Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    meta.permissions().mode() & 0o100 != 0
}

#[cfg(not(unix))]
fn is_executable(_meta: &Metadata) -> bool {
    false
}

fn io_error(path: &Path, source: io::Error) -> FolderError {
    FolderError::Io {
        path: display(path),
        source,
    }
}

fn display(path: &Path) -> String {
    shown(&path.to_string_lossy())
}
