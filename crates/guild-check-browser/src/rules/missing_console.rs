//! Each flow asserts the console (SPEC.md 2.4, step 5).

use guild_check::Findings;

use super::part::flows;
use crate::Plan;
use crate::plan::{Assertion, StepKind};

pub(super) fn check(plan: &Plan, findings: &mut Findings) {
    for flow in flows(plan) {
        let mut steps = flow.steps.iter();
        if !steps.any(|step| step.kind == StepKind::Assert(Assertion::ConsoleClean)) {
            findings
                .error(plan.at(flow.span), "the flow never looks at the console")
                .help(
                    "add after the navigation and after each submit: Assert console has no errors",
                );
        }
    }
}
