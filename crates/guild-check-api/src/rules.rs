//! What a contract must be: understood to its end, and designed as SPEC.md 2.5, 4 and 7 say.
//!
//! The rules here tell what was not understood. Those on design stand in lists of their own, one for each commitment,
//! and judge a [`Survey`] of the contract.

pub mod boundaries;
pub mod contract_first;
pub mod errors;
pub mod ids;
pub mod lists;
pub mod live;
pub mod naming;
mod pattern;
pub mod resources;
pub mod sources;
pub mod twins;
pub mod variants;
pub mod versions;
mod wording;

use std::collections::BTreeMap;

use guild_check::finding::Instance;
use guild_check::rule::{Rule, RulePage};
use guild_check::{Finding, Findings};

use crate::contract::{FaultKind, Language};
use crate::{Contract, Sources, Survey, Twins};

guild_check::rules! {
    "api" for crate::Contract, in "rules", proved by crate::rules::prove;
    not_readable,
    key_twice,
    limit_reached,
    reference_unresolved,
    reference_remote,
    reference_outside,
    part_not_understood,
}

/// The rules on design, by what they ask for.
const DESIGN: [&[Rule<Survey>]; 9] = [
    contract_first::RULES,
    errors::RULES,
    boundaries::RULES,
    naming::RULES,
    resources::RULES,
    lists::RULES,
    variants::RULES,
    ids::RULES,
    versions::RULES,
];

/// Gives the pages of all rules, in the order of the documentation.
pub fn pages() -> impl Iterator<Item = RulePage> {
    let design = DESIGN.into_iter().flatten().map(Rule::page);
    let sources = sources::RULES.iter().map(Rule::page);
    let twins = twins::RULES.iter().map(Rule::page);
    let live = live::RULES.iter().map(Rule::page);
    let own = RULES.iter().map(Rule::page).chain(design).chain(sources);
    own.chain(twins)
        .chain(live)
        .chain(crate::evolution::pages())
}

/// Tells what of a contract was not understood.
pub fn judge(contract: &Contract) -> Vec<Finding> {
    let mut findings = Findings::new();
    guild_check::rule::run(RULES, contract, &mut findings);
    findings.into_sorted()
}

/// Holds a contract against all rules: what was not understood, and how it is designed.
pub fn judge_design(survey: &Survey) -> Vec<Finding> {
    let mut findings = Findings::new();
    guild_check::rule::run(RULES, &*survey.contract, &mut findings);
    for rules in DESIGN {
        guild_check::rule::run(rules, survey, &mut findings);
    }
    let mut findings = findings.into_sorted();
    if survey.contract.language == Language::TypeScript {
        wording::in_typescript(&mut findings);
    }
    findings
}

/// Holds the sources of a program against the rules on boundaries.
pub fn judge_sources(sources: &Sources) -> Vec<Finding> {
    let mut findings = Findings::new();
    guild_check::rule::run(sources::RULES, sources, &mut findings);
    findings.into_sorted()
}

/// Holds two contracts of one API against each other.
pub fn judge_twins(held: &Twins) -> Vec<Finding> {
    let mut findings = Findings::new();
    guild_check::rule::run(twins::RULES, held, &mut findings);
    if let Some(place) = &held.unfinished {
        findings
            .under("api/limit-reached")
            .error(
                place.clone(),
                "the two contracts hold more shapes than are compared",
            )
            .help("split the contract");
    }
    findings.into_sorted()
}

/// Names the rules that no contract is held against by itself: those on its earlier versions, on its twin, and
/// on a server that runs.
pub fn beside_one() -> Vec<&'static str> {
    let evolution = crate::evolution::pages().map(|page| page.name);
    let twins = twins::RULES.iter().map(|rule| rule.name);
    let live = live::RULES.iter().map(|rule| rule.name);
    evolution.chain(twins).chain(live).collect()
}

/// The same fault at so many places is told once.
const SAME: usize = 3;

/// Holds what one operation of a running server was tried with against the rules on it.
pub fn judge_record(record: &crate::live::Record) -> Vec<Finding> {
    let mut findings = Findings::new();
    guild_check::rule::run(live::RULES, record, &mut findings);
    findings.into_sorted()
}

/// Tells of the faults of a kind.
fn tell(contract: &Contract, kind: FaultKind, findings: &mut Findings) {
    let mut same: BTreeMap<(&str, &str), Vec<Instance>> = BTreeMap::new();
    for fault in contract.faults.iter().filter(|fault| fault.kind == kind) {
        let (place, message) = (contract.place(fault.spot), fault.message.clone());
        let instances = same.entry((&fault.message, &fault.help)).or_default();
        instances.push(Instance { place, message });
    }
    for ((message, help), instances) in same {
        if instances.len() < SAME {
            for Instance { place, message } in instances {
                findings.error(place, message).help(help);
            }
        } else {
            let (places, first) = (instances.len(), instances[0].place.clone());
            let message = format!("{message} ({places} places)");
            findings.error(first, message).help(help).at_each(instances);
        }
    }
}

#[cfg(test)]
fn prove(rule: &Rule<Contract>) {
    guild_check::spec::prove(rule.name, rule.page, |example| {
        let mut loading = crate::Loading::alone();
        // Small limits, so that a page can show what exceeds them.
        loading.limits.depth = 16;
        let folder = std::path::Path::new("no-such-folder");
        if example.place.contains("folder") {
            loading.folder = Some(folder);
        }
        let ending = if example.language == "typescript" {
            "ts"
        } else {
            &example.language
        };
        let source = guild_check::Source::new(format!("contract.{ending}"), &*example.content);
        judge(&crate::parse(&source, &loading))
    });
}

/// Holds a rule on design against its page. An example shows only what matters: it is understood to its end, and it is
/// judged by its own rule alone. One that begins with a path stands under `paths`.
#[cfg(test)]
fn prove_design(rule: &Rule<Survey>) {
    guild_check::spec::prove(rule.name, rule.page, |example| {
        let content = &example.content;
        let is_typescript = example.language == "typescript";
        let text = if is_typescript {
            content.clone()
        } else if content.starts_with('/') {
            let lines = content.lines().map(|line| format!("  {line}\n"));
            format!("openapi: 3.1.0\npaths:\n{}", lines.collect::<String>())
        } else if content.contains("openapi: ") {
            content.clone()
        } else {
            format!("openapi: 3.1.0\n{content}")
        };
        let name = if is_typescript {
            "contract.ts"
        } else {
            "contract.yaml"
        };
        let source = guild_check::Source::new(name, text);
        let contract = crate::parse(&source, &crate::Loading::alone());
        let mut findings = Findings::new();
        guild_check::rule::run(RULES, &contract, &mut findings);
        let survey = Survey::of(contract.into(), crate::Conventions::default());
        guild_check::rule::run(std::slice::from_ref(rule), &survey, &mut findings);
        findings.into_sorted()
    });
}

/// Holds a rule on sources against its page. A line `// file: PATH` begins a file; an example without one is a single
/// file, whose path stands beside its mark.
#[cfg(test)]
fn prove_sources(rule: &Rule<Sources>) {
    guild_check::spec::prove(rule.name, rule.page, |example| {
        let mut files = vec![(example.place.clone(), String::new())];
        for line in example.content.lines() {
            match line.strip_prefix("// file: ") {
                Some(path) => files.push((path.to_owned(), String::new())),
                None => files.iter_mut().rev().take(1).for_each(|(_, text)| {
                    text.push_str(line);
                    text.push('\n');
                }),
            }
        }
        files.retain(|(path, _)| !path.is_empty());
        judge_sources(&Sources::of(files))
    });
}

/// Holds a rule on twins against its page: above a line of `---` stands the contract in OpenAPI, from its paths on, and
/// below it the one in TypeScript.
#[cfg(test)]
fn prove_twins(rule: &Rule<Twins>) {
    guild_check::spec::prove(rule.name, rule.page, |example| {
        let (paths, typescript) = example.content.split_once("\n---\n").unwrap_or_default();
        let paths: String = paths.lines().map(|line| format!("  {line}\n")).collect();
        let read = |name: &str, text: String| {
            let source = guild_check::Source::new(name, text);
            let contract = crate::parse(&source, &crate::Loading::alone());
            assert_eq!(contract.faults, [], "the block on line {}", example.line);
            contract
        };
        let openapi = read("openapi.yaml", format!("openapi: 3.1.0\npaths:\n{paths}"));
        let typescript = read("contract.ts", typescript.to_owned());
        let twins = Twins::of(&openapi, &typescript).expect("the block holds twins");
        judge_twins(&twins)
    });
}
