//! All that is said of one value, by all shapes that it must be of together.

use std::collections::HashSet;

use regex::Regex;
use serde_json::Value;

use crate::contract::{Additional, Bound, Contract, Discriminator, Shape, ShapeId, Types, Written};
use crate::tree::View;

/// What is asked of a value.
#[derive(Debug)]
pub(super) struct Demand<'c> {
    pub(super) is_never: bool,
    pub(super) types: Types,
    pub(super) format: Option<&'c str>,
    pub(super) patterns: Vec<&'c str>,
    pub(super) values: Option<Vec<Value>>,
    pub(super) minimum: Option<Bound>,
    pub(super) maximum: Option<Bound>,
    pub(super) multiple_of: Option<f64>,
    pub(super) shortest: Option<u64>,
    pub(super) longest: Option<u64>,
    pub(super) is_unique: bool,
    /// The fields, each with all shapes that it must be of.
    pub(super) properties: Vec<(&'c str, Vec<ShapeId>)>,
    pub(super) required: Vec<&'c str>,
    pub(super) additional: Additional,
    pub(super) items: Vec<ShapeId>,
    pub(super) first_items: Vec<ShapeId>,
    pub(super) alternatives: Vec<Group<'c>>,
    pub(super) examples: Vec<Written>,
}

/// Shapes of which the value is one.
#[derive(Debug)]
pub(super) struct Group<'c> {
    pub(super) shapes: &'c [ShapeId],
    discriminator: Option<&'c Discriminator>,
}

impl<'c> Demand<'c> {
    pub(super) fn of(contract: &'c Contract, shapes: &[ShapeId]) -> Self {
        let mut demand = Self {
            is_never: false,
            types: Types::NONE,
            format: None,
            patterns: Vec::new(),
            values: None,
            minimum: None,
            maximum: None,
            multiple_of: None,
            shortest: None,
            longest: None,
            is_unique: false,
            properties: Vec::new(),
            required: Vec::new(),
            additional: Additional::Unsaid,
            items: Vec::new(),
            first_items: Vec::new(),
            alternatives: Vec::new(),
            examples: Vec::new(),
        };
        let mut seen = HashSet::new();
        for id in shapes.iter().flat_map(|shape| contract.parts(*shape)) {
            if seen.insert(id) {
                demand.add(contract, id);
            }
        }
        let chosen: HashSet<ShapeId> = shapes.iter().copied().collect();
        // A group of which one is among the shapes has been decided.
        demand
            .alternatives
            .retain(|group| !group.shapes.iter().any(|shape| chosen.contains(shape)));
        demand
    }

    fn add(&mut self, contract: &'c Contract, id: ShapeId) {
        let shape = contract.shape(id);
        self.is_never |= shape.is_never;
        if !shape.types.is_empty() {
            let types = shape.types.with_integers();
            self.types = if self.types.is_empty() {
                types
            } else {
                self.types.within(types)
            };
            self.is_never |= self.types.is_empty();
        }
        self.format = self
            .format
            .or(shape.format.as_ref().map(|format| &*format.text));
        self.limit(shape);
        self.list_values(contract, shape);
        self.add_fields(shape);
        self.items.extend(shape.items);
        if self.first_items.is_empty() {
            self.first_items.clone_from(&shape.first_items);
        }
        for shapes in [&shape.one_of, &shape.any_of] {
            if !shapes.is_empty() {
                self.alternatives.push(Group {
                    shapes,
                    discriminator: shape.discriminator.as_ref(),
                });
            }
        }
        self.examples.extend(&shape.examples);
    }

    fn limit(&mut self, shape: &'c Shape) {
        let limits = &shape.limits;
        let is_higher = |a: Bound, b: Bound| {
            a.value > b.value || (a.value >= b.value && a.is_exclusive && !b.is_exclusive)
        };
        let is_lower = |a: Bound, b: Bound| {
            a.value < b.value || (a.value <= b.value && a.is_exclusive && !b.is_exclusive)
        };
        self.minimum = tighter(self.minimum, limits.minimum, is_higher);
        self.maximum = tighter(self.maximum, limits.maximum, is_lower);
        self.multiple_of = self.multiple_of.or(limits.multiple_of);
        self.shortest = tighter(self.shortest, limits.shortest, |a, b| a > b);
        self.longest = tighter(self.longest, limits.longest, |a, b| a < b);
        self.is_unique |= limits.is_unique;
        self.patterns
            .extend(limits.pattern.as_ref().map(|pattern| &*pattern.text));
    }

    fn list_values(&mut self, contract: &Contract, shape: &Shape) {
        let Some(written) = &shape.values else { return };
        let views = written.iter().filter_map(|value| contract.view(*value));
        let mut values: Vec<Value> = views.map(View::to_json).collect();
        if let Some(known) = &self.values {
            values.retain(|value| known.contains(value));
        }
        self.values = Some(values);
    }

    fn add_fields(&mut self, shape: &'c Shape) {
        for property in &shape.properties {
            let name = &*property.name.text;
            match self.properties.iter_mut().find(|(known, _)| *known == name) {
                Some((_, shapes)) => shapes.push(property.shape),
                None => self.properties.push((name, vec![property.shape])),
            }
        }
        for name in shape.required.iter().map(|name| &*name.text) {
            if !self.required.contains(&name) {
                self.required.push(name);
            }
        }
        self.additional = match (self.additional, shape.additional) {
            (Additional::Refused, _) | (_, Additional::Refused) => Additional::Refused,
            (known @ Additional::Shape(_), _) => known,
            (_, own) => own,
        };
    }

    /// Gives the types that the value may have; where nothing is stated, those that the rest speaks of.
    pub(super) fn likely_types(&self) -> Types {
        if !self.types.is_empty() {
            return self.types.without_implied();
        }
        let is_object = !self.properties.is_empty() || !self.required.is_empty();
        let is_object = is_object || !matches!(self.additional, Additional::Unsaid);
        if is_object {
            Types::OBJECT
        } else if !self.items.is_empty() || !self.first_items.is_empty() {
            Types::ARRAY
        } else if self.minimum.is_some() || self.maximum.is_some() || self.multiple_of.is_some() {
            Types::INTEGER
        } else {
            Types::STRING
        }
    }
}

impl Group<'_> {
    /// Gives the field that tells the shapes apart, and what it says for one of them.
    pub(super) fn tag(&self, contract: &Contract, choice: ShapeId) -> Option<(&str, String)> {
        let discriminator = self.discriminator?;
        let target = contract.shape(choice).target.unwrap_or(choice);
        let named = contract
            .names
            .iter()
            .find(|(_, id)| *id == target || *id == choice);
        let name = &*named?.0.text;
        let leads_here = |to: &str| to.rsplit('/').next() == Some(name);
        let mut mapping = discriminator.mapping.iter();
        let mapped = mapping.find(|(_, to)| leads_here(&to.text));
        let tag = mapped.map_or(name, |(tag, _)| &*tag.text);
        Some((&discriminator.property.text, tag.to_owned()))
    }
}

fn tighter<T: Copy>(one: Option<T>, other: Option<T>, wins: impl Fn(T, T) -> bool) -> Option<T> {
    match (one, other) {
        (Some(one), Some(other)) => Some(if wins(other, one) { other } else { one }),
        (one, other) => one.or(other),
    }
}

/// Formats of which a value can be made and held for certain, or that say nothing of how a text is written.
const KNOWN: [&str; 12] = [
    "date-time",
    "date",
    "uuid",
    "int32",
    "int64",
    "float",
    "double",
    "password",
    "binary",
    "email",
    "uri",
    "byte",
];

/// Tells whether all that is said of a value, and of what it holds, is known here.
pub(super) fn is_certain(contract: &Contract, shape: ShapeId) -> bool {
    let mut seen = HashSet::from([shape]);
    let mut open = vec![shape];
    while let Some(id) = open.pop() {
        let shape = contract.shape(id);
        let format = shape.format.as_ref();
        let pattern = shape.limits.pattern.as_ref();
        if !shape.others.is_empty()
            || format.is_some_and(|format| !KNOWN.contains(&&*format.text))
            || pattern.is_some_and(|pattern| Regex::new(&pattern.text).is_err())
            || shape.any_of.len() > 1
        {
            return false;
        }
        let inner = shape
            .target
            .iter()
            .chain(&shape.all_of)
            .chain(&shape.one_of);
        let inner = inner
            .chain(&shape.any_of)
            .chain(&shape.items)
            .chain(&shape.first_items);
        let fields = shape.properties.iter().map(|property| property.shape);
        let others = match shape.additional {
            Additional::Shape(other) => Some(other),
            Additional::Unsaid | Additional::Refused | Additional::Any => None,
        };
        let next = inner.copied().chain(fields).chain(others);
        open.extend(next.filter(|id| seen.insert(*id)));
    }
    true
}
