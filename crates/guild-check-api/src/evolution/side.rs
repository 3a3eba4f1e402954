//! One of the two versions, and the shapes in it that bear on one value together.

use std::collections::HashMap;

use super::followed::followed;
use crate::contract::{Contract, ShapeId, Spot};

/// Shapes that all bear on one value, by their index in [`Side::groups`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct GroupId(u32);

/// One version.
pub(super) struct Side<'a> {
    pub(super) contract: &'a Contract,
    groups: Vec<Box<[ShapeId]>>,
    known: HashMap<Box<[ShapeId]>, GroupId>,
    names: HashMap<ShapeId, &'a str>,
}

impl GroupId {
    /// No shape at all: anything.
    pub(super) const ANY: Self = Self(u32::MAX);
}

impl<'a> Side<'a> {
    pub(super) fn new(contract: &'a Contract) -> Self {
        let names = contract.names.iter();
        Self {
            contract,
            groups: Vec::new(),
            known: HashMap::new(),
            names: names.map(|(name, id)| (*id, &*name.text)).collect(),
        }
    }

    /// Gives the group of shapes; references that say nothing else are followed, so that a shape is met as one.
    pub(super) fn group(&mut self, shapes: &[ShapeId]) -> GroupId {
        if shapes.is_empty() {
            return GroupId::ANY;
        }
        let resolved = shapes.iter().map(|id| followed(self.contract, *id).1);
        let mut resolved: Vec<ShapeId> = resolved.collect();
        if resolved.len() > 1 {
            resolved.sort_unstable();
            resolved.dedup();
        }
        if let Some(id) = self.known.get(&*resolved) {
            return *id;
        }
        let id = GroupId(u32::try_from(self.groups.len()).unwrap_or(u32::MAX));
        let resolved = resolved.into_boxed_slice();
        self.groups.push(resolved.clone());
        self.known.insert(resolved, id);
        id
    }

    pub(super) fn shapes(&self, group: GroupId) -> &[ShapeId] {
        self.groups
            .get(group.0 as usize)
            .map_or(&[], |shapes| shapes)
    }

    pub(super) fn spot(&self, group: GroupId) -> Option<Spot> {
        let shape = self.contract.shape(*self.shapes(group).first()?);
        Some(self.contract.key_spot(shape))
    }

    pub(super) fn name(&self, group: GroupId) -> Option<&'a str> {
        match self.shapes(group) {
            [one] => self.names.get(one).copied(),
            _ => None,
        }
    }
}
