//! Reading TypeScript contracts: types, the files they import, and route declarations.
//!
//! The files are read first, each into an outline of what it declares; behind the outline nothing knows the parser.
//! Then each named type becomes a shape once, and what is said about other types (`Omit`, `keyof`, brands) is worked
//! out on the shapes. The routes are fields of such shapes, and become endpoints last.

mod brands;
mod constants;
mod derived;
pub(crate) mod facts;
mod jsdoc;
mod lookup;
mod modules;
mod named;
mod nesting;
mod outline;
mod parser;
mod reader;
mod routes;
mod security;
mod shapes;
mod syntax;
mod tags;
mod types;
mod unions;

use guild_check::Source;

use crate::Contract;
use crate::folder::Loading;

/// Endings of files that hold TypeScript.
const ENDINGS: [&str; 4] = [".ts", ".mts", ".cts", ".tsx"];

/// Tells whether a file is TypeScript, by its name.
pub(crate) fn is_typescript(path: &str) -> bool {
    ENDINGS.iter().any(|ending| path.ends_with(ending))
}

/// Reads a contract whose text is known; its path is relative to the folder.
pub(crate) fn parse(source: &Source, loading: &Loading<'_>) -> Contract {
    let modules = modules::Modules::collect(source, loading);
    reader::read(&modules, loading)
}
