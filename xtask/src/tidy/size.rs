//! How long a file may be (CONTRIBUTING.md).

use std::path::Path;

use super::Complaints;
use crate::workspace;

/// A kind of file, told by its path, and how many lines it may have.
struct Bound {
    start: &'static str,
    part: &'static str,
    ending: &'static str,
    lines: usize,
}

/// The first that fits a file holds.
const BOUNDS: &[Bound] = &[
    Bound {
        start: "crates/",
        part: "/src/main.rs",
        ending: ".rs",
        lines: 30,
    },
    Bound {
        start: "",
        part: "/tests/",
        ending: ".rs",
        lines: 500,
    },
    Bound {
        start: "",
        part: "",
        ending: ".rs",
        lines: 400,
    },
    Bound {
        start: "ARCHITECTURE.md",
        part: "",
        ending: ".md",
        lines: 200,
    },
    Bound {
        start: "skills/",
        part: "/SKILL.md",
        ending: ".md",
        lines: 500,
    },
];

/// Complains of files that are too long.
pub(super) fn check(root: &Path) -> Result<Complaints, String> {
    let mut complaints = Vec::new();
    for path in workspace::files(root, &[".rs", ".md"]) {
        let short = workspace::short(&path);
        let fits = |bound: &&Bound| {
            short.starts_with(bound.start)
                && short.contains(bound.part)
                && short.ends_with(bound.ending)
        };
        let Some(bound) = BOUNDS.iter().find(fits) else {
            continue;
        };
        let lines = workspace::read(&path)?.lines().count();
        if lines > bound.lines {
            complaints.push(format!(
                "{short} has {lines} lines, more than {}: split it by noun",
                bound.lines
            ));
        }
    }
    Ok(complaints)
}
