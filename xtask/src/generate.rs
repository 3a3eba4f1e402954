//! The files that are made from the code. The binary knows how; this only calls it.

use std::process::Command;

use crate::command::{cargo, execute};
use crate::{codemap, workspace};

/// Writes them.
pub(crate) fn write() -> Result<(), String> {
    codemap::write(&workspace::root())?;
    execute(&mut generate())
}

/// Fails when one of them is not what the code would make now.
pub(crate) fn check() -> Result<(), String> {
    execute(generate().arg("--check"))
        .map_err(|error| format!("{error}\nhint: cargo xtask generate"))
}

fn generate() -> Command {
    cargo(&[
        "run",
        "--quiet",
        "--package",
        "guild",
        "--",
        "generate",
        "docs",
    ])
}
