//! The codemap in ARCHITECTURE.md: every module is in it, and everything in it is there.

use std::fs;
use std::path::Path;

use super::Complaints;
use crate::workspace;

/// Complains of modules that the codemap leaves out, and of paths in it that are gone.
///
/// The codemap's lines read `` - `crates/guild-skill/src/archive/`: what it does ``.
pub(super) fn check(root: &Path) -> Result<Complaints, String> {
    let text = workspace::read(&root.join("ARCHITECTURE.md"))?;
    let named: Vec<&str> = text
        .split('`')
        .skip(1)
        .step_by(2)
        .filter(|word| word.starts_with("crates/"))
        .collect();
    let mut complaints = Vec::new();
    for path in &named {
        if !root.join(path).exists() {
            complaints.push(format!(
                "ARCHITECTURE.md names `{path}`, which is not there"
            ));
        }
    }
    for module in modules(root) {
        if !named
            .iter()
            .any(|path| path.trim_end_matches('/') == module)
        {
            complaints.push(format!(
                "ARCHITECTURE.md: the codemap leaves out `{module}`"
            ));
        }
    }
    Ok(complaints)
}

/// Lists what stands directly in each crate's `src`: a file `x.rs`, or a folder `x`.
fn modules(root: &Path) -> Vec<String> {
    let crates = fs::read_dir(root.join("crates"))
        .into_iter()
        .flatten()
        .flatten();
    let mut modules = Vec::new();
    for folder in crates.map(|entry| entry.path().join("src")) {
        for path in fs::read_dir(&folder)
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path())
        {
            let is_root = path
                .file_name()
                .is_some_and(|name| name == "lib.rs" || name == "main.rs");
            let has_folder = path.is_file() && path.with_extension("").is_dir();
            if !is_root && !has_folder {
                modules.push(workspace::short(&path));
            }
        }
    }
    modules.sort();
    modules
}
