//! Comparing the keywords that put one more condition on a value: `contains`, `if`, `patternProperties` and the like.

use super::defect::Defect;
use super::flat::Flat;
use super::shapes::Versions;
use super::walk::{Direction, Step, Walk};
use crate::tree::View;

pub(super) fn compare<'a>(walk: &mut Walk<'a>, versions: &Versions<'a>) {
    for (key, name, old) in &versions.old.others {
        let same = versions.new.others.iter();
        let same = same.filter(|(other, below, _)| (other, below) == (key, name));
        match same.map(|(_, _, new)| *new).next() {
            Some(new) => {
                for direction in directions(key, versions.direction) {
                    let step = Step::Keyword(key);
                    walk.inner(versions.pair, (&[*old], &[new]), *direction, step);
                }
            }
            None => {
                let detail = format!("is free of {} now", named(key, name));
                versions.tell_widened(walk, Defect::ConstraintRemoved, detail);
            }
        }
    }
    for (key, name, _) in &versions.new.others {
        let is_same = |(other, below, _): &(&str, &str, _)| (other, below) == (key, name);
        if !versions.old.others.iter().any(is_same) {
            let detail = format!("must keep to {} now", named(key, name));
            versions.tell_narrowed(walk, Defect::ConstraintAdded, detail);
        }
    }
    dependent(walk, versions);
}

/// Gives the ways in which a shape under a keyword is compared. Under `not` the ways are turned round; what an `if`
/// says bears on both, as each value comes under `then` or under `else`.
fn directions(key: &str, direction: Direction) -> &'static [Direction] {
    let turned = match key {
        "if" => return &[Direction::Sent, Direction::Received],
        "not" => direction.other(),
        _ => direction,
    };
    match turned {
        Direction::Sent => &[Direction::Sent],
        Direction::Received => &[Direction::Received],
    }
}

fn named(key: &str, name: &str) -> String {
    if name.is_empty() {
        format!("`{key}`")
    } else {
        format!("`{key}` of `{name}`")
    }
}

/// Compares which fields ask for others.
fn dependent(walk: &mut Walk<'_>, versions: &Versions<'_>) {
    let asked = |flat: &Flat<'_>| {
        let entries = flat.written("dependentRequired").map(View::entries);
        let entries = entries.unwrap_or_default().into_iter();
        let pairs = entries.flat_map(|entry| {
            let field = entry.key();
            entry
                .items()
                .map(move |item| (field.to_owned(), item.written().to_owned()))
        });
        pairs.collect::<Vec<(String, String)>>()
    };
    let (old, new) = (asked(&versions.old), asked(&versions.new));
    for (field, other) in new.iter().filter(|pair| !old.contains(pair)) {
        let detail = format!("must have `{other}` now where it has `{field}`");
        versions.tell_narrowed(walk, Defect::ConstraintAdded, detail);
    }
    for (field, other) in old.iter().filter(|pair| !new.contains(pair)) {
        let detail = format!("need not have `{other}` any more where it has `{field}`");
        versions.tell_widened(walk, Defect::ConstraintRemoved, detail);
    }
}
