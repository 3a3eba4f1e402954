//! The codemap in ARCHITECTURE.md is what the modules say of themselves.

use std::path::Path;

use super::Complaints;
use crate::codemap;

/// Complains of each line that the codemap lacks or has too many.
pub(super) fn check(root: &Path) -> Result<Complaints, String> {
    let (expected, actual) = codemap::expected_and_actual(root)?;
    let missing = expected
        .lines()
        .filter(|line| !actual.lines().any(|other| other == *line));
    let stale = actual
        .lines()
        .filter(|line| !expected.lines().any(|other| other == *line));
    let missing = missing.map(|line| format!("ARCHITECTURE.md lacks: {line}"));
    let stale = stale.map(|line| format!("ARCHITECTURE.md has, and no module says it: {line}"));
    let mut complaints: Complaints = missing.chain(stale).collect();
    if !complaints.is_empty() {
        complaints.push("the codemap is made by `cargo xtask generate`".to_owned());
    }
    Ok(complaints)
}
