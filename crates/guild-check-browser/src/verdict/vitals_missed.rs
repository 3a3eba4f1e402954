//! A Core Web Vital that the plan requires is not below its limit.

use guild_check::Findings;

use super::{Tried, missed};
use crate::plan::VitalsWanted;

pub(super) fn check(tried: &Tried, findings: &mut Findings) {
    if tried.plan.vitals != VitalsWanted::Required {
        return;
    }
    for (flow, outcome) in tried.flows() {
        let vitals = outcome.and_then(|outcome| outcome.vitals.as_ref());
        for missed in vitals.map(missed).unwrap_or_default() {
            findings.error(tried.plan.at(flow.span), missed).help(
                "measure a production build on an idle machine; the report names what was measured",
            );
        }
    }
}
