//! What a plan must be before a browser is started (PLAN.md; SPEC.md 2.4).

mod part;

use guild_check::rule::{Rule, RulePage};

guild_check::rules! {
    "browser" for crate::Plan, in "rules", proved by crate::spec::prove;
    unreadable_head,
    unreadable_step,
    vague_scope,
    step_order,
    missing_assertion,
    missing_screenshot,
    missing_console,
    missing_network,
    load_only,
    secret_in_plan,
    unknown_secret,
    own_console_expected,
    inp_without_input,
    dialog_without_action,
    name_twice,
    file_missing,
}

/// Gives the pages of all rules, in the order of the documentation.
pub fn pages() -> impl Iterator<Item = RulePage> {
    RULES.iter().map(Rule::page)
}
