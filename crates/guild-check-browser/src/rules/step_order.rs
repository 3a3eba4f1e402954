//! A flow navigates, asserts, captures, in this order (SPEC.md 2.4).

use guild_check::Findings;

use super::part::{flows, is_about_page, parts};
use crate::Plan;
use crate::plan::StepKind;

pub(super) fn check(plan: &Plan, findings: &mut Findings) {
    for flow in flows(plan) {
        let first = &flow.steps[0];
        if !matches!(first.kind, StepKind::Navigate(_)) {
            findings
                .error(plan.at(first.span), "the flow begins before it goes anywhere")
                .help("let the first step be: Navigate to `/…`; each flow starts in a fresh, empty page");
        }
        for part in parts(flow) {
            let assertion = part.position(
                |kind| matches!(kind, StepKind::Assert(assertion) if is_about_page(assertion)),
            );
            let capture = part.position(|kind| matches!(kind, StepKind::Screenshot(_)));
            if let (Some(assertion), Some(capture)) = (assertion, capture)
                && capture < assertion
            {
                let after = &part.opener.text;
                let message = format!(
                    "the picture after `{after}` is taken before the page is known to have changed"
                );
                findings
                    .error(plan.at(part.steps[capture].span), message)
                    .help("put the screenshot below the assertion: an assertion waits for the page, a picture does not");
            }
        }
    }
}
