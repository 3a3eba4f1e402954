//! A page gives a credential away: in its text, in its console, or in an address.

use guild_check::Findings;

use super::Tried;

pub(super) fn check(tried: &Tried, findings: &mut Findings) {
    for (flow, outcome) in tried.flows() {
        for leak in outcome.map_or(&[][..], |outcome| &outcome.leaks) {
            let step = flow.steps.iter().find(|step| step.number == leak.step);
            let place = tried.plan.at(step.map_or(flow.span, |step| step.span));
            let after = match step {
                Some(step) => format!(" after step {}", step.number),
                None => String::new(),
            };
            let place_of = tried.safe(&leak.place);
            let message = format!("{} stands in {place_of}{after}", leak.kind);
            let finding = match leak.is_sure {
                true => findings.error(place, message),
                false => findings.warning(place, message).guess(),
            };
            finding.help(
                "take it out, and make a new one of it: whoever saw it can use it; where it is meant to be seen, write in the plan: `<!-- guild: allow browser/secret-in-page: why -->`",
            );
        }
    }
}
