//! What was found and does not count.

use super::Report;
use crate::Finding;

/// A finding that does not count, because somebody decided so.
#[derive(Clone, Debug)]
pub struct SetAside {
    /// The finding.
    pub finding: Finding,
    /// Who decided so and why: `the file allows it: shown once`.
    pub why: String,
}

impl Report {
    /// Gives all that was found and does not count: allowed by a comment, turned off in `guild.toml`, or known in the
    /// baseline.
    pub fn set_aside(&self) -> Vec<SetAside> {
        let known = self.known.iter().map(|finding| {
            let baseline = self.baseline.as_deref();
            let reason = baseline.and_then(|baseline| baseline.reason_of(finding));
            SetAside {
                finding: finding.clone(),
                why: format!(
                    "the baseline knows it: {}",
                    reason.unwrap_or("it was there before")
                ),
            }
        });
        self.allowed.iter().cloned().chain(known).collect()
    }
}
