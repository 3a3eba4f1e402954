//! Formatting, also of the files that `cargo fmt` cannot see: a rule is declared inside a macro.

use std::path::PathBuf;
use std::process::Command;

use crate::command::{cargo, command, execute};
use crate::workspace;

/// Formats every file.
pub(crate) fn write() -> Result<(), String> {
    execute(&mut cargo(&["fmt", "--all"]))?;
    execute(&mut rustfmt_rules(&[]))
}

/// Fails when a file is not as rustfmt would write it.
pub(crate) fn check() -> Result<(), String> {
    let is_formatted = |mut command: Command| command.status().is_ok_and(|status| status.success());
    if is_formatted(cargo(&["fmt", "--all", "--check"]))
        && is_formatted(rustfmt_rules(&["--check"]))
    {
        return Ok(());
    }
    Err("the files above are not formatted\nhint: cargo xtask format".to_owned())
}

fn rustfmt_rules(words: &[&str]) -> Command {
    let files = workspace::files(&workspace::root().join("crates"), &[".rs"]);
    let is_rule = |file: &PathBuf| file.with_extension("md").is_file();
    let mut rustfmt = command("rustfmt", &["--edition", "2024"]);
    rustfmt.args(words).args(files.into_iter().filter(is_rule));
    rustfmt
}
