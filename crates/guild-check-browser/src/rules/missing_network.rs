//! Where an action is a submit, the request that it sends is asserted (SPEC.md 2.4, steps 3 and 4).

use guild_check::Findings;

use super::part::{Opens, flows, is_request, parts};
use crate::Plan;

pub(super) fn check(plan: &Plan, findings: &mut Findings) {
    for part in flows(plan).flat_map(parts) {
        if part.opens == Opens::Submit && !part.holds_assertion(is_request) {
            findings
                .error(plan.at(part.opener.span), "the request that this sends is not asserted")
                .help("add below it: Assert network `POST /api/tasks` responds `201` and body matches: and the shape");
        }
    }
}
