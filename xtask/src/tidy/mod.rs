//! `cargo xtask tidy`: the invariants of the house that no lint can hold (ARCHITECTURE.md).

mod codemap;
mod flags;
mod imports;
mod names;
mod rules;
mod size;

use std::path::Path;

use crate::{say, workspace};

/// What one check has to complain of; each line names its file.
type Complaints = Vec<String>;

/// A check over the workspace's root; an error means that it could not look.
type Check = fn(&Path) -> Result<Complaints, String>;

/// Holds the house against its invariants.
pub(crate) fn run() -> Result<(), String> {
    let root = workspace::root();
    let checks: &[Check] = &[
        imports::check,
        size::check,
        names::check,
        rules::check,
        codemap::check,
        flags::check,
    ];
    let mut complaints = Vec::new();
    for check in checks {
        complaints.extend(check(&root)?);
    }
    for complaint in &complaints {
        say::line(&format!("tidy: {complaint}"));
    }
    match complaints.len() {
        0 => Ok(()),
        1 => Err("the house has 1 thing to tidy".to_owned()),
        count => Err(format!("the house has {count} things to tidy")),
    }
}
