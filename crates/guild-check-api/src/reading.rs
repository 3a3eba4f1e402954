//! Reading a contract, whatever it is written in: its file's name tells.

use std::path::Path;

use guild_check::Source;

use crate::Contract;
use crate::folder::{self, Fetch, LoadError, Loading};
use crate::{openapi, typescript};

/// Reads a contract whose text is known; its path is relative to the folder.
pub fn parse(source: &Source, loading: &Loading<'_>) -> Contract {
    if typescript::is_typescript(source.path()) {
        typescript::parse(source, loading)
    } else {
        openapi::parse(source, loading)
    }
}

/// Reads a contract from a file, and the files that it names from the file's folder.
///
/// # Errors
///
/// If the file cannot be read at all; all else is a fault of the contract.
pub fn load(path: &Path) -> Result<Contract, LoadError> {
    load_fetching(path, None)
}

/// Reads a contract as [`load`] does, and what its references name on other machines.
///
/// # Errors
///
/// If the file cannot be read at all; what cannot be fetched is a fault of the contract.
pub fn load_fetching(path: &Path, remote: Option<&dyn Fetch>) -> Result<Contract, LoadError> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let loading = Loading {
        remote,
        ..Loading::within(folder)
    };
    let source = folder::read(path, &loading)?;
    Ok(parse(&source, &loading))
}
