//! The folder of a contract: how much of it may be read, and which files are in it.

use std::collections::HashMap;
use std::fmt;
use std::fs;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

use guild_check::Source;
use percent_encoding::percent_decode_str;
use thiserror::Error;

use crate::tree::TreeLimits;

/// How a contract is read.
#[derive(Clone, Copy, Debug)]
pub struct Loading<'a> {
    /// The folder that files named by references may come from, and in which the contract stands; none reads no other
    /// file.
    pub folder: Option<&'a Path>,
    /// How much of each file is read.
    pub limits: TreeLimits,
    /// How many files are read.
    pub files: usize,
    /// The files whose texts are known.
    pub held: Option<Held<'a>>,
    /// Who fetches what stands on other machines; none leaves it there.
    pub remote: Option<&'a dyn Fetch>,
}

/// Files by their whole paths, whose texts are known already.
#[derive(Clone, Copy, Debug)]
pub enum Held<'a> {
    /// They stand on no disk, and no other file is read.
    Only(&'a HashMap<PathBuf, Source>),
    /// Each counts in place of the one on the disk.
    Over(&'a HashMap<PathBuf, Source>),
}

/// Who fetches texts from other machines.
pub trait Fetch: fmt::Debug + Sync {
    /// Fetches what stands at an address, or says why not; the same address gives the same text.
    ///
    /// # Errors
    ///
    /// When it cannot be had, or may not.
    fn fetch(&self, url: &str) -> Result<String, String>;
}

impl<'a> Loading<'a> {
    /// Reads files from a folder, within the limits that real contracts keep with room to spare.
    pub fn within(folder: &'a Path) -> Self {
        Self {
            folder: Some(folder),
            ..Self::alone()
        }
    }

    /// Reads one text and no other file.
    pub fn alone() -> Self {
        let limits = TreeLimits {
            bytes: 64 << 20,
            depth: 256,
            values: 4_000_000,
        };
        Self {
            folder: None,
            limits,
            files: 5_000,
            held: None,
            remote: None,
        }
    }
}

/// Why a contract cannot be read at all.
#[derive(Debug, Error)]
pub enum LoadError {
    /// The file is not there, or may not be read.
    #[error("could not read {path}")]
    Unreadable {
        /// The file.
        path: String,
        /// Why.
        source: std::io::Error,
    },
    /// The file is too large.
    #[error("{path} is larger than the {limit} bytes that are read")]
    TooLarge {
        /// The file.
        path: String,
        /// How many bytes are read.
        limit: usize,
    },
    /// The file is not text.
    #[error("{path} is not UTF-8 text: byte {byte} begins no character")]
    NotText {
        /// The file.
        path: String,
        /// Where the text ends.
        byte: usize,
    },
}

/// Reads one file as text.
pub(crate) fn read(path: &Path, loading: &Loading<'_>) -> Result<Source, LoadError> {
    let shown = path.to_string_lossy().replace('\\', "/");
    let unreadable = |source| LoadError::Unreadable {
        path: shown.clone(),
        source,
    };
    match loading.held {
        Some(Held::Only(held)) => {
            let found = held.get(path).cloned();
            return found.ok_or_else(|| unreadable(io::ErrorKind::NotFound.into()));
        }
        Some(Held::Over(held)) if held.contains_key(path) => return Ok(held[path].clone()),
        Some(Held::Over(_)) | None => {}
    }
    let limit = loading.limits.bytes;
    let mut bytes = Vec::new();
    let file = fs::File::open(path).map_err(unreadable)?;
    file.take(limit as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(unreadable)?;
    if bytes.len() > limit {
        return Err(LoadError::TooLarge { path: shown, limit });
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Source::new(shown, text)),
        Err(error) => Err(LoadError::NotText {
            path: shown,
            byte: error.utf8_error().valid_up_to(),
        }),
    }
}

/// Tells whether there is a file.
pub(crate) fn is_file(path: &Path, loading: &Loading<'_>) -> bool {
    match loading.held {
        Some(Held::Only(held)) => held.contains_key(path),
        Some(Held::Over(held)) => held.contains_key(path) || path.is_file(),
        None => path.is_file(),
    }
}

/// Gives a path as it stands within the folder.
pub(crate) fn within(folder: Option<&Path>, path: &Path) -> PathBuf {
    let inner = folder
        .and_then(|folder| path.strip_prefix(folder).ok())
        .unwrap_or(path);
    inner
        .components()
        .filter(|part| *part != Component::CurDir)
        .collect()
}

/// Follows a relative name from a file; none if it leads out of the folder.
pub(crate) fn resolve(from: &Path, name: &str) -> Option<PathBuf> {
    let name = percent_decoded(name);
    let mut path: PathBuf = from.parent().unwrap_or(Path::new("")).to_path_buf();
    for part in Path::new(&name).components() {
        match part {
            Component::Normal(part) => path.push(part),
            Component::CurDir => {}
            Component::ParentDir => {
                if !path.pop() {
                    return None;
                }
            }
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(path)
}

/// Tells whether a link within the folder leads out of it.
pub(crate) fn leads_outside(path: &Path, folder: &Path) -> bool {
    let real = path.canonicalize().ok().zip(folder.canonicalize().ok());
    real.is_some_and(|(path, folder)| !path.starts_with(folder))
}

/// Undoes `%20` and the like.
pub(crate) fn percent_decoded(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}
