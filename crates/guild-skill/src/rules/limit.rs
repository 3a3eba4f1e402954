//! How much one rule says of one file: a file that repeats itself is not worth more.

use guild_check::{Findings, Source};

/// The most findings that one rule files for one file.
pub(super) const MOST_FINDINGS: usize = 20;

/// Tells whether the rule that is running has filed all it may for a file.
pub(super) fn is_full(source: &Source, findings: &Findings) -> bool {
    let filed = findings.as_slice().iter().rev();
    let same = filed.take_while(|finding| finding.place.source.path() == source.path());
    same.take(MOST_FINDINGS).count() == MOST_FINDINGS
}
