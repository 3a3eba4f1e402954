//! What came of checks of work that was done with a release, on its page.

use guild_catalog::ReportTotals;

use super::entry::counted;
use crate::links;

/// The section of a page.
pub(super) struct ReportsBlock {
    /// `3 reports: 2 passed, 1 failed`; absent where there are none.
    pub(super) said: Option<String>,
    /// The rules that were broken in the most reports.
    pub(super) broken: Vec<BrokenLine>,
}

/// A rule.
pub(super) struct BrokenLine {
    pub(super) rule: String,
    /// Where its page is, if it is a rule of this catalog.
    pub(super) page: Option<String>,
    /// `2 reports`
    pub(super) reports: String,
}

impl ReportsBlock {
    /// Makes the section; `is_known` tells whether a rule has a page here.
    pub(super) fn of(totals: ReportTotals, is_known: impl Fn(&str) -> bool) -> Self {
        let parts = [
            (totals.passed, "passed"),
            (totals.failed, "failed"),
            (totals.not_run, "could not run"),
        ];
        let parts = parts.iter().filter(|(number, _)| *number > 0);
        let parts: Vec<String> = parts
            .map(|(number, word)| format!("{number} {word}"))
            .collect();
        let all = totals.all();
        let said = format!("{}: {}", counted(all, "report"), parts.join(", "));
        let line = |(rule, reports): (String, u64)| BrokenLine {
            page: is_known(&rule).then(|| links::rule(&rule)),
            reports: counted(reports, "report"),
            rule,
        };
        Self {
            said: (all > 0).then_some(said),
            broken: totals.broken.into_iter().map(line).collect(),
        }
    }
}
