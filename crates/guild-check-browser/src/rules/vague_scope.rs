//! A scope names an entry URL, actions and assertions: a flow's name alone is none (SPEC.md 2.4, step 1).

use guild_check::Findings;

use super::part::{has_action, has_assertion, is_readable};
use crate::Plan;
use crate::plan::Part;

pub(super) fn check(plan: &Plan, findings: &mut Findings) {
    if plan.entry_url.is_none() && !is_entry_unread(plan) {
        findings
            .error(plan.at(plan.title_span), "the plan names no entry URL")
            .help("write below the title: - Entry URL: http://127.0.0.1:3000/tasks");
    }
    if plan.flows.is_empty()
        && !plan
            .problems
            .iter()
            .any(|problem| problem.part == Part::Flow)
    {
        findings
            .error(
                plan.at(plan.title_span),
                "the plan names nothing that a user does",
            )
            .help("write a flow: ## Flow: <what the user does>, and its steps as a numbered list");
    }
    for flow in plan.flows.iter().filter(|flow| is_readable(flow)) {
        let (message, help) = match (has_action(flow), has_assertion(flow)) {
            _ if flow.steps.is_empty() => (
                "the flow is a name alone",
                "write as numbered steps where it goes, what the user does and what must be true then",
            ),
            (false, _) => (
                "the flow names no action",
                "write where it goes and what the user does: Navigate to `/tasks`, Click button \"Add task\"",
            ),
            (true, false) => (
                "the flow asserts nothing",
                "write what must be true: Assert text \"Saved\" is visible",
            ),
            (true, true) => continue,
        };
        findings.error(plan.at(flow.span), message).help(help);
    }
}

/// Whether the line is there and could not be read, which is told already.
fn is_entry_unread(plan: &Plan) -> bool {
    let mut problems = plan.problems.iter();
    problems.any(|problem| {
        let line = plan.source.line(plan.source.line_of(problem.span.start));
        plan.source.slice(line).to_lowercase().contains("url")
    })
}
