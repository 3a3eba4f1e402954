//! Each flow and each screenshot has a name of its own.

use std::collections::HashMap;

use guild_check::{Findings, Span};

use crate::Plan;
use crate::plan::StepKind;

pub(super) fn check(plan: &Plan, findings: &mut Findings) {
    let flows = plan.flows.iter();
    let flows = flows.map(|flow| (flow.name.as_str(), flow.span));
    tell(plan, "flow", flows, findings);
    for flow in &plan.flows {
        let names = flow.steps.iter().filter_map(|step| match &step.kind {
            StepKind::Screenshot(name) => Some((name.as_str(), step.span)),
            StepKind::Navigate(_)
            | StepKind::Act(_)
            | StepKind::Assert(_)
            | StepKind::Unreadable => None,
        });
        tell(plan, "screenshot of this flow", names, findings);
    }
}

fn tell<'a>(
    plan: &Plan,
    what: &str,
    names: impl Iterator<Item = (&'a str, Span)>,
    findings: &mut Findings,
) {
    let mut seen: HashMap<String, u32> = HashMap::new();
    for (name, span) in names.filter(|(name, _)| !name.is_empty()) {
        let line = plan.source.line_of(span.start);
        // Two files of which only the case differs are one file on some machines.
        let Some(first) = seen.insert(name.to_lowercase(), line) else {
            continue;
        };
        let message = format!("another {what} is called `{name}`, on line {first}");
        findings
            .error(plan.at(span), message)
            .help("give it a name of its own");
    }
}
