//! The fields of a value, found by name.

use std::collections::HashMap;

use crate::contract::{ShapeId, Text};

/// Up to how many fields are looked through one by one.
const SMALL: usize = 32;

/// The fields of a value.
#[derive(Clone, Default)]
pub(super) struct FlatFields<'a> {
    /// The fields, in the order of the contract.
    pub(super) list: Vec<FlatField<'a>>,
    /// Where each is, once they are many.
    index: HashMap<&'a str, usize>,
}

/// A field of a value.
#[derive(Clone)]
pub(super) struct FlatField<'a> {
    pub(super) name: &'a Text,
    /// What it is, all at once; empty if it is named among the required ones alone.
    pub(super) shapes: Vec<ShapeId>,
    pub(super) is_required: bool,
}

impl<'a> FlatFields<'a> {
    /// Adds a field that is not there yet.
    pub(super) fn push(&mut self, field: FlatField<'a>) {
        self.list.push(field);
        let first = match self.list.len() {
            len if len <= SMALL => return,
            _ if self.index.is_empty() => 0,
            len => len - 1,
        };
        let new = self.list.iter().enumerate().skip(first);
        let new = new.map(|(index, field)| (&*field.name.text, index));
        self.index.extend(new);
    }

    /// Finds a field; those of two versions stand mostly in one order, so that a hint finds most.
    pub(super) fn find(&self, name: &str, hint: usize) -> Option<usize> {
        let is_it = |field: &FlatField<'_>| &*field.name.text == name;
        if self.list.get(hint).is_some_and(is_it) {
            return Some(hint);
        }
        if self.index.is_empty() {
            return self.list.iter().position(is_it);
        }
        self.index.get(name).copied()
    }

    /// Finds a field, with a hint to where it is.
    pub(super) fn get(&self, name: &str, hint: usize) -> Option<&FlatField<'a>> {
        self.find(name, hint).map(|index| &self.list[index])
    }
}
