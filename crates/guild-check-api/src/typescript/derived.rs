//! Types that say something about other types: `Omit`, `Partial`, `keyof` and the like, worked out on the shapes.

use std::collections::{HashMap, HashSet};

use super::outline::Presence;
use super::reader::{Reader, written};
use crate::contract::{
    Additional, Contract, FaultKind, Property, Shape, ShapeId, Text, Types, Written,
};

/// How deep unions of unions are looked into.
const DEPTH: usize = 16;

/// What a shape is worked out from.
#[derive(Clone, Copy, Debug)]
pub(super) enum Derived {
    /// The same fields, all optional or all required.
    Presence(ShapeId, Presence),
    NotNull(ShapeId),
    Omit(ShapeId, ShapeId),
    Pick(ShapeId, ShapeId),
    Exclude(ShapeId, ShapeId),
    Extract(ShapeId, ShapeId),
    /// The names of the fields.
    Keys(ShapeId),
    /// A field, or the items of a list.
    At(ShapeId, ShapeId),
    /// A field for each key.
    Keyed(ShapeId, ShapeId, Presence),
}

impl Derived {
    fn needs(self) -> Vec<ShapeId> {
        match self {
            Self::Presence(id, _) | Self::NotNull(id) | Self::Keys(id) | Self::Keyed(id, _, _) => {
                vec![id]
            }
            Self::Omit(id, other)
            | Self::Pick(id, other)
            | Self::Exclude(id, other)
            | Self::Extract(id, other)
            | Self::At(id, other) => {
                vec![id, other]
            }
        }
    }
}

impl Reader<'_> {
    /// Works out all shapes that wait for others, those first that others need.
    pub(super) fn work_out(&mut self, contract: &mut Contract) {
        let derived = std::mem::take(&mut self.derived);
        let order: Vec<ShapeId> = derived.iter().map(|(id, _)| *id).collect();
        let mut pending: HashMap<ShapeId, Derived> = derived.into_iter().collect();
        for id in order {
            let mut stack = vec![id];
            let mut active = HashSet::from([id]);
            while let Some(top) = stack.last().copied() {
                let Some(derived) = pending.get(&top).copied() else {
                    stack.pop();
                    continue;
                };
                let needed: Vec<ShapeId> = contract.reach(&derived.needs(), usize::MAX);
                let needed: Vec<ShapeId> = needed
                    .into_iter()
                    .filter(|id| pending.contains_key(id))
                    .collect();
                if let Some(next) = needed.iter().find(|id| !active.contains(id)) {
                    active.insert(*next);
                    stack.push(*next);
                    continue;
                }
                if !needed.is_empty() {
                    let help = "let it lead to a type that has fields or values of its own";
                    let spot = contract.shape(top).spot;
                    self.fault(
                        FaultKind::Unresolved,
                        spot,
                        "the type is worked out from itself",
                        help,
                    );
                }
                pending.remove(&top);
                let shape = self.worked_out(contract, top, derived);
                contract.shapes[top.index()] = shape;
                stack.pop();
            }
        }
    }

    fn worked_out(&mut self, contract: &mut Contract, id: ShapeId, derived: Derived) -> Shape {
        let mut shape = self.bare(contract.shape(id).spot);
        let needed = derived.needs().into_iter();
        let mut parts = needed.flat_map(|id| contract.parts(id));
        if parts.any(|part| contract.shape(part).is_lost) {
            shape.is_lost = true;
            return shape;
        }
        match derived {
            Derived::Presence(from, presence) => {
                self.change_presence(contract, from, presence, DEPTH, &mut shape)
            }
            Derived::NotNull(from) => self.without_null(contract, from, &mut shape),
            Derived::Omit(from, keys) => {
                let keys = self.words(contract, keys);
                take_fields(contract, from, &mut shape, |name| !keys.contains(name));
            }
            Derived::Pick(from, keys) => {
                let keys = self.words(contract, keys);
                take_fields(contract, from, &mut shape, |name| keys.contains(name));
            }
            Derived::Exclude(from, keys) => self.filter(contract, (from, keys), &mut shape, false),
            Derived::Extract(from, keys) => self.filter(contract, (from, keys), &mut shape, true),
            Derived::Keys(from) => {
                let names: Vec<Text> = contract
                    .fields(from)
                    .list
                    .iter()
                    .map(|field| field.name.clone())
                    .collect();
                let values = names.iter().map(|name| {
                    let file = name.spot.file as usize;
                    written(file, self.leaves[file].text(&name.text, name.spot.span))
                });
                shape.values = Some(values.collect());
                shape.types = Types::STRING;
            }
            Derived::At(object, index) => self.field(contract, object, index, &mut shape),
            Derived::Keyed(keys, value, presence) => {
                shape.types = Types::OBJECT;
                shape.is_map = true;
                let names = self.names_of(contract, keys);
                if names.is_empty() {
                    shape.additional = Additional::Shape(value);
                }
                if presence != Presence::Optional {
                    shape.required.clone_from(&names);
                }
                shape.properties = names
                    .into_iter()
                    .map(|name| Property { name, shape: value })
                    .collect();
            }
        }
        shape
    }

    /// Gives the same fields, all optional or all required; of a union, in each part.
    fn change_presence(
        &mut self,
        contract: &mut Contract,
        from: ShapeId,
        presence: Presence,
        left: usize,
        shape: &mut Shape,
    ) {
        let parts = contract.parts(from);
        let alternatives = parts
            .iter()
            .map(|part| contract.shape(*part))
            .find_map(|part| {
                let parts = if part.one_of.is_empty() {
                    &part.any_of
                } else {
                    &part.one_of
                };
                (!parts.is_empty()).then(|| parts.clone())
            });
        if let (Some(alternatives), true) = (alternatives, left > 0) {
            shape.one_of = alternatives
                .into_iter()
                .map(|part| {
                    if contract.fields(part).list.is_empty() {
                        return part;
                    }
                    let mut changed = self.bare(contract.shape(part).spot);
                    self.change_presence(contract, part, presence, left - 1, &mut changed);
                    contract.shapes.push(changed);
                    ShapeId::new(contract.shapes.len() - 1)
                })
                .collect();
            return;
        }
        take_fields(contract, from, shape, |_| true);
        match presence {
            Presence::Kept => {}
            Presence::Optional => shape.required.clear(),
            Presence::Required => {
                shape.required = shape
                    .properties
                    .iter()
                    .map(|property| property.name.clone())
                    .collect();
            }
        }
    }

    fn without_null(&self, contract: &Contract, from: ShapeId, shape: &mut Shape) {
        for part in contract
            .parts(from)
            .into_iter()
            .map(|part| contract.shape(part))
        {
            let others = part.any_of.iter().chain(&part.one_of);
            let others: Vec<ShapeId> = others
                .copied()
                .filter(|id| contract.shape(*id).types != Types::NULL)
                .collect();
            match others.as_slice() {
                [] => {}
                [only] => shape.target = Some(*only),
                _ => shape.one_of = others,
            }
            for (types, _) in Types::NAMED {
                if types != Types::NULL && part.types.has(types) {
                    shape.types = shape.types.with(types);
                }
            }
            if let Some(values) = &part.values {
                shape.values = Some(
                    values
                        .iter()
                        .copied()
                        .filter(|value| self.word(*value).is_some())
                        .collect(),
                );
            }
        }
        if shape.types.has(Types::OBJECT) {
            shape.target = Some(from);
        }
    }

    /// Keeps those values of a union that another has, or those that it has not.
    fn filter(
        &mut self,
        contract: &Contract,
        (from, keys): (ShapeId, ShapeId),
        shape: &mut Shape,
        keeps: bool,
    ) {
        let keys = self.words(contract, keys);
        let values = self.values(contract, from);
        if values.is_empty() {
            let help = "write out the union that it stands for";
            self.fault(
                FaultKind::NotUnderstood,
                shape.spot,
                "`Exclude` and `Extract` are read for values alone",
                help,
            );
            shape.target = Some(from);
            return;
        }
        let kept = values.into_iter().filter(|value| {
            let is_named = self.word(*value).is_some_and(|word| keys.contains(word));
            is_named == keeps
        });
        shape.values = Some(kept.collect());
        shape.types = contract
            .parts(from)
            .iter()
            .fold(Types::NONE, |types, part| {
                types.with(contract.shape(*part).types)
            });
    }

    /// Gives the shape of a field, or of several together.
    fn field(&mut self, contract: &Contract, object: ShapeId, index: ShapeId, shape: &mut Shape) {
        let parts = contract.parts(object);
        let is_number = contract.parts(index).iter().any(|part| {
            let index = contract.shape(*part);
            index.types.has(Types::NUMBER) && index.values.is_none()
        });
        let found: Vec<ShapeId> = if is_number {
            let parts = parts.iter().map(|part| contract.shape(*part));
            parts
                .flat_map(|part| part.first_items.iter().chain(&part.items))
                .copied()
                .collect()
        } else {
            let fields = contract.fields(object);
            let words = self.words(contract, index);
            let mut found: Vec<_> = fields
                .list
                .iter()
                .filter(|field| words.contains(&*field.name.text))
                .collect();
            found.dedup_by_key(|field| field.shape);
            found.into_iter().map(|field| field.shape).collect()
        };
        match found.as_slice() {
            [] => {
                shape.is_lost = true;
                let help = "name a field that the type has";
                self.fault(
                    FaultKind::Unresolved,
                    shape.spot,
                    "the type has no such field",
                    help,
                );
            }
            [only] => shape.target = Some(*only),
            several => {
                let values: Vec<Vec<Written>> = several
                    .iter()
                    .map(|id| self.values(contract, *id))
                    .collect();
                if values.iter().any(Vec::is_empty) {
                    shape.any_of = found;
                    return;
                }
                shape.values = Some(values.concat());
                let types = several.iter().flat_map(|id| contract.parts(*id));
                shape.types = types.fold(Types::NONE, |types, part| {
                    types.with(contract.shape(part).types)
                });
            }
        }
    }
}

/// Takes over the fields of a shape whose names are wanted.
fn take_fields(
    contract: &Contract,
    from: ShapeId,
    shape: &mut Shape,
    is_wanted: impl Fn(&str) -> bool,
) {
    shape.types = Types::OBJECT;
    let fields = contract.fields(from);
    for field in fields
        .list
        .iter()
        .filter(|field| is_wanted(&field.name.text))
    {
        let name = field.name.clone();
        if field.is_required {
            shape.required.push(name.clone());
        }
        shape.properties.push(Property {
            name,
            shape: field.shape,
        });
    }
    let parts = contract.parts(from).into_iter();
    let parts = parts.map(|part| contract.shape(part));
    shape.is_map = parts.clone().any(|part| part.is_map);
    shape.additional = parts
        .map(|part| part.additional)
        .find(|additional| *additional != Additional::Unsaid)
        .unwrap_or(Additional::Unsaid);
}
