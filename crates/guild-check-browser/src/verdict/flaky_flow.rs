//! A flow that failed and then passed: it is reported, and does not count as sound.

use guild_check::{Findings, Verdict};

use super::Tried;

pub(super) fn check(tried: &Tried, findings: &mut Findings) {
    for (flow, outcome) in tried.flows() {
        let Some(outcome) = outcome.filter(|outcome| outcome.attempts > 1) else {
            continue;
        };
        let has_passed = outcome.failure.is_none()
            && outcome
                .steps
                .iter()
                .all(|step| step.verdict == Verdict::Passed);
        if has_passed {
            let message = format!(
                "the flow is flaky: it passed when it was tried for time {}",
                outcome.attempts
            );
            findings
                .warning(tried.plan.at(flow.span), message)
                .help("find what it waits for: an assertion that holds too early, or a page that answers in no order");
        }
    }
}
