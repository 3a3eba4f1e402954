//! A secret that a step types is named in the head, so that a reader knows what the run needs.

use guild_check::Findings;

use crate::Plan;
use crate::plan::{Action, StepKind, Typed};

pub(super) fn check(plan: &Plan, findings: &mut Findings) {
    for (_, step) in plan.steps() {
        let StepKind::Act(Action::Fill {
            typed: Typed::Secret(name),
            ..
        }) = &step.kind
        else {
            continue;
        };
        if !plan.secrets.iter().any(|secret| secret.name == *name) {
            findings
                .error(
                    plan.at(step.span),
                    format!("the head does not name the secret `{name}`"),
                )
                .help(format!("write below the title: - Secrets: `{name}`"));
        }
    }
}
