//! A step that did not do or find what the plan says.

use guild_check::{Findings, Verdict};

use super::Tried;

pub(super) fn check(tried: &Tried, findings: &mut Findings) {
    for (_, step, outcome) in tried.steps() {
        let Some(outcome) = outcome.filter(|outcome| outcome.verdict == Verdict::Failed) else {
            continue;
        };
        let actual = outcome.actual.as_deref().unwrap_or("it failed");
        let message = format!(
            "{}: {}",
            step.text.trim_end_matches(':'),
            tried.safe(actual)
        );
        let finding = findings.error(tried.plan.at(step.span), message);
        if let Some(picture) = &outcome.screenshot {
            finding.help(format!("`shots/{}` shows the page as it was", picture.file));
        }
    }
}
