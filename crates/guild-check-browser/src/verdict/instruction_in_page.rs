//! Text of the page reads as an instruction to an assistant: the run stopped before it acted on it.

use guild_check::Findings;

use super::Tried;

pub(super) fn check(tried: &Tried, findings: &mut Findings) {
    for (flow, outcome) in tried.flows() {
        let Some(stop) = outcome.and_then(|outcome| outcome.stop.as_ref()) else {
            continue;
        };
        let step = flow.steps.iter().find(|step| step.number == stop.step);
        let span = step.map_or(flow.span, |step| step.span);
        for found in &stop.found {
            let (url, quote) = (tried.redactor.url(&found.url), tried.safe(&found.quote));
            let place = tried.safe(&found.place);
            let message = format!(
                "{place} on {url} {}: “{quote}”; nothing was done with it",
                found.why
            );
            findings.error(tried.plan.at(span), message).help(format!(
                "look at it yourself; if it is harmless, go on with --resume-after {}",
                stop.step
            ));
        }
    }
}
