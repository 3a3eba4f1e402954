//! What a baseline becomes after a run.

use std::collections::BTreeMap;

use super::{Baseline, Known};
use crate::{Finding, Report, Span};

impl Baseline {
    /// Gives the entries without those that a run found mended; what it did not judge stays as it is.
    #[must_use]
    pub fn pruned(&self, report: &Report) -> Self {
        let mut known = self.known.clone();
        for (index, again) in self.found_again(report) {
            known[index].count = again;
        }
        known.retain(|known| known.count > 0);
        Self {
            known,
            ..self.clone()
        }
    }

    /// Gives the entries as [`Self::pruned`] does, and new ones for what the run found besides, all for one reason.
    ///
    /// What is wrong with comments and baselines is never taken in: that would hide what hides.
    #[must_use]
    pub fn taking_in(&self, report: &Report, reason: &str) -> Self {
        let mut baseline = self.pruned(report);
        let mut new: BTreeMap<_, Known> = BTreeMap::new();
        let others = report.findings.iter();
        let others = others.filter(|finding| !finding.rule.starts_with("kit/"));
        for finding in others.flat_map(Finding::apart) {
            let key = self.key(&finding);
            let (rule, path, fingerprint) = key.clone();
            let entry = new.entry(key).or_insert(Known {
                rule,
                path,
                finding: finding.message.clone(),
                fingerprint,
                count: 0,
                reason: reason.to_owned(),
                span: Span::default(),
            });
            entry.count += 1;
        }
        baseline.known.extend(new.into_values());
        baseline
    }
}
