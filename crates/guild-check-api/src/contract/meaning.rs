//! What is said of a value by all its parts together.

use super::{Contract, ShapeId, Types, Written};

/// Alternatives of alternatives are followed this deep.
const DEPTH: usize = 6;

impl Contract {
    /// Gives the types that a value may have, by its parts and alternatives; empty if nothing is stated.
    pub fn types(&self, id: ShapeId) -> Types {
        self.types_within(id, DEPTH).unwrap_or(Types::NONE)
    }

    fn types_within(&self, id: ShapeId, left: usize) -> Option<Types> {
        let left = left.checked_sub(1)?;
        let mut types: Option<Types> = None;
        let mut keep =
            |other: Types| types = Some(types.map_or(other, |types| types.within(other)));
        for part in self.parts(id) {
            let shape = self.shape(part);
            if !shape.types.is_empty() {
                keep(shape.types);
            }
            for alternatives in [&shape.one_of, &shape.any_of] {
                let inner: Option<Vec<Types>> = alternatives
                    .iter()
                    .map(|part| self.types_within(*part, left))
                    .collect();
                if let Some(inner) = inner.filter(|inner| !inner.is_empty()) {
                    keep(inner.into_iter().fold(Types::NONE, Types::with));
                }
            }
        }
        types
    }

    /// Gives the values that a value may have, if they are listed in one place.
    pub fn values(&self, id: ShapeId) -> Option<&[Written]> {
        let values = |part: ShapeId| self.shape(part).values.as_deref();
        let parts = self.parts(id);
        parts.into_iter().find_map(values)
    }

    /// Gives what the items of a list may be.
    pub fn items(&self, id: ShapeId) -> Option<ShapeId> {
        let parts = self.parts(id);
        parts.into_iter().find_map(|part| self.shape(part).items)
    }

    /// Gives a text of the contract.
    pub fn words(&self, written: Option<Written>) -> Option<&str> {
        self.view(written?)?.text()
    }
}
