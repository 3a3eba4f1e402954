//! How far two shapes are the same thing: what tells which old alternative is which new one.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::flat::{Flat, Union, flat};
use super::followed::followed;
use super::values::word;
use crate::contract::{Contract, ShapeId};

/// How deep two shapes are looked into to tell whether they are the same.
const DEPTH: u8 = 3;

/// How many alternatives are compared with each other: more of them are told apart by what they are exactly.
const COMPARED: usize = 10_000;

/// What shapes sum up to, by the shapes and how deep was looked.
pub(super) type Sums = HashMap<(Vec<ShapeId>, u8), u64>;

/// How many sums are kept.
const SUMS: usize = 100_000;

/// An alternative, joined.
pub(super) struct Branch<'a> {
    pub(super) id: ShapeId,
    pub(super) flat: Flat<'a>,
    pub(super) signature: u64,
}

pub(super) fn branches<'a>(
    contract: &'a Contract,
    union: &Union,
    known: &mut Sums,
) -> Vec<Branch<'a>> {
    if known.len() > SUMS {
        known.clear();
    }
    let branches = union.branches.iter().map(|id| {
        let id = followed(contract, *id).1;
        Branch {
            id,
            flat: flat(contract, &[id]),
            signature: signature(contract, &[id], DEPTH, known),
        }
    });
    branches.collect()
}

/// Finds which old alternative is which new one: first those that are the same, then those most alike.
pub(super) fn matches(old: &[Branch<'_>], new: &[Branch<'_>]) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    for (index, branch) in old.iter().enumerate() {
        let mut same = new.iter().enumerate();
        let same = same.find(|(other, candidate)| {
            candidate.signature == branch.signature && !found.iter().any(|(_, new)| new == other)
        });
        found.extend(same.map(|(other, _)| (index, other)));
    }
    let mut alike = Vec::new();
    let few = old.len().saturating_mul(new.len()) <= COMPARED;
    for (index, branch) in old.iter().enumerate().filter(|_| few) {
        for (other, candidate) in new.iter().enumerate() {
            let score = likeness(&branch.flat, &candidate.flat);
            let is_free = !found
                .iter()
                .any(|(old, new)| *old == index || *new == other);
            if is_free && score > 0 {
                alike.push((score, index, other));
            }
        }
    }
    alike.sort_by_key(|(score, index, other)| (-score, *index, *other));
    for (_, index, other) in alike {
        if !found
            .iter()
            .any(|(old, new)| *old == index || *new == other)
        {
            found.push((index, other));
        }
    }
    found.sort_unstable();
    found
}

/// Scores how far two shapes are the same thing; nothing for two that cannot be.
pub(super) fn likeness(old: &Flat<'_>, new: &Flat<'_>) -> i32 {
    let common = old.types.with_integers().within(new.types.with_integers());
    if common.is_empty() && !old.types.is_empty() && !new.types.is_empty() {
        return 0;
    }
    let mut score = 1;
    if old.types == new.types {
        score += 10;
    }
    if let (Some(old), Some(new)) = (named(old), named(new)) {
        score += if old == new { 60 } else { 0 };
    }
    let mut shared: i32 = 0;
    for (index, field) in old.fields.list.iter().enumerate() {
        let Some(other) = new.fields.get(&field.name.text, index) else {
            continue;
        };
        shared += 1;
        match (
            only(old.contract, &field.shapes),
            only(new.contract, &other.shapes),
        ) {
            (Some(old), Some(new)) if old == new => score += 100,
            (Some(_), Some(_)) => return 0,
            _ => {}
        }
    }
    let fields = i32::try_from(old.fields.list.len() + new.fields.list.len()).unwrap_or(i32::MAX);
    score + (80 * shared).checked_div(fields).unwrap_or(10)
}

/// Gives the one value that a field may have: mostly what tells alternatives apart.
pub(super) fn only(contract: &Contract, shapes: &[ShapeId]) -> Option<String> {
    let values = shapes
        .iter()
        .find_map(|id| followed(contract, *id).0.values.as_ref())?;
    match values.as_slice() {
        [one] => Some(word(contract.view(*one)?)),
        _ => None,
    }
}

/// Gives the key under which a shape stands: a weak sign, as names may change.
pub(super) fn named<'a>(flat: &Flat<'a>) -> Option<&'a str> {
    let shape = flat.parts.first()?;
    let view = flat.contract.view(shape.written)?;
    Some(view.key()).filter(|key| !key.is_empty())
}

/// Sums up what a shape is, down to a depth; two that are the same to there have the same sum.
fn signature(contract: &Contract, shapes: &[ShapeId], depth: u8, known: &mut Sums) -> u64 {
    let key = (shapes.to_vec(), depth);
    if let Some(sum) = known.get(&key) {
        return *sum;
    }
    let flat = flat(contract, shapes);
    let mut hasher = DefaultHasher::new();
    (flat.types.words(), flat.is_nullable, flat.is_never).hash(&mut hasher);
    flat.format.map(|format| &format.text).hash(&mut hasher);
    let values = flat.values.unwrap_or_default().iter();
    for value in values.filter_map(|value| contract.view(*value)) {
        word(value).hash(&mut hasher);
    }
    format!("{:?}", flat.limits.without_places()).hash(&mut hasher);
    if depth > 0 {
        let mut fields: Vec<_> = flat.fields.list.iter().collect();
        fields.sort_by_key(|field| &field.name.text);
        for field in fields {
            (&field.name.text, field.is_required).hash(&mut hasher);
            signature(contract, &field.shapes, depth - 1, known).hash(&mut hasher);
        }
        let branches = flat.unions.iter().flat_map(|union| &union.branches);
        for one in flat.items.iter().chain(branches) {
            signature(contract, &[*one], depth - 1, known).hash(&mut hasher);
        }
    }
    let sum = hasher.finish();
    known.insert(key, sum);
    sum
}
