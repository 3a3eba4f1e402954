//! From what the walk found to the changes of a report: each once, with the operations that it bears on.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use guild_check::markdown::{Block, Markdown};
use guild_check::report::{Change, ChangeKind};
use guild_check::{Place, Source};

use super::Evolution;
use super::defect::Defect;
use super::walk::{Direction, Found, Raw, Spots, Walk};
use crate::contract::{Contract, Spot};

/// What makes two changes one: what changed where, whoever found it.
type Key = (Defect, Side, Spot, String);

/// The version in which something stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    New,
    Old,
}

/// Changes that are one.
struct Joined {
    raw: Raw,
    directions: BTreeSet<Direction>,
    operations: BTreeSet<usize>,
}

pub(super) fn gather(mut walk: Walk<'_>) -> Evolution {
    let raws = std::mem::take(&mut walk.changes);
    let reach = reach(&walk, &raws);
    let mut joined: BTreeMap<Key, Joined> = BTreeMap::new();
    for raw in raws {
        let operations = match raw.found {
            Found::In(operation) => BTreeSet::from([operation]),
            Found::Within(pair) => reach.get(&pair).cloned().unwrap_or_default(),
        };
        let raw = milder(raw, &walk, &operations);
        join(&mut joined, raw, operations);
    }
    let mut words = BTreeMap::new();
    let mut changes: Vec<Change> = joined
        .into_values()
        .map(|joined| change(&walk, joined, &mut words))
        .collect();
    changes.sort_by_cached_key(|change| {
        let place = change.new.as_ref().or(change.old.as_ref());
        let place = place.map(|place| (place.source.path().to_owned(), place.span));
        (
            change.new.is_none(),
            place,
            change.rule,
            change.message.clone(),
        )
    });
    Evolution {
        changes,
        is_complete: walk.is_complete,
    }
}

/// What bears only on operations that the contract does not promise to keep breaks no promise.
fn milder(mut raw: Raw, walk: &Walk<'_>, operations: &BTreeSet<usize>) -> Raw {
    let is_unstable = |operation: &usize| walk.operations[*operation].is_unstable;
    if !operations.is_empty() && operations.iter().all(is_unstable) {
        raw.kind = raw.kind.min(ChangeKind::Risky);
    }
    raw
}

fn join(joined: &mut BTreeMap<Key, Joined>, raw: Raw, operations: BTreeSet<usize>) {
    let (side, spot) = match raw.spots {
        Spots::Both { new, .. } | Spots::Added { new, .. } => (Side::New, new),
        Spots::Gone { old, .. } => (Side::Old, old),
    };
    let key = (raw.defect, side, spot, raw.detail.clone());
    match joined.entry(key) {
        Entry::Vacant(entry) => {
            entry.insert(Joined {
                directions: raw.direction.into_iter().collect(),
                operations,
                raw,
            });
        }
        Entry::Occupied(mut entry) => {
            let known = entry.get_mut();
            if raw.kind < known.raw.kind {
                return;
            }
            if raw.kind > known.raw.kind {
                // Where it weighs less it is the same change, and nothing more to tell.
                known.raw.kind = raw.kind;
                known.directions.clear();
                known.operations.clear();
            }
            known.directions.extend(raw.direction);
            known.operations.extend(operations);
        }
    }
}

/// Finds the operations that come by each pair in which something changed.
fn reach(walk: &Walk<'_>, raws: &[Raw]) -> BTreeMap<usize, BTreeSet<usize>> {
    let mut reach: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for raw in raws {
        if let Found::Within(pair) = raw.found {
            reach.entry(pair).or_default();
        }
    }
    let leads = leads(walk, reach.keys().copied());
    let mut seen = vec![usize::MAX; walk.pairs.len()];
    for (index, operation) in walk.operations.iter().enumerate() {
        let mut waiting = operation.roots.clone();
        while let Some(pair) = waiting.pop() {
            if !leads[pair] || seen[pair] == index {
                continue;
            }
            seen[pair] = index;
            if let Some(operations) = reach.get_mut(&pair) {
                operations.insert(index);
            }
            waiting.extend(&walk.pairs[pair].inner);
        }
    }
    reach
}

/// Marks the pairs from which a changed one can be come by.
fn leads(walk: &Walk<'_>, changed: impl Iterator<Item = usize>) -> Vec<bool> {
    let mut holders: Vec<Vec<usize>> = vec![Vec::new(); walk.pairs.len()];
    for (index, pair) in walk.pairs.iter().enumerate() {
        for inner in &pair.inner {
            holders[*inner].push(index);
        }
    }
    let mut leads = vec![false; walk.pairs.len()];
    let mut waiting: Vec<usize> = changed.collect();
    while let Some(pair) = waiting.pop() {
        if !std::mem::replace(&mut leads[pair], true) {
            waiting.extend(&holders[pair]);
        }
    }
    leads
}

type Words = BTreeMap<Defect, (Option<String>, Option<String>)>;

fn change(walk: &Walk<'_>, joined: Joined, words: &mut Words) -> Change {
    let Joined {
        raw,
        directions,
        operations,
    } = joined;
    let way = match (
        directions.contains(&Direction::Sent),
        directions.contains(&Direction::Received),
    ) {
        (false, false) => "",
        (true, false) => ", in what is sent",
        (false, true) => ", in what is received",
        (true, true) => ", in what is sent and received",
    };
    let (old, new, pointer) = match raw.spots {
        Spots::Both { old, new } => (Some(old), Some(new), walk.new.contract.pointer(new)),
        Spots::Gone { old, holder } => (Some(old), holder, walk.old.contract.pointer(old)),
        Spots::Added { holder, new } => (holder, Some(new), walk.new.contract.pointer(new)),
    };
    let (why, help) = match raw.kind {
        ChangeKind::Additive => (None, None),
        ChangeKind::Risky | ChangeKind::Breaking => words
            .entry(raw.defect)
            .or_insert_with(|| page_words(raw.defect))
            .clone(),
    };
    let operations = operations.into_iter();
    Change {
        kind: raw.kind,
        rule: raw.defect.into(),
        message: format!("{} {}{way}", raw.subject, raw.detail),
        why,
        help,
        operations: operations
            .map(|index| walk.operations[index].name.clone())
            .collect(),
        pointer,
        old: old.map(|spot| place(walk.old.contract, spot)),
        new: new.map(|spot| place(walk.new.contract, spot)),
    }
}

fn place(contract: &Contract, spot: Spot) -> Place {
    contract.place(spot)
}

/// Takes why a consumer breaks, and the additive way, from the page of the rule.
fn page_words(defect: Defect) -> (Option<String>, Option<String>) {
    let Some(page) = defect.page() else {
        return (None, None);
    };
    let markdown = Markdown::parse(&Source::new("page", page));
    let first = |heading: &str| {
        let section = markdown.section(heading)?;
        let paragraph = section.own_blocks.iter().find_map(Block::as_paragraph)?;
        let written = markdown.source.slice(paragraph.span).split_whitespace();
        let words = written.collect::<Vec<_>>().join(" ");
        Some(words.trim_end_matches('.').to_owned())
    };
    (first("Why"), first("Instead").map(|text| lower(&text)))
}

/// Begins a sentence small, as a help does.
fn lower(text: &str) -> String {
    let mut characters = text.chars();
    match characters.next() {
        Some(first) => first.to_lowercase().chain(characters).collect(),
        None => String::new(),
    }
}
