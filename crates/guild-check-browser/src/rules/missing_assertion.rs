//! Each navigation and each meaningful action is followed by an assertion on the page, before the next one.

use guild_check::{Findings, Severity};

use super::part::{Opens, flows, is_about_page, parts};
use crate::Plan;

pub(super) fn check(plan: &Plan, findings: &mut Findings) {
    for part in flows(plan).flat_map(parts) {
        if part.holds_assertion(is_about_page) {
            continue;
        }
        let message = match part.opens {
            Opens::Navigation => "nothing is asserted on the page that is opened here",
            Opens::Submit => "nothing is asserted on the page after this is sent",
            Opens::Load | Opens::Click => "nothing is asserted on the page after this",
        };
        let finding = findings
            .error(plan.at(part.opener.span), message)
            .help("assert what the user sees then, before the next action: Assert text \"Saved\" is visible");
        if !part.is_certain() {
            finding.guess().severity = Severity::Warning;
        }
    }
}
