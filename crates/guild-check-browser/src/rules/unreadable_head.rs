//! Each line of the head has one of the forms of PLAN.md.

use guild_check::Findings;

use crate::Plan;
use crate::plan::Part;

pub(super) fn check(plan: &Plan, findings: &mut Findings) {
    let problems = plan.problems.iter();
    for problem in problems.filter(|problem| problem.part == Part::Head) {
        findings
            .error(plan.at(problem.span), problem.message.as_str())
            .help(problem.help.as_str());
    }
}
