//! Something ended a flow before its last step.

use guild_check::Findings;

use super::Tried;

pub(super) fn check(tried: &Tried, findings: &mut Findings) {
    for (flow, outcome) in tried.flows() {
        if let Some(failure) = outcome.and_then(|outcome| outcome.failure.as_deref()) {
            findings
                .error(
                    tried.plan.at(flow.span),
                    format!("the flow was ended: {}", tried.safe(failure)),
                )
                .help("the steps behind it were not run: mend the page, and run the plan again");
        }
    }
}
