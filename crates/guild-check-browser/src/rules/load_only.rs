//! A flow asserts more than that the page loaded (SPEC.md 2.4, anti-patterns).

use guild_check::Findings;

use super::part::{flows, is_load_alone};
use crate::Plan;
use crate::plan::StepKind;

pub(super) fn check(plan: &Plan, findings: &mut Findings) {
    for flow in flows(plan) {
        let mut assertions = flow.steps.iter().filter_map(|step| match &step.kind {
            StepKind::Assert(assertion) => Some(assertion),
            StepKind::Navigate(_)
            | StepKind::Act(_)
            | StepKind::Screenshot(_)
            | StepKind::Unreadable => None,
        });
        if assertions.all(is_load_alone) {
            findings
                .error(plan.at(flow.span), "the flow asserts only that the page loaded")
                .help("assert what the user came for: Assert heading \"Tasks\" is visible, Assert `li` has count 3");
        }
    }
}
