//! The documents that tests start from, and what a check says of one.

use std::fs;
use std::path::PathBuf;

use guild_check::contract::Date;
use guild_check::{Finding, Source};
use guild_check_docs::{DocsOptions, check};

pub(crate) fn today() -> Date {
    Date::new(2026, 11, 21).unwrap()
}

/// Reads a reference of the skill `api-documentation-writer`.
pub(crate) fn reference(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let path = folder
        .join("../../skills/api-documentation-writer/references")
        .join(name);
    fs::read_to_string(path).unwrap()
}

pub(crate) fn endpoint() -> String {
    reference("example-endpoint.md")
}

pub(crate) fn function() -> String {
    reference("example-function.md")
}

/// Checks one document.
pub(crate) fn findings(text: impl Into<String>) -> Vec<Finding> {
    let options = DocsOptions {
        today: today(),
        contracts: None,
    };
    check(&Source::new("document.md", text), &options)
}

/// Checks one document and gives the rules that found something, each with its line.
pub(crate) fn found(text: impl Into<String>) -> Vec<String> {
    let line = |finding: Finding| format!("{}:{}", finding.rule, finding.place.start().line);
    findings(text).into_iter().map(line).collect()
}
