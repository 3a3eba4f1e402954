//! Each navigation and each meaningful action is followed by a screenshot, before the next one.

use guild_check::{Findings, Severity};

use super::part::{flows, parts};
use crate::Plan;
use crate::plan::StepKind;

pub(super) fn check(plan: &Plan, findings: &mut Findings) {
    for part in flows(plan).flat_map(parts) {
        if part
            .position(|kind| matches!(kind, StepKind::Screenshot(_)))
            .is_some()
        {
            continue;
        }
        let finding = findings
            .error(
                plan.at(part.opener.span),
                "no screenshot is taken after this",
            )
            .help("add one below the assertions, before the next action: Screenshot `after-save`");
        if !part.is_certain() {
            finding.guess().severity = Severity::Warning;
        }
    }
}
