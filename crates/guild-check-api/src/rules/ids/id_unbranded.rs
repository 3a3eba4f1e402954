//! An id is no text like any other.

use std::collections::{HashMap, HashSet};

use guild_check::{Findings, Severity};

use super::{brand, has_brands, is_id, values};
use crate::contract::{Contract, ShapeId, Spot, Types};
use crate::survey::{Crowd, Survey};

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    if !has_brands(survey) {
        return;
    }
    let contract = &survey.contract;
    let names: HashMap<ShapeId, Spot> = contract
        .names
        .iter()
        .map(|(name, id)| (*id, name.spot))
        .collect();
    let mut crowd = Crowd::new("ids", Severity::Warning);
    let mut seen = HashSet::new();
    for property in contract.shapes.iter().flat_map(|shape| &shape.properties) {
        let name = &property.name;
        if !is_id(&name.text) || !seen.insert(name.spot) {
            continue;
        }
        let id = contract.items(property.shape).unwrap_or(property.shape);
        if !is_plain(contract, id) {
            continue;
        }
        crowd.judge();
        if brand(contract, id).is_some() {
            continue;
        }
        // What a name of its own has is told there, once.
        let named = values(contract, id)
            .into_iter()
            .find_map(|part| names.get(&part));
        let spot = named.copied().unwrap_or(name.spot);
        if named.is_some() && !seen.insert(spot) {
            continue;
        }
        let message = format!("`{}` is an id that any other id fits into", name.text);
        crowd.wrong(survey.place(spot), name.text.to_string(), message);
    }
    let help =
        "give each kind of id a brand: `type TaskId = string & { readonly __brand: \"TaskId\" }`";
    crowd.tell(findings, "have no brand", help);
}

/// Tells whether a value is a text or number of no listed values.
fn is_plain(contract: &Contract, id: ShapeId) -> bool {
    let types = contract.types(id);
    let scalar = types.within(Types::STRING.with(Types::INTEGER).with(Types::NUMBER));
    let others = types.within(Types::OBJECT.with(Types::ARRAY).with(Types::BOOLEAN));
    !scalar.is_empty() && others.is_empty() && contract.values(id).is_none()
}
