//! No value is just anything, and no object is without fields.

use guild_check::{Findings, Place};

use crate::contract::{Additional, Contract, Shape, Types};
use crate::survey::{Roles, Survey, UsedShape};

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    for used in survey.shapes() {
        // A reference is judged where it leads to.
        if !used.is_value || used.shape.target.is_some() || used.shape.is_never {
            continue;
        }
        let Some(what) = looseness(&survey.contract, used) else {
            continue;
        };
        let message = format!("{}{}", message(what, survey, used), used.users.by());
        let help = match what {
            Loose::Anything => "state its type; if it is one of several, list them under `oneOf`",
            Loose::Object => "list its `properties`, or give `additionalProperties` a schema",
            Loose::List => "state what its `items` are",
        };
        findings.warning(place(survey, used), message).help(help);
    }
}

/// What is not said of a value.
#[derive(Clone, Copy)]
enum Loose {
    Anything,
    Object,
    List,
}

fn looseness(contract: &Contract, used: UsedShape<'_>) -> Option<Loose> {
    let parts = contract.parts(used.id);
    let parts = || parts.iter().map(|part| contract.shape(*part));
    if parts().any(|part| says_more(contract, part)) {
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

fn place(survey: &Survey, used: UsedShape<'_>) -> Place {
    let view = survey.contract.view(used.shape.written);
    let spot = used.shape.spot;
    let key = view.map_or(spot.span, crate::tree::View::key_span);
    survey.place(crate::contract::Spot { span: key, ..spot })
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
