//! Each step has one of the forms of PLAN.md.

use guild_check::Findings;

use crate::Plan;
use crate::plan::Part;

pub(super) fn check(plan: &Plan, findings: &mut Findings) {
    let problems = plan.problems.iter();
    for problem in problems.filter(|problem| problem.part == Part::Flow) {
        findings
            .error(plan.at(problem.span), problem.message.as_str())
            .help(problem.help.as_str());
    }
}
