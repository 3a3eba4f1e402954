//! Reading OpenAPI 3.0, 3.1 and 3.2, in JSON or YAML, in one file or in several joined by `$ref`.
//!
//! Files are read first, all that the references name; then one walk makes the model. Each value becomes a shape once,
//! so that cycles are links and nothing is read twice.

mod answers;
mod endpoints;
mod files;
mod parameters;
mod reader;
mod reference;
mod security;
mod shapes;

use std::path::Path;

use guild_check::Source;

use crate::Contract;
use crate::tree::TreeLimits;

pub use files::LoadError;

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
        }
    }
}

/// Reads a contract whose text is known; its path is relative to the folder.
pub fn parse(source: &Source, loading: &Loading<'_>) -> Contract {
    let files = files::Files::collect(source, loading);
    reader::read(&files)
}

/// Reads a contract from a file, and the files that it names from the file's folder.
///
/// # Errors
///
/// If the file cannot be read at all; all else is a fault of the contract.
pub fn load(path: &Path) -> Result<Contract, LoadError> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let loading = Loading::within(folder);
    let source = files::read(path, &loading)?;
    Ok(parse(&source, &loading))
}
