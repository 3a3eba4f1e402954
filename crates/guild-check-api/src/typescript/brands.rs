//! What the shapes of TypeScript show only together: brands of ids, and the field that tells the parts of a union apart.

use std::collections::{HashMap, HashSet};

use super::reader::Reader;
use crate::contract::{Contract, Discriminator, Shape, ShapeId, Spot, Text, Types};

/// Fields that tell parts of a union apart are looked for in this order, then in that of the contract.
const FIRST: [&str; 2] = ["status", "type"];

impl Reader<'_> {
    /// Turns `string & { readonly __brand: "TaskId" }` into a text with a brand: no value is a text and has fields.
    pub(super) fn find_brands(&self, contract: &mut Contract) {
        for index in 0..contract.shapes.len() {
            if contract.shapes[index].all_of.len() < 2 {
                continue;
            }
            let parts = &contract.shapes[index].all_of;
            let (scalars, others): (Vec<ShapeId>, Vec<ShapeId>) =
                parts.iter().partition(|part| is_scalar(contract, **part));
            let [scalar] = scalars.as_slice() else {
                continue;
            };
            let brand = others.iter().find_map(|part| self.brand(contract, *part));
            let inner = contract.shape(*scalar);
            let (types, is_plain) = (
                inner.types,
                inner.values.is_none() && inner.target.is_none(),
            );
            let shape = &mut contract.shapes[index];
            shape.all_of.clear();
            shape.brand = brand.or(shape.brand.take());
            if is_plain {
                shape.types = types;
            } else {
                shape.target = Some(*scalar);
            }
        }
    }

    /// Gives the brand that an object stands for: the value of its one field, or the field's name.
    fn brand(&self, contract: &Contract, id: ShapeId) -> Option<Text> {
        let fields = contract.fields(id);
        let field = fields.list.first()?;
        let value = self.values(contract, field.shape).first().copied();
        let named = value.and_then(|value| {
            let view = self.leaves.get(value.file as usize)?.view(value.node);
            let spot = Spot {
                file: value.file,
                span: view.span(),
            };
            Some(Text {
                text: view.text()?.into(),
                spot,
            })
        });
        Some(named.unwrap_or_else(|| field.name.clone()))
    }

    /// States the field that tells the parts of each union apart, where there is one.
    pub(super) fn find_discriminators(&self, contract: &mut Contract) {
        let names: HashMap<ShapeId, Text> = contract
            .names
            .iter()
            .map(|(name, id)| (*id, name.clone()))
            .collect();
        for index in 0..contract.shapes.len() {
            let shape = &contract.shapes[index];
            if shape.one_of.len() < 2 || shape.discriminator.is_some() {
                continue;
            }
            contract.shapes[index].discriminator =
                self.discriminator(contract, &contract.shapes[index], &names);
        }
    }

    fn discriminator(
        &self,
        contract: &Contract,
        shape: &Shape,
        names: &HashMap<ShapeId, Text>,
    ) -> Option<Discriminator> {
        let parts = shape
            .one_of
            .iter()
            .filter(|part| contract.shape(**part).types != Types::NULL);
        let parts: Vec<ShapeId> = parts.copied().collect();
        let tagged: Vec<Vec<(Text, Text)>> = parts
            .iter()
            .map(|part| self.tags(contract, *part))
            .collect();
        let (first, others) = tagged.split_first()?;
        let is_everywhere = |name: &&Text| {
            others
                .iter()
                .all(|tags| tags.iter().any(|(other, _)| other.text == name.text))
        };
        let mut shared: Vec<&Text> = first
            .iter()
            .map(|(name, _)| name)
            .filter(is_everywhere)
            .collect();
        shared.sort_by_key(|name| {
            FIRST
                .iter()
                .position(|first| **first == *name.text)
                .unwrap_or(FIRST.len())
        });
        shared.into_iter().find_map(|name| {
            let values = tagged
                .iter()
                .map(|tags| tags.iter().find(|(other, _)| other.text == name.text));
            let values: Vec<Text> = values
                .map(|tag| tag.map(|(_, value)| value.clone()))
                .collect::<Option<_>>()?;
            let distinct: HashSet<&str> = values.iter().map(|value| &*value.text).collect();
            let is_telling = distinct.len() == parts.len() && parts.len() > 1;
            is_telling.then(|| Discriminator {
                property: name.clone(),
                mapping: values
                    .into_iter()
                    .zip(&parts)
                    .map(|(value, part)| {
                        let target = contract.shape(*part).target.unwrap_or(*part);
                        let name = names.get(&target).cloned().unwrap_or_else(|| value.clone());
                        (value, name)
                    })
                    .collect(),
            })
        })
    }

    /// Lists the fields of a shape that have one value alone, with the value.
    fn tags(&self, contract: &Contract, id: ShapeId) -> Vec<(Text, Text)> {
        let fields = contract.fields(id);
        let required = fields.list.iter().filter(|field| field.is_required);
        required
            .filter_map(|field| {
                let values = self.values(contract, field.shape);
                let [value] = values.as_slice() else {
                    return None;
                };
                let word = self.word(*value)?;
                let span = self.leaves[value.file as usize].view(value.node).span();
                let spot = Spot {
                    file: value.file,
                    span,
                };
                Some((
                    field.name.clone(),
                    Text {
                        text: word.into(),
                        spot,
                    },
                ))
            })
            .collect()
    }
}

/// Tells whether a shape is a text, number or truth value, and no object.
fn is_scalar(contract: &Contract, id: ShapeId) -> bool {
    let parts = contract.reach(&[id], usize::MAX);
    let types = parts.iter().fold(Types::NONE, |types, part| {
        types.with(contract.shape(*part).types)
    });
    let scalar = types.within(
        Types::STRING
            .with(Types::NUMBER)
            .with(Types::INTEGER)
            .with(Types::BOOLEAN),
    );
    !scalar.is_empty() && types.within(Types::OBJECT.with(Types::ARRAY)).is_empty()
}
