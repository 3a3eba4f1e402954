//! Names that say nothing: a folder or file is named for the product, never for being a drawer.

use std::path::Path;

use super::Complaints;
use crate::workspace;

const DRAWERS: &[&str] = &[
    "common", "helper", "helpers", "managers", "misc", "prelude", "services", "shared", "stuff",
    "util", "utils",
];

/// Complains of drawers.
pub(super) fn check(root: &Path) -> Result<Complaints, String> {
    let files = [root.join("crates"), root.join("xtask")];
    let files = files
        .iter()
        .flat_map(|folder| workspace::files(folder, &[".rs"]));
    let drawers = files.filter_map(|path| {
        let short = workspace::short(&path);
        let drawer = short
            .trim_end_matches(".rs")
            .split('/')
            .find(|part| DRAWERS.contains(part))?
            .to_owned();
        Some(format!(
            "{short}: `{drawer}` is a drawer: name it for what it holds"
        ))
    });
    Ok(drawers.collect())
}
