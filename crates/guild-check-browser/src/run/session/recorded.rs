//! What a session did, as the steps of a plan.

use crate::plan::{Step, StepKind};

/// Adds the pictures that a plan has to have: of what was asserted, before the next act and at the end.
pub(super) fn with_pictures(done: &[Step]) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut is_due = false;
    for step in done {
        let is_act = matches!(step.kind, StepKind::Act(_) | StepKind::Navigate(_));
        if is_due && is_act {
            steps.push(picture(steps.len() + 1));
        }
        is_due = match step.kind {
            StepKind::Assert(_) => true,
            StepKind::Screenshot(_) | StepKind::Act(_) | StepKind::Navigate(_) => false,
            StepKind::Unreadable => is_due,
        };
        steps.push(step.clone());
    }
    if is_due {
        steps.push(picture(steps.len() + 1));
    }
    steps
}

fn picture(number: usize) -> Step {
    let name = format!("step-{number}");
    Step {
        number: 0,
        span: guild_check::Span::default(),
        text: format!("Screenshot `{name}`"),
        kind: StepKind::Screenshot(name),
    }
}
