//! How a dialog is answered stands before the step that opens it.

use guild_check::Findings;

use crate::Plan;
use crate::plan::{Action, StepKind};

pub(super) fn check(plan: &Plan, findings: &mut Findings) {
    for flow in &plan.flows {
        for (index, step) in flow.steps.iter().enumerate() {
            if !matches!(step.kind, StepKind::Act(Action::Dialog(_))) {
                continue;
            }
            let next = flow.steps.get(index + 1).map(|next| &next.kind);
            let opens = matches!(
                next,
                Some(StepKind::Navigate(_) | StepKind::Act(_) | StepKind::Unreadable)
            );
            if !opens {
                findings
                    .error(plan.at(step.span), "no step behind this opens a dialog")
                    .help("put it above the action that opens the dialog: an open dialog blocks everything else");
            }
        }
    }
}
