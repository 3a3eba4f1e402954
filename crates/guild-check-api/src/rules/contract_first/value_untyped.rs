//! No value is just anything, and no object is without fields.

use std::collections::HashSet;

use guild_check::{Findings, Severity};

use crate::contract::{Additional, Contract, Shape, Types};
use crate::survey::{Crowd, Roles, Survey, UsedShape};

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    let mut crowds = KINDS.map(|kind| (kind, Crowd::new("values", Severity::Warning)));
    let mut told = HashSet::new();
    for used in survey.shapes() {
        // A reference is judged where it leads to.
        if !used.is_value || used.shape.target.is_some() || used.shape.is_never {
            continue;
        }
        let spot = survey.contract.key_spot(used.shape);
        // A type with arguments has a shape for each of them.
        let loose = looseness(&survey.contract, used).filter(|_| told.insert(spot));
        let place = survey.place(spot);
        for (kind, crowd) in &mut crowds {
            crowd.judge();
            if loose == Some(*kind) {
                let message = format!("{}{}", message(*kind, survey, used), used.users.by());
                crowd.wrong(place.clone(), name(survey, used), message);
            }
        }
    }
    for (kind, crowd) in crowds {
        let (all, help) = match kind {
            Loose::Anything => (
                "may be anything",
                "state its type; if it is one of several, list them under `oneOf`",
            ),
            Loose::Object => (
                "are objects without fields",
                "list its `properties`, or give `additionalProperties` a schema",
            ),
            Loose::List => ("are lists of anything", "state what its `items` are"),
        };
        crowd.tell(findings, all, help);
    }
}

/// What is not said of a value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Loose {
    Anything,
    Object,
    List,
}

const KINDS: [Loose; 3] = [Loose::Anything, Loose::Object, Loose::List];

fn looseness(contract: &Contract, used: UsedShape<'_>) -> Option<Loose> {
    let parts = contract.parts(used.id);
    let parts = || parts.iter().map(|part| contract.shape(*part));
    if parts().any(|part| part.is_lost || says_more(contract, part)) {
        return None;
    }
    let types = parts().fold(Types::NONE, |types, part| types.with(part.types));
    let is_list = parts().any(|part| part.items.is_some() || !part.first_items.is_empty());
    if types.is_empty() {
        return (!is_list).then_some(Loose::Anything);
    }
    let types = types.within(ALL_BUT_NULL);
    if types == Types::OBJECT {
        return Some(Loose::Object);
    }
    (types == Types::ARRAY && !is_list).then_some(Loose::List)
}

const ALL_BUT_NULL: Types = Types::STRING
    .with(Types::INTEGER)
    .with(Types::NUMBER)
    .with(Types::BOOLEAN)
    .with(Types::OBJECT)
    .with(Types::ARRAY);

/// Tells whether a shape says more of a value than its type.
fn says_more(contract: &Contract, shape: &Shape) -> bool {
    let view = contract.view(shape.written);
    let is_encoded = ["contentMediaType", "contentEncoding", "contentSchema"];
    let is_binary =
        |view: crate::tree::View<'_>| is_encoded.iter().any(|key| view.get(key).is_some());
    shape.values.is_some()
        || !shape.properties.is_empty()
        || !shape.required.is_empty()
        || !shape.one_of.is_empty()
        || !shape.any_of.is_empty()
        || !shape.others.is_empty()
        || shape.discriminator.is_some()
        || shape.format.is_some()
        || matches!(shape.additional, Additional::Shape(_) | Additional::Refused)
        || (shape.types.is_empty() && view.is_some_and(is_binary))
}

/// Gives the key that a value stands under, or one further out: what a list of such values calls it.
fn name<'a>(survey: &'a Survey, used: UsedShape<'_>) -> &'a str {
    let mut view = survey.contract.view(used.shape.written);
    while let Some(inner) = view {
        let key = inner.key();
        if !matches!(key, "" | "items" | "oneOf" | "anyOf" | "allOf" | "schema") {
            return key;
        }
        view = inner.parent();
    }
    "a value without a name"
}

fn message(what: Loose, survey: &Survey, used: UsedShape<'_>) -> String {
    let key = survey
        .contract
        .view(used.shape.written)
        .map_or("", crate::tree::View::key);
    let named = match key {
        "" => "a value of a list of alternatives".to_owned(),
        "items" => "each item of this list".to_owned(),
        "additionalProperties" => "each value of this map".to_owned(),
        "schema" if used.roles.has(Roles::PARAMETER) => "the parameter".to_owned(),
        "schema" => "the body".to_owned(),
        key => format!("`{key}`"),
    };
    match what {
        Loose::Anything => format!("{named} may be anything"),
        Loose::Object => format!("{named} is an object without fields"),
        Loose::List => format!("{named} is a list of anything"),
    }
}
