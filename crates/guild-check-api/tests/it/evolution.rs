//! Evolution: what changed between two versions, and whom it breaks.

mod classes;
mod labelled;
mod meaning;
mod real;
mod told;
mod typescript;

use guild_check::Source;
use guild_check::contract::Date;
use guild_check::report::{Change, ChangeKind};
use guild_check_api::evolution::{Evolution, compare};
use guild_check_api::{Contract, Loading, parse};

fn today() -> Date {
    Date::new(2026, 11, 21).unwrap()
}

fn read(name: &str, text: &str) -> Contract {
    let contract = parse(&Source::new(name, text), &Loading::alone());
    assert_eq!(contract.faults, []);
    contract
}

/// Compares two contracts of which only paths and schemas are given.
fn evolve(old: &str, new: &str) -> Evolution {
    let whole = |name: &str, text: &str| {
        let head = "openapi: 3.1.0\ninfo: { title: Tasks, version: 1.0.0 }\n";
        read(name, &format!("{head}{text}"))
    };
    compare(&whole("old.yaml", old), &whole("new.yaml", new), today())
}

/// Writes changes as kind, rule and message, for a short look.
fn lines(evolution: &Evolution) -> Vec<String> {
    let line = |change: &Change| {
        let kind = match change.kind {
            ChangeKind::Breaking => "BREAKING",
            ChangeKind::Risky => "RISKY",
            ChangeKind::Additive => "ADDITIVE",
        };
        format!("{kind} {}: {}", change.rule, change.message)
    };
    evolution.changes.iter().map(line).collect()
}
