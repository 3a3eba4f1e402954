//! The evidence of a run: what goes into the pull request (SPEC.md 2.4, step 7).
//!
//! A folder: `report.md`, `report.html`, `report.json`, `junit.xml` and the pictures in `shots/`; of a run that is traced also `trace/`: a
//! `.har` for each flow and the document after each step. All that came from the
//! page is redacted on its way in here, and written so that it is nothing but text.

mod date;
mod har;
mod html;
mod junit;
mod markdown;
mod overall;
mod snapshot;
mod timeline;
mod write;

pub use overall::overall;
pub use write::{Evidence, EvidenceError};

/// What a report says of a run beside what came of it.
#[derive(Clone, Debug, Default)]
pub struct Circumstances {
    /// When it was, such as `2026-11-21 10:30 UTC`; empty if nobody knows.
    pub when: String,
    /// What bears on its figures, such as `load average 0.7`; empty if nobody knows.
    pub machine: String,
}
