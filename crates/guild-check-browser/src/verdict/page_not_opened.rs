//! The entry URL could not be opened.

use guild_check::Findings;

use super::Tried;

pub(super) fn check(tried: &Tried, findings: &mut Findings) {
    let failure = tried
        .outcome
        .baseline
        .as_ref()
        .and_then(|baseline| baseline.failure.as_deref());
    if let Some(failure) = failure {
        let message = format!("the entry URL could not be opened: {}", tried.safe(failure));
        findings
            .error(tried.plan.at(tried.plan.title_span), message)
            .help("start the server that the plan names, or name another with --base-url URL; a page that needs longer has `- Step timeout: 20s` in the head of the plan");
    }
}
