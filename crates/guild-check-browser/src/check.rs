//! Checking a plan before it is run: read it, hold it against the rules.

use guild_check::{Finding, Findings, Source, rule};

use crate::Plan;
use crate::rules::RULES;

/// Holds a plan against the rules; `has_file` says whether a file that the plan names, relative to it, is there.
pub fn check(source: &Source, has_file: &dyn Fn(&str) -> bool) -> Vec<Finding> {
    let mut plan = Plan::read(source);
    plan.missing_files = plan
        .files()
        .filter(|file| !has_file(file))
        .map(str::to_owned)
        .collect();
    judge(&plan)
}

/// Says whether a Markdown text is meant to be a plan: by its title, or by an entry URL and flows.
pub fn is_plan(text: &str) -> bool {
    let lines = || {
        text.trim_start_matches('\u{feff}')
            .split(['\n', '\r'])
            .map(str::trim)
    };
    let begins = |line: &str, start: &str| {
        let head = line.get(..start.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(start))
    };
    let first = lines().find(|line| !line.is_empty()).unwrap_or_default();
    let has = |start: &str| lines().any(|line| begins(line, start));
    begins(first, "# test plan") || has("- entry url:") && has("## flow")
}

/// Holds a plan that is read already against the rules; the findings stand in the order of places.
pub fn judge(plan: &Plan) -> Vec<Finding> {
    let mut findings = Findings::new();
    rule::run(RULES, plan, &mut findings);
    findings.into_sorted()
}
