//! Holding a rule against its page: each example is set into the smallest sound plan.
//!
//! The place after `bad` or `good` says where an example belongs: `plan` for a whole one, `title`, `head` for the
//! bullets below it, `flow` for the steps of the flow. `flow without a.json` says which file is not there.

use guild_check::rule::Rule;
use guild_check::spec::Example;
use guild_check::{Finding, Source};

use crate::{Plan, check};

const SOUND: &str = include_str!("spec/plan.md");

/// Proves a rule by the examples on its page; all rules run, so that an example shows one defect alone.
pub(crate) fn prove(rule: &Rule<Plan>) {
    guild_check::spec::prove(rule.name, rule.page, findings);
}

fn findings(example: &Example) -> Vec<Finding> {
    let (place, missing) = match example.place.split_once(" without ") {
        Some((place, missing)) => (place, Some(missing)),
        None => (example.place.as_str(), None),
    };
    let head = SOUND.find("- Entry").unwrap();
    let flow = SOUND.find("## Flow").unwrap();
    let steps = SOUND.find("1. ").unwrap();
    let content = example.content.trim_end();
    let text = match place {
        "plan" => content.to_owned(),
        "title" => format!("{content}\n\n{}", &SOUND[head..]),
        "head" => format!("{}{content}\n\n{}", &SOUND[..head], &SOUND[flow..]),
        "flow" => format!("{}{content}\n", &SOUND[..steps]),
        other => panic!("line {}: `{other}` is no place in a plan", example.line),
    };
    check(&Source::new("PLAN.md", text), &|file| Some(file) != missing)
}

#[test]
fn the_plan_that_examples_are_set_into_is_sound() {
    let found = check(&Source::new("PLAN.md", SOUND), &|_| true);
    assert!(found.is_empty(), "{found:#?}");
}
