//! INP needs a real input before it is asserted; without one nothing is measured, and that is no pass.

use guild_check::Findings;

use super::part::flows;
use crate::Plan;
use crate::plan::{Action, Assertion, StepKind, Vital};

pub(super) fn check(plan: &Plan, findings: &mut Findings) {
    for flow in flows(plan) {
        let mut has_input = false;
        for step in &flow.steps {
            match &step.kind {
                StepKind::Navigate(_) => has_input = false,
                StepKind::Act(action) => has_input |= is_input(action),
                StepKind::Assert(Assertion::VitalsPass | Assertion::VitalBelow(Vital::Inp, _))
                    if !has_input =>
                {
                    findings
                        .error(plan.at(step.span), "INP is asserted before anything was clicked or typed on this page")
                        .help("put an action above it, or assert LCP and CLS alone: Assert LCP is below 2500 ms");
                }
                StepKind::Assert(_) | StepKind::Screenshot(_) | StepKind::Unreadable => {}
            }
        }
    }
}

/// Whether the browser counts it as an interaction: a click, a tap or a key.
fn is_input(action: &Action) -> bool {
    match action {
        Action::Click(_)
        | Action::Fill { .. }
        | Action::Select { .. }
        | Action::Check(_)
        | Action::Uncheck(_)
        | Action::Press { .. } => true,
        Action::Hover(_) | Action::Upload { .. } | Action::Scroll(_) | Action::Dialog(_) => false,
    }
}
