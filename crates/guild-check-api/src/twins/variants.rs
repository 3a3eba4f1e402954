//! Values that are one of several objects: which variants both contracts have, found by the words that tell them apart.

use std::collections::HashSet;

use super::shapes::values;
use super::{Both, Called, Comparison, DisagreementKind, Way};
use crate::contract::{Contract, ShapeId, Types};

/// How deep unions of unions are followed.
const DEPTH: usize = 6;

/// One of several objects.
#[derive(Clone, Debug)]
pub(super) struct Variant {
    shape: ShapeId,
    /// The fields that are one word, and the word.
    tags: HashSet<(String, String)>,
}

/// Lists the objects that a value may be, where it may be several.
pub(super) fn variants(contract: &Contract, id: ShapeId) -> Vec<Variant> {
    let mut found = Vec::new();
    collect(contract, id, DEPTH, &mut found);
    let tags = |shape| {
        let fields = contract.fields(shape).list.into_iter();
        let tagged = fields.filter_map(|field| match values(contract, field.shape)?.as_slice() {
            [one] => Some((field.name.text.to_string(), one.clone())),
            _ => None,
        });
        tagged.collect()
    };
    let found = found.into_iter();
    found
        .map(|shape| Variant {
            shape,
            tags: tags(shape),
        })
        .collect()
}

fn collect(contract: &Contract, id: ShapeId, left: usize, found: &mut Vec<ShapeId>) {
    let parts = contract.parts(id);
    let alternatives = parts.iter().flat_map(|part| {
        let shape = contract.shape(*part);
        shape.one_of.iter().chain(&shape.any_of)
    });
    for alternative in alternatives {
        let before = found.len();
        if let Some(left) = left.checked_sub(1) {
            collect(contract, *alternative, left, found);
        }
        let is_object = !contract.fields(*alternative).list.is_empty()
            || contract.types(*alternative) == Types::OBJECT;
        if found.len() == before && is_object {
            found.push(*alternative);
        }
    }
}

impl Comparison<'_> {
    /// Compares unions: variant by variant where words tell them apart, and else by the fields of all together.
    pub(super) fn variants(
        &mut self,
        both: Both,
        variants: [Vec<Variant>; 2],
        way: Way,
        called: &Called,
    ) {
        let is_told_apart = |variants: &Vec<Variant>| {
            variants.len() > 1 && variants.iter().all(|variant| !variant.tags.is_empty())
        };
        if !variants.iter().all(is_told_apart) {
            return self.names_of_fields(both, called);
        }
        let [ones, mut others] = variants;
        let at = [0, 1].map(|side| self.contracts[side].shape(both[side]).spot);
        for one in ones {
            let same = others
                .iter()
                .position(|other| !other.tags.is_disjoint(&one.tags));
            match same.map(|same| others.swap_remove(same)) {
                Some(other) => {
                    let both = [one.shape, other.shape];
                    let by_word = || Called::new(format!("of {}", one.words(called)));
                    let called = self.named(both).unwrap_or_else(by_word);
                    self.fields(both, way, &called);
                }
                None => {
                    let at = [self.contracts[0].shape(one.shape).spot, at[1].head()];
                    self.missing(1, DisagreementKind::Part, &one.words(called), at);
                }
            }
        }
        for other in others {
            let at = [at[0].head(), self.contracts[1].shape(other.shape).spot];
            self.missing(0, DisagreementKind::Part, &other.words(called), at);
        }
    }

    /// Compares only which fields there are.
    fn names_of_fields(&mut self, both: Both, called: &Called) {
        let fields = [0, 1].map(|side| self.contracts[side].fields(both[side]));
        let holders = [0, 1].map(|side| self.contracts[side].shape(both[side]).spot.head());
        for lacking in [1, 0] {
            for field in &fields[1 - lacking].list {
                if fields[lacking].get(&field.name.text).is_none() {
                    let mut at = holders;
                    at[1 - lacking] = field.name.spot;
                    let what = called.below(&field.name.text).words();
                    self.missing(lacking, DisagreementKind::Part, &what, at);
                }
            }
        }
    }
}

impl Variant {
    fn words(&self, called: &Called) -> String {
        let mut tags: Vec<_> = self.tags.iter().collect();
        tags.sort();
        let tag = tags
            .first()
            .map(|(name, value)| format!("`{name}: {value}`"));
        format!(
            "the variant {} of {}",
            tag.unwrap_or_default(),
            called.words()
        )
    }
}
