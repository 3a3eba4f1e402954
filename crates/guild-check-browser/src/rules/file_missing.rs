//! The files that a plan names are there.

use guild_check::Findings;

use crate::Plan;

pub(super) fn check(plan: &Plan, findings: &mut Findings) {
    for (_, step) in plan.steps() {
        let Some(file) = step.kind.file() else {
            continue;
        };
        if plan.missing_files.iter().any(|missing| missing == file) {
            findings
                .error(plan.at(step.span), format!("`{file}` is not there"))
                .help("name a file by its path relative to the plan");
        }
    }
}
