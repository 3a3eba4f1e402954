//! Which shapes are one of several objects, and by what they are told apart.

use std::collections::BTreeSet;

use crate::contract::{Contract, ShapeId, Spot, Types};
use crate::survey::{Survey, UsedShape};
use crate::tree::View;

/// A value that is one of several objects.
pub(super) struct Union<'a> {
    pub(super) used: UsedShape<'a>,
    /// The field that tells which, and where that is stated.
    pub(super) discriminator: Option<(&'a str, Spot)>,
    /// The field that is to tell which, and that not each of them has.
    pub(super) lacking: Option<&'a str>,
}

/// Lists the shapes that are one of several objects.
pub(super) fn find(survey: &Survey) -> impl Iterator<Item = Union<'_>> {
    let contract = &*survey.contract;
    let all = survey.shapes().filter(|used| used.is_value);
    all.filter_map(move |used| {
        let shape = used.shape;
        let alternatives = shape.one_of.iter().chain(&shape.any_of);
        let objects: Vec<ShapeId> = alternatives
            .copied()
            .filter(|id| is_object(contract, *id))
            .collect();
        if objects.len() < 2 {
            return None;
        }
        let stated = shape
            .discriminator
            .as_ref()
            .map(|stated| (&*stated.property.text, stated.property.spot));
        let is_in_each = |name: &str| {
            let mut objects = objects.iter();
            objects.all(|id| contract.fields(*id).get(name).is_some())
        };
        let lacking = stated.filter(|(name, _)| !is_in_each(name));
        let stated = stated.filter(|_| lacking.is_none());
        Some(Union {
            used,
            discriminator: stated.or_else(|| implied(contract, &objects)),
            lacking: lacking.map(|(name, _)| name),
        })
    })
}

/// A condition on the fields that the whole has, such as `required`, is no variant of its own.
fn is_object(contract: &Contract, id: ShapeId) -> bool {
    let types = contract.types(id);
    let is_typed = types.is_empty() || types.has(Types::OBJECT);
    is_typed && !contract.fields(id).list.is_empty()
}

/// Finds a field whose listed values are others in each object.
fn implied<'a>(contract: &'a Contract, objects: &[ShapeId]) -> Option<(&'a str, Spot)> {
    let (first, others) = objects.split_first()?;
    let fields = contract.fields(*first).list.into_iter();
    let others: Vec<_> = others.iter().map(|id| contract.fields(*id)).collect();
    fields
        .filter(|field| {
            let mut seen: BTreeSet<&str> = BTreeSet::new();
            let mut is_new = |shape: ShapeId| {
                let values = contract.values(shape).unwrap_or_default();
                let words = values.iter().filter_map(|value| contract.view(*value));
                let words: Vec<&str> = words.map(View::written).collect();
                !words.is_empty() && words.into_iter().all(|word| seen.insert(word))
            };
            is_new(field.shape)
                && others.iter().all(|fields| {
                    let same = fields.get(&field.name.text);
                    same.is_some_and(|same| is_new(same.shape))
                })
        })
        .map(|field| (&*field.name.text, field.name.spot))
        .next()
}
