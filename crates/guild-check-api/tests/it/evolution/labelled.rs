//! Pairs of contracts that others labelled: each verdict is theirs, or `labelled.md` says why not.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use guild_check::contract::Date;
use guild_check::report::ChangeKind;
use guild_check_api::evolution::{Evolution, compare};
use guild_check_api::load;
use serde_json::Value;

use crate::corpus::folder;

const DIFFERENCES: &str = include_str!("labelled.md");

/// Reads the table of differences: the pair, its label, our verdict, and why.
fn differences() -> BTreeMap<String, (String, String, String)> {
    let rows = DIFFERENCES.lines().filter(|line| line.starts_with("| p"));
    let cells = rows.map(|row| {
        let cells: Vec<String> = row
            .trim_matches('|')
            .split('|')
            .map(|cell| cell.trim().to_owned())
            .collect();
        let [pair, label, ours, why] = <[String; 4]>::try_from(cells).unwrap();
        (pair, (label, ours, why))
    });
    cells.collect()
}

fn verdict(evolution: &Evolution) -> &'static str {
    let worst = evolution.changes.iter().map(|change| change.kind).max();
    match worst {
        Some(ChangeKind::Breaking) => "breaking",
        Some(ChangeKind::Risky) => "warn",
        Some(ChangeKind::Additive) | None => "compatible",
    }
}

fn evolve(folder: &Path, pair: &Value) -> Evolution {
    let file = |key: &str| load(&folder.join(pair[key].as_str().unwrap())).unwrap();
    let today = Date::new(2026, 11, 21).unwrap();
    compare(&file("old"), &file("new"), today)
}

#[test]
fn every_labelled_pair_gets_its_label_or_a_reason() {
    let Some(folder) = folder("shared/corpus/evolution") else {
        return;
    };
    let index = fs::read_to_string(folder.join("index.json")).unwrap();
    let pairs: Vec<Value> = serde_json::from_str(&index).unwrap();
    let mut differences = differences();
    let mut wrong = Vec::new();
    for pair in &pairs {
        let (id, label) = (
            pair["id"].as_str().unwrap(),
            pair["expected"].as_str().unwrap(),
        );
        let evolution = evolve(&folder, pair);
        let ours = verdict(&evolution);
        let explained = differences.remove(id);
        let is_right = match &explained {
            None => label == ours,
            Some((their, our, why)) => {
                their == label && our == ours && label != ours && !why.is_empty()
            }
        };
        if !is_right {
            let changes: Vec<String> = evolution
                .changes
                .iter()
                .map(|change| format!("{:?} {}: {}", change.kind, change.rule, change.message))
                .collect();
            wrong.push(format!("{id}: {label}, ours {ours}, {pair}: {changes:#?}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong: {}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(differences.is_empty(), "no such pairs: {differences:?}");
}
