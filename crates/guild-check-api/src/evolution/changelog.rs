//! A changelog of a contract in Markdown, for those who call it.

use std::collections::BTreeMap;
use std::fmt::Write;

use guild_check::render::markdown::inert;
use guild_check::report::{Change, ChangeKind};

use super::Evolution;
use crate::Contract;

/// How many operations an entry names.
const NAMED: usize = 3;

/// Writes what changed: what breaks first, and why, and what is only new last.
pub fn changelog(evolution: &Evolution, old: &Contract, new: &Contract) -> String {
    let title = new
        .title
        .as_ref()
        .map_or("The contract", |title| &title.text);
    let version = |contract: &Contract| {
        contract
            .version
            .as_ref()
            .map(|version| version.text.clone())
    };
    let mut text = format!("# Changes of {}", inert(title));
    if let (Some(old), Some(new)) = (version(old), version(new))
        && old != new
    {
        // Writing to a string cannot fail.
        let _ = write!(text, ", {} to {}", inert(&old), inert(&new));
    }
    text.push('\n');
    if evolution.changes.is_empty() {
        text.push_str("\nNothing changed.\n");
    }
    for (kind, heading) in [
        (ChangeKind::Breaking, "Breaking"),
        (ChangeKind::Risky, "Risky"),
        (ChangeKind::Additive, "Added and relaxed"),
    ] {
        let changes = evolution
            .changes
            .iter()
            .filter(|change| change.kind == kind);
        let changes: Vec<&Change> = changes.collect();
        if changes.is_empty() {
            continue;
        }
        let _ = write!(text, "\n## {heading} ({})\n\n", changes.len());
        for change in changes {
            entry(&mut text, change);
        }
    }
    advice(&mut text, &evolution.changes);
    text
}

fn entry(text: &mut String, change: &Change) {
    let message = sentence(&change.message);
    let own = change.operations.iter();
    let own = own.filter(|name| !change.message.contains(name.as_str()));
    let names: Vec<String> = own.map(|name| format!("`{name}`")).collect();
    let shown = names.get(..NAMED).unwrap_or(&names).join(", ");
    let operations = match names.len().saturating_sub(NAMED) {
        _ if names.is_empty() => String::new(),
        0 => format!(" ({shown})"),
        more => format!(" ({shown} and {more} more)"),
    };
    // Writing to a string cannot fail.
    let _ = writeln!(text, "- {}.", inert(&format!("{message}{operations}")));
}

/// Says once for each kind of change why it breaks, and what to do in its place.
fn advice(text: &mut String, changes: &[Change]) {
    let told = changes
        .iter()
        .filter_map(|change| Some((change.rule, (change.why.as_ref()?, change.help.as_ref()?))));
    let told: BTreeMap<_, _> = told.collect();
    if !told.is_empty() {
        text.push_str("\n## Why, and what to do instead\n\n");
    }
    for (rule, (why, help)) in told {
        let _ = writeln!(
            text,
            "- `{rule}`: {}. Instead, {}.",
            inert(why),
            inert(help)
        );
    }
}

/// Begins a sentence large.
fn sentence(text: &str) -> String {
    let mut characters = text.chars();
    match characters.next() {
        Some(first) => first.to_uppercase().chain(characters).collect(),
        None => String::new(),
    }
}
