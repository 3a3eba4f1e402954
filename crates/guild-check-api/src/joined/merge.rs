//! Joining what bears on a value: its own shape, references, `allOf` and alternatives.

use std::collections::{HashMap, VecDeque};

use guild_check::operation::{Field, Shape, Type};

use super::promise;
use crate::contract::{Additional, Contract, ShapeId, Types, Written};
use crate::tree::Kind;

/// How many alternatives of alternatives are looked at for one value.
const PARTS: usize = 500;

/// Shapes joined so far.
pub(crate) struct Merge<'a> {
    contract: &'a Contract,
    known: HashMap<ShapeId, usize>,
    shapes: Vec<Shape>,
    waiting: VecDeque<(usize, ShapeId)>,
}

impl<'a> Merge<'a> {
    pub(crate) fn new(contract: &'a Contract) -> Self {
        Self {
            contract,
            known: HashMap::new(),
            shapes: Vec::new(),
            waiting: VecDeque::new(),
        }
    }

    /// Gives the index of a shape; it is joined later if it is new.
    pub(super) fn index(&mut self, id: ShapeId) -> usize {
        if let Some(index) = self.known.get(&id) {
            return *index;
        }
        let index = self.shapes.len();
        self.shapes.push(Shape::default());
        self.known.insert(id, index);
        self.waiting.push_back((index, id));
        index
    }

    /// Tells whether a shape may have fields that are not listed.
    pub(super) fn is_open(&mut self, index: usize) -> bool {
        self.join_waiting();
        let shape = &self.shapes[index];
        shape.is_open || shape.fields.is_empty()
    }

    pub(super) fn finish(mut self) -> Vec<Shape> {
        self.join_waiting();
        self.shapes
    }

    fn join_waiting(&mut self) {
        while let Some((index, id)) = self.waiting.pop_front() {
            self.shapes[index] = self.join(id);
        }
    }

    fn join(&mut self, id: ShapeId) -> Shape {
        let contract = self.contract;
        let parts = contract.parts(id);
        let every = self.alternatives(id);
        let first_format = every
            .iter()
            .find_map(|part| contract.shape(*part).format.as_ref());
        let default = parts.iter().find_map(|part| contract.shape(*part).default);
        let items = every.iter().find_map(|part| contract.shape(*part).items);
        let is_open = every
            .iter()
            .any(|part| match contract.shape(*part).additional {
                Additional::Any | Additional::Shape(_) => true,
                Additional::Refused | Additional::Unsaid => false,
            });
        let fields = contract.fields(id).list;
        Shape {
            types: words(contract.types(id)),
            format: first_format.map(|format| format.text.to_string()),
            values: self.values(id),
            default: default.and_then(|default| written(contract, default)),
            fields: fields
                .into_iter()
                .filter(|field| {
                    !contract
                        .parts(field.shape)
                        .iter()
                        .any(|part| contract.shape(*part).is_write_only)
                })
                .map(|field| {
                    let facts = contract.shape(field.shape);
                    Field {
                        name: field.name.text.to_string(),
                        shape: self.index(field.shape),
                        is_required: field.is_required,
                        promise: promise(facts.is_deprecated, facts.is_beta),
                    }
                })
                .collect(),
            is_open,
            items: items.map(|items| self.index(items)),
        }
    }

    /// Lists the parts of a shape and those of all its alternatives.
    pub(crate) fn alternatives(&self, id: ShapeId) -> Vec<ShapeId> {
        self.contract.reach(&[id], PARTS)
    }

    /// Lists the values that a value may have, `null` left out; none if it may have any.
    pub(crate) fn values(&self, id: ShapeId) -> Option<Vec<String>> {
        self.values_within(id, 6)
    }

    fn values_within(&self, id: ShapeId, left: usize) -> Option<Vec<String>> {
        let left = left.checked_sub(1)?;
        for part in self.contract.parts(id) {
            let shape = self.contract.shape(part);
            if let Some(values) = &shape.values {
                return Some(
                    values
                        .iter()
                        .filter_map(|value| written(self.contract, *value))
                        .collect(),
                );
            }
            for alternatives in [&shape.one_of, &shape.any_of] {
                let others = alternatives
                    .iter()
                    .filter(|part| self.contract.shape(**part).types != Types::NULL);
                let inner: Option<Vec<Vec<String>>> =
                    others.map(|part| self.values_within(*part, left)).collect();
                if let Some(inner) = inner.filter(|inner| !inner.is_empty()) {
                    return Some(inner.concat());
                }
            }
        }
        None
    }
}

/// Gives a value as it is written; none for what has no one word.
fn written(contract: &Contract, value: Written) -> Option<String> {
    let view = contract.view(value)?;
    match view.kind() {
        Kind::Text | Kind::Number | Kind::Bool(_) => Some(view.written().to_owned()),
        Kind::Null | Kind::List | Kind::Map | Kind::Alias(_) => None,
    }
}

/// Lists the types of a set.
pub(crate) fn words(types: Types) -> Vec<Type> {
    let all = [
        (Types::STRING, Type::String),
        (Types::INTEGER, Type::Integer),
        (Types::NUMBER, Type::Number),
        (Types::BOOLEAN, Type::Boolean),
        (Types::OBJECT, Type::Object),
        (Types::ARRAY, Type::Array),
        (Types::NULL, Type::Null),
    ];
    all.into_iter()
        .filter(|(set, _)| types.has(*set))
        .map(|(_, word)| word)
        .collect()
}
