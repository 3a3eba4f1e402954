//! Shapes that say little: references to others, and alternatives that are nothing but a type.

use crate::contract::{Contract, Shape, ShapeId, Types, Written};

/// Follows references that say nothing else.
pub(super) fn followed(contract: &Contract, id: ShapeId) -> (&Shape, ShapeId) {
    let mut id = id;
    loop {
        let shape = contract.shape(id);
        match shape.target {
            Some(target) if shape.types.is_empty() && shape.says_nothing() => id = target,
            Some(_) | None => return (shape, id),
        }
    }
}

pub(super) fn is_null(contract: &Contract, id: ShapeId) -> bool {
    let (shape, _) = followed(contract, id);
    let is_null_value = |value: &Written| {
        let view = contract.view(*value);
        view.is_some_and(|view| Types::of_value(view) == Types::NULL)
    };
    let values = shape.values.as_deref();
    shape.types == Types::NULL
        || values.is_some_and(|values| !values.is_empty() && values.iter().all(is_null_value))
}

/// Gives the types of alternatives that say nothing but their types; one that says nothing may have any.
pub(super) fn bare_types(contract: &Contract, branches: &[ShapeId]) -> Option<Types> {
    branches.iter().try_fold(Types::NONE, |types, branch| {
        let (shape, _) = followed(contract, *branch);
        if !shape.says_nothing() || shape.target.is_some() {
            return None;
        }
        let all = Types::NAMED
            .iter()
            .fold(Types::NONE, |all, (one, _)| all.with(*one));
        Some(types.with(if shape.types.is_empty() {
            all
        } else {
            shape.types
        }))
    })
}
