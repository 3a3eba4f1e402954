//! Comparing the values that are listed, the format, the default and how a text is encoded.

use std::collections::HashSet;

use guild_check::report::ChangeKind::{Additive, Breaking, Risky};

use super::defect::Defect;
use super::flat::Flat;
use super::shapes::Versions;
use super::walk::{Direction, Walk};
use crate::contract::{Contract, Types, Written};
use crate::tree::{Kind, View};

/// How many values a message names.
const NAMED: usize = 5;

/// Formats of which the second holds all values of the first.
const WIDER: [(&str, &str); 2] = [("int32", "int64"), ("float", "double")];

pub(super) fn compare(walk: &mut Walk<'_>, versions: &Versions<'_>) {
    format(walk, versions);
    listed(walk, versions);
    extensible(walk, versions);
    default(walk, versions);
    for key in ["contentEncoding", "contentMediaType"] {
        encoding(walk, versions, key);
    }
}

fn format(walk: &mut Walk<'_>, versions: &Versions<'_>) {
    let word = |flat: &Flat<'_>| flat.format.map(|format| format.text.to_string());
    // A new type brings its own format.
    if versions.old.types != versions.new.types {
        return;
    }
    let (kind, detail) = match (word(&versions.old), word(&versions.new)) {
        (old, new) if old == new => return,
        (None, Some(new)) => {
            let kind = match versions.direction {
                Direction::Sent => Risky,
                Direction::Received => Additive,
            };
            (kind, format!("has the format {new} now"))
        }
        (Some(old), None) => {
            let kind = versions.direction.widened();
            (kind, format!("had the format {old}, and has none now"))
        }
        (Some(old), Some(new)) => {
            let kind = if WIDER.contains(&(old.as_str(), new.as_str())) {
                versions.direction.widened()
            } else if WIDER.contains(&(new.as_str(), old.as_str())) {
                versions.direction.narrowed()
            } else {
                Breaking
            };
            (kind, format!("had the format {old}, and has {new} now"))
        }
        (None, None) => return,
    };
    versions.tell(walk, (Defect::FormatChanged, kind), detail);
}

/// Compares the values of `enum` and `const`.
fn listed(walk: &mut Walk<'_>, versions: &Versions<'_>) {
    let values = |flat: &Flat<'_>| flat.values.map(|values| words(flat.contract, values));
    match (values(&versions.old), values(&versions.new)) {
        (None, None) => {}
        (None, Some(new)) => {
            // Of a type that changed, all is said.
            let detail = format!("could be any value, and is one of {} now", some(&new));
            versions.tell_narrowed(walk, Defect::ValuesNarrowed, detail);
        }
        (Some(old), None) => {
            let kind = match (versions.direction, old.len()) {
                (Direction::Sent, _) => Additive,
                (Direction::Received, 1) => Breaking,
                (Direction::Received, _) => Risky,
            };
            let detail = format!("was one of {}, and can be any value now", some(&old));
            versions.tell(walk, (Defect::ValuesWidened, kind), detail);
        }
        (Some(old), Some(new)) => sets(walk, versions, &old, &new),
    }
}

fn sets(walk: &mut Walk<'_>, versions: &Versions<'_>, old: &[String], new: &[String]) {
    let removed = without(old, new);
    let added = without(new, old);
    if !removed.is_empty() {
        let detail = format!("cannot be {} any more", some(&removed));
        versions.tell_narrowed(walk, Defect::ValuesNarrowed, detail);
    }
    if !added.is_empty() {
        let kind = match versions.direction {
            Direction::Sent => Additive,
            // Not one value is what it was.
            Direction::Received if removed.len() == old.len() => Breaking,
            Direction::Received => Risky,
        };
        let detail = format!("can be {} too now", some(&added));
        versions.tell(walk, (Defect::ValuesWidened, kind), detail);
    }
}

/// Compares lists of values that say of themselves that they are not closed.
fn extensible(walk: &mut Walk<'_>, versions: &Versions<'_>) {
    let values = |flat: &Flat<'_>| {
        let list = flat.written("x-extensible-enum")?;
        Some(list.items().map(word).collect::<Vec<String>>())
    };
    let Some(old) = values(&versions.old) else {
        return;
    };
    let removed = without(&old, &values(&versions.new).unwrap_or_default());
    if !removed.is_empty() {
        let detail = format!("does not list {} any more", some(&removed));
        versions.tell_narrowed(walk, Defect::ValuesNarrowed, detail);
    }
}

/// Compares the value that the server takes when none is sent.
fn default(walk: &mut Walk<'_>, versions: &Versions<'_>) {
    let value = |flat: &Flat<'_>| Some(word(flat.contract.view(flat.default?)?));
    let (kind, detail) = match (value(&versions.old), value(&versions.new)) {
        // `true` and `"true"` are one default, written with more care or less.
        (old, new) if bare(old.as_deref()) == bare(new.as_deref()) => return,
        (None, Some(new)) => (Risky, format!("is {new} now where it is left out")),
        (Some(old), None) => (
            Breaking,
            format!("was {old} where it was left out, and has no default now"),
        ),
        (Some(old), Some(new)) => (
            Breaking,
            format!("was {old} where it was left out, and is {new} now"),
        ),
        (None, None) => return,
    };
    let kind = match versions.direction {
        Direction::Sent => kind,
        Direction::Received => Additive,
    };
    versions.tell(walk, (Defect::DefaultChanged, kind), detail);
}

fn bare(value: Option<&str>) -> Option<&str> {
    value.map(|value| value.trim_matches('`'))
}

fn encoding(walk: &mut Walk<'_>, versions: &Versions<'_>, key: &str) {
    let old = versions.old.written(key).map(View::written);
    let new = versions.new.written(key).map(View::written);
    if old != new {
        let said = |word: Option<&str>| word.unwrap_or("none").to_owned();
        let detail = format!("had the {key} {}, and has {} now", said(old), said(new));
        versions.tell(walk, (Defect::EncodingChanged, Breaking), detail);
    }
}

/// Writes the values of a list, `null` apart: that is a matter of its own.
fn words(contract: &Contract, values: &[Written]) -> Vec<String> {
    let views = values.iter().filter_map(|value| contract.view(*value));
    views
        .filter(|view| Types::of_value(*view) != Types::NULL)
        .map(word)
        .collect()
}

/// Writes a value so that two that mean the same are the same text.
pub(super) fn word(view: View<'_>) -> String {
    match view.kind() {
        Kind::Number => view
            .number()
            .map_or_else(|| view.written().to_owned(), |number| number.to_string()),
        Kind::Text => format!("`{}`", view.written()),
        Kind::Bool(value) => value.to_string(),
        Kind::Null | Kind::Alias(_) => "null".to_owned(),
        Kind::List | Kind::Map => view.to_json().to_string(),
    }
}

fn without(values: &[String], others: &[String]) -> Vec<String> {
    let others: HashSet<&str> = others.iter().map(String::as_str).collect();
    let left = values
        .iter()
        .filter(|value| !others.contains(value.as_str()));
    left.cloned().collect()
}

/// Names values, the first few of many.
pub(super) fn some(values: &[String]) -> String {
    let shown = values.get(..NAMED).unwrap_or(values).join(", ");
    match values.len().saturating_sub(NAMED) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}
