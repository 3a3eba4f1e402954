//! Formatting, also of the files that `cargo fmt` cannot see: a rule is declared inside a macro.

use std::path::PathBuf;

use crate::command::{cargo, command, execute};
use crate::workspace;

/// Fails when a file is not as rustfmt would write it.
pub(crate) fn check() -> Result<(), String> {
    execute(&mut cargo(&["fmt", "--all", "--check"]))
        .map_err(|error| format!("{error}\nhint: cargo fmt --all"))?;
    let files = workspace::files(&workspace::root().join("crates"), &[".rs"]);
    let rules: Vec<PathBuf> = files
        .into_iter()
        .filter(|file| file.with_extension("md").is_file())
        .collect();
    if rules.is_empty() {
        return Ok(());
    }
    execute(command("rustfmt", &["--edition", "2024", "--check"]).args(&rules))
        .map_err(|error| format!("{error}\nhint: rustfmt --edition 2024 crates/*/src/rules/*/*.rs"))
}
