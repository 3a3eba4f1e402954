//! One value with one thing changed in it.

use serde_json::Value;

use super::demand::Demand;
use super::{Sampler, fits};
use crate::contract::ShapeId;

/// A value that differs from another in one thing.
#[derive(Clone, Debug, PartialEq)]
pub struct Variation {
    /// The whole value.
    pub value: Value,
    /// What differs, for people: `title` with 121 characters.
    pub what: String,
    /// How it differs.
    pub kind: VariationKind,
}

/// How a value differs from one that is plain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum VariationKind {
    /// It is allowed, and as far out as is allowed.
    Edge,
    /// A field is missing that must be there.
    Missing,
    /// It is of another type.
    Type,
    /// It is larger, smaller, longer or shorter than is allowed.
    Limit,
    /// It is not among the listed values.
    Listed,
    /// It is not written as it must be.
    Form,
    /// A field is there that may not be.
    Unknown,
}

/// One value in the place of another.
pub(super) struct Change {
    pub(super) value: Value,
    /// What it is, as the end of a sentence that begins with the name of what is changed.
    pub(super) what: String,
    pub(super) kind: VariationKind,
}

/// Values within values are changed this deep.
const DEPTH: usize = 3;

/// How many variations are made of one value.
const MOST: usize = 64;

/// Makes the values that stand in the place of one of which this is asked.
pub(super) type Changes = fn(&mut Sampler<'_>, &Demand<'_>, &Value) -> Vec<Change>;

impl Sampler<'_> {
    /// Makes values at the edge of what is allowed, each the base with one thing changed.
    pub fn edges(&mut self, shape: ShapeId, base: &Value) -> Vec<Variation> {
        let mut all = self.vary(shape, base, super::edges::changes);
        let (contract, way) = (self.contract, self.taste.way);
        all.retain(|one| fits(contract, shape, &one.value, way));
        all
    }

    /// Makes values that the shape refuses for certain, each the base with one thing changed.
    pub fn wrongs(&mut self, shape: ShapeId, base: &Value) -> Vec<Variation> {
        let mut all = self.vary(shape, base, super::wrong::changes);
        let (contract, way) = (self.contract, self.taste.way);
        all.retain(|one| !fits(contract, shape, &one.value, way));
        all
    }

    fn vary(&mut self, shape: ShapeId, base: &Value, changes: Changes) -> Vec<Variation> {
        let mut walk = Walk {
            base,
            changes,
            all: Vec::new(),
        };
        walk.at(self, &[shape], "", "", DEPTH);
        walk.all
    }

    /// Adds to shapes those alternatives that the value is of, so that all that is asked of it is known.
    fn settled(&self, shapes: &[ShapeId], value: &Value) -> Vec<ShapeId> {
        let (contract, way) = (self.contract, self.taste.way);
        let mut all = shapes.to_vec();
        for _ in 0..DEPTH {
            let demand = Demand::of(contract, &all);
            let mut groups = demand.alternatives.iter();
            let fitting = groups.find_map(|group| {
                let mut shapes = group.shapes.iter();
                shapes.find(|shape| fits(contract, **shape, value, way))
            });
            match fitting {
                Some(shape) => all.push(*shape),
                None => break,
            }
        }
        all
    }
}

struct Walk<'a> {
    base: &'a Value,
    changes: Changes,
    all: Vec<Variation>,
}

impl Walk<'_> {
    fn at(
        &mut self,
        sampler: &mut Sampler<'_>,
        shapes: &[ShapeId],
        pointer: &str,
        name: &str,
        left: usize,
    ) {
        let Some(left) = left.checked_sub(1) else {
            return;
        };
        let Some(value) = self.base.pointer(pointer).cloned() else {
            return;
        };
        let shapes = sampler.settled(shapes, &value);
        let demand = Demand::of(sampler.contract, &shapes);
        for change in (self.changes)(sampler, &demand, &value) {
            self.add(pointer, name, change);
        }
        if let Value::Object(object) = &value {
            for (field, shapes) in &demand.properties {
                if !object.contains_key(*field) || sampler.is_set_elsewhere(shapes) {
                    continue;
                }
                let step = field.replace('~', "~0").replace('/', "~1");
                let inner = if name.is_empty() {
                    (*field).to_owned()
                } else {
                    format!("{name}.{field}")
                };
                self.at(sampler, shapes, &format!("{pointer}/{step}"), &inner, left);
            }
        }
        if value.as_array().is_some_and(|items| !items.is_empty()) && !demand.items.is_empty() {
            let items = demand.items.clone();
            self.at(
                sampler,
                &items,
                &format!("{pointer}/0"),
                &format!("{name}[0]"),
                left,
            );
        }
    }

    fn add(&mut self, pointer: &str, name: &str, change: Change) {
        if self.all.len() >= MOST {
            return;
        }
        let mut value = self.base.clone();
        let Some(place) = value.pointer_mut(pointer) else {
            return;
        };
        *place = change.value;
        let what = match name {
            "" => change.what,
            name => format!("`{name}` {}", change.what),
        };
        let is_new = value != *self.base && !self.all.iter().any(|known| known.value == value);
        if is_new {
            self.all.push(Variation {
                value,
                what,
                kind: change.kind,
            });
        }
    }
}
