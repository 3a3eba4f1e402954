//! Holding a rule against its page: each example is set into the smallest sound document.
//!
//! The place after `bad` or `good` says where an example belongs: `endpoint` or `function` alone for a whole document,
//! `endpoint#errors` for a section by its name in lower case with hyphens, `endpoint#title`, `endpoint#last-line`. After
//! it may stand what is known beside the text: `contract 2026-11-01`, `deprecated dueAt`, `beta operation`.

use guild_check::contract::Date;
use guild_check::rule::Rule;
use guild_check::spec::Example;
use guild_check::{Finding, Source};

use crate::document::{Role, Subject};
use crate::{ContractFacts, Contracts, DocsOptions, Part, UnstablePart, UnstableState, check};

pub(crate) const ENDPOINT: &str = include_str!("spec/endpoint.md");
const FUNCTION: &str = include_str!("spec/function.md");

/// Proves a rule by the examples on its page; all rules run, so that an example shows one defect alone.
pub(crate) fn prove(rule: &Rule<crate::Document>) {
    guild_check::spec::prove(rule.name, rule.page, findings);
}

fn findings(example: &Example) -> Vec<Finding> {
    let mut words = example.place.split_whitespace();
    let place = words.next().unwrap();
    let (kind, part) = place.split_once('#').unwrap_or((place, ""));
    let sound = match kind {
        "endpoint" => ENDPOINT,
        "function" => FUNCTION,
        other => panic!(
            "line {}: `{other}` is neither endpoint nor function",
            example.line
        ),
    };
    let text = set_into(sound, part, &example.content);
    let known: Vec<&str> = words.collect();
    let contract = facts(&known);
    let options = DocsOptions {
        today: Date::new(2026, 11, 21).unwrap(),
        contracts: Some(&contract),
    };
    check(&Source::new("document.md", text), &options)
}

pub(crate) fn set_into(sound: &str, part: &str, content: &str) -> String {
    let content = content.trim_end();
    let (start, end) = match part {
        "" => return content.to_owned(),
        "title" => (0, sound.find("\n\n").unwrap()),
        "last-line" => (sound.find("Last updated").unwrap(), sound.len()),
        _ => section(sound, part),
    };
    format!("{}{content}\n{}", &sound[..start], &sound[end..])
}

/// Finds what stands below the heading of a section.
fn section(sound: &str, part: &str) -> (usize, usize) {
    let slug = |role: Role| {
        let name = role.name().to_lowercase().replace(['/', '(', ')'], " ");
        name.split_whitespace().collect::<Vec<_>>().join("-")
    };
    let role = Role::ALL.into_iter().find(|role| slug(*role) == part);
    let heading = format!(
        "## {}\n\n",
        role.unwrap_or_else(|| panic!("no section `{part}`")).name()
    );
    let start = sound.find(&heading).unwrap() + heading.len();
    let ends = ["\n## ", "\nLast updated"];
    let end = ends.iter().filter_map(|end| sound[start..].find(end)).min();
    (start, start + end.unwrap())
}

struct Facts(ContractFacts);

impl Contracts for Facts {
    fn facts(&self, _: &Subject) -> Option<ContractFacts> {
        Some(self.0.clone())
    }
}

fn facts(known: &[&str]) -> Facts {
    let mut facts = ContractFacts::default();
    for pair in known.chunks(2) {
        let unstable = |state| {
            let part = match pair[1].split_once('.') {
                Some(("field", name)) => Part::Field(name.to_owned()),
                _ if pair[1] == "operation" => Part::Whole,
                _ => Part::Parameter(pair[1].to_owned()),
            };
            UnstablePart { part, state }
        };
        match pair[0] {
            "contract" => facts.changed = Date::parse_iso(pair[1]).ok(),
            "deprecated" => facts.unstable.push(unstable(UnstableState::Deprecated)),
            "beta" => facts.unstable.push(unstable(UnstableState::Beta)),
            other => panic!("`{other}` is nothing that can be known"),
        }
    }
    Facts(facts)
}

#[test]
fn the_documents_that_examples_are_set_into_are_sound() {
    for place in ["endpoint", "function"] {
        let content = if place == "endpoint" {
            ENDPOINT
        } else {
            FUNCTION
        };
        let example = Example {
            is_bad: false,
            language: "markdown".to_owned(),
            place: place.to_owned(),
            content: content.to_owned(),
            line: 1,
        };
        let found = findings(&example);
        assert!(found.is_empty(), "{place}: {found:#?}");
    }
}
