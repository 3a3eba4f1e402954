//! Reading OpenAPI 3.0, 3.1 and 3.2, in JSON or YAML, in one file or in several joined by `$ref`.
//!
//! Files are read first, all that the references name; then one walk makes the model. Each value becomes a shape once,
//! so that cycles are links and nothing is read twice.

mod address;
mod answers;
mod endpoints;
mod files;
mod parameters;
mod reader;
mod reference;
mod security;
mod shapes;

use guild_check::Source;

use crate::Contract;
use crate::folder::Loading;

/// Reads a contract whose text is known; its path is relative to the folder.
pub(crate) fn parse(source: &Source, loading: &Loading<'_>) -> Contract {
    let files = files::Files::collect(source, loading);
    reader::read(&files)
}
