//! The rules on design: what they say of whole contracts.

use std::collections::HashSet;
use std::sync::Arc;

use guild_check::Source;
use guild_check_api::rules::judge_design;
use guild_check_api::{Conventions, Loading, Survey, parse};
use proptest::prelude::{any, proptest};

use crate::corpus::texts;

const TASKS: &str =
    include_str!("../../../../skills/api-and-interface-design/references/tasks.openapi.yaml");

fn judged(name: &str, text: &str) -> Vec<String> {
    let contract = parse(&Source::new(name, text), &Loading::alone());
    let survey = Survey::of(Arc::new(contract), Conventions::default());
    let findings = judge_design(&survey).into_iter();
    findings
        .map(|found| format!("{:?} {} {}", found.place, found.rule, found.message))
        .collect()
}

#[test]
fn the_contract_that_the_skill_teaches_has_nothing_to_find() {
    assert_eq!(judged("tasks.yaml", TASKS), Vec::<String>::new());
}

#[test]
fn real_contracts_are_judged_the_same_twice_and_nothing_is_told_twice() {
    for (name, text) in texts() {
        let first = judged(&name, &text);
        assert_eq!(first, judged(&name, &text), "{name}");
        let mut seen = HashSet::new();
        let again: Vec<&String> = first.iter().filter(|found| !seen.insert(*found)).collect();
        assert_eq!(again, Vec::<&String>::new(), "{name}");
    }
}

proptest! {
    /// A contract that somebody is about to write is judged as far as it goes.
    #[test]
    fn a_contract_with_a_hole_anywhere_is_judged(cut in 0..TASKS.len(), length in 0..400_usize, word in any::<u8>()) {
        let start = TASKS.floor_char_boundary(cut);
        let end = TASKS.floor_char_boundary((start + length).min(TASKS.len()));
        let words = ["", "{}", "[]", "null", "$ref: '#/components/schemas/Task'", "type: object\n"];
        let word = words[usize::from(word) % words.len()];
        let text = format!("{}{word}{}", &TASKS[..start], &TASKS[end..]);
        let _ = judged("tasks.yaml", &text);
    }
}
