//! Where an action is a submit, the request that it sends is asserted (SPEC.md 2.4, steps 3 and 4).

use guild_check::Findings;

use super::part::{Opens, flows, is_request, parts};
use crate::Plan;

pub(super) fn check(plan: &Plan, findings: &mut Findings) {
    for part in flows(plan).flat_map(parts) {
        if part.opens == Opens::Submit && !part.holds_assertion(is_request) {
            findings
                .error(plan.at(part.opener.span), "this reads as a submit, and no assertion says what it sends")
                .help("add below it, before the next action: Assert network `POST /api/tasks` responds `201` (with the method, the path and the status that the page has; `*` stands for a part of the path); where nothing may be sent: Assert network `POST /api/tasks` was called 0 times");
        }
    }
}
