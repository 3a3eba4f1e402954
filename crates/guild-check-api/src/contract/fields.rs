//! The fields of an object, with references and `allOf` followed.

use std::collections::{HashMap, HashSet};

use super::{Contract, ShapeId, Text};

/// The fields that a value of a shape may have.
#[derive(Debug, Default)]
pub struct Fields<'a> {
    /// The fields, each once, in the order of the contract.
    pub list: Vec<Field<'a>>,
    index: HashMap<&'a str, usize>,
}

/// A field that a value may have.
#[derive(Clone, Debug)]
pub struct Field<'a> {
    /// Its name.
    pub name: &'a Text,
    /// What it may be.
    pub shape: ShapeId,
    /// Whether the value must have it, whichever of several shapes it is.
    pub is_required: bool,
}

impl Contract {
    /// Lists a shape, what it refers to, and what it is all of, each once.
    pub fn parts(&self, id: ShapeId) -> Vec<ShapeId> {
        let shape = self.shape(id);
        if shape.target.is_none() && shape.all_of.is_empty() {
            return vec![id];
        }
        let mut seen = HashSet::from([id]);
        let mut parts = vec![id];
        let mut index = 0;
        while let Some(part) = parts.get(index).copied() {
            let shape = self.shape(part);
            let next = shape.target.iter().chain(&shape.all_of);
            parts.extend(next.filter(|part| seen.insert(**part)));
            index += 1;
        }
        parts
    }

    /// Lists shapes with all that they refer to, are all of or are one of, each once; some `most`, or a few more.
    pub fn reach(&self, ids: &[ShapeId], most: usize) -> Vec<ShapeId> {
        let mut seen: HashSet<ShapeId> = ids.iter().copied().collect();
        let mut all = ids.to_vec();
        let mut index = 0;
        while let Some(id) = all.get(index).copied().filter(|_| index < most) {
            let shape = self.shape(id);
            let parts = shape.target.iter().chain(&shape.all_of);
            let parts = parts.chain(&shape.one_of).chain(&shape.any_of);
            all.extend(parts.filter(|id| seen.insert(**id)));
            index += 1;
        }
        all
    }

    /// Lists the fields of a shape; those of each alternative are there too, and required only if all require them.
    pub fn fields(&self, id: ShapeId) -> Fields<'_> {
        let mut fields = Fields::default();
        self.collect(id, &mut fields, &mut HashSet::new());
        fields
    }

    fn collect<'a>(&'a self, id: ShapeId, fields: &mut Fields<'a>, seen: &mut HashSet<ShapeId>) {
        let parts = self.parts(id);
        let required: HashSet<&str> = parts
            .iter()
            .flat_map(|part| &self.shape(*part).required)
            .map(|name| &*name.text)
            .collect();
        for part in &parts {
            for property in &self.shape(*part).properties {
                fields.add(Field {
                    name: &property.name,
                    shape: property.shape,
                    is_required: required.contains(&*property.name.text),
                });
            }
        }
        for part in parts
            .into_iter()
            .filter(|part| seen.insert(*part))
            .collect::<Vec<_>>()
        {
            let shape = self.shape(part);
            for alternatives in [&shape.one_of, &shape.any_of] {
                self.collect_alternatives(alternatives, fields, seen);
            }
        }
    }

    fn collect_alternatives<'a>(
        &'a self,
        alternatives: &[ShapeId],
        fields: &mut Fields<'a>,
        seen: &mut HashSet<ShapeId>,
    ) {
        let mut all = Vec::new();
        for id in alternatives {
            let mut fields = Fields::default();
            if !seen.contains(id) {
                self.collect(*id, &mut fields, seen);
            }
            if !fields.list.is_empty() {
                all.push(fields);
            }
        }
        for field in all.iter().flat_map(|fields| &fields.list) {
            let requires = |fields: &Fields<'_>| {
                fields
                    .get(&field.name.text)
                    .is_some_and(|field| field.is_required)
            };
            let is_required = all.iter().all(requires);
            fields.add(Field {
                is_required,
                ..field.clone()
            });
        }
    }
}

impl<'a> Fields<'a> {
    /// Finds a field.
    pub fn get(&self, name: &str) -> Option<&Field<'a>> {
        self.index.get(name).and_then(|index| self.list.get(*index))
    }

    fn add(&mut self, field: Field<'a>) {
        let known = self
            .index
            .get(&*field.name.text)
            .and_then(|index| self.list.get_mut(*index));
        if let Some(known) = known {
            known.is_required |= field.is_required;
            return;
        }
        self.index.insert(&field.name.text, self.list.len());
        self.list.push(field);
    }
}
