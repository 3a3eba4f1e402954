//! An example is what its schema says.

use std::collections::HashSet;

use guild_check::{Findings, Severity};

use crate::conform::{Way, mismatch};
use crate::contract::{ShapeId, Spot, Types, Written};
use crate::survey::{Crowd, Survey};
use crate::tree::{Kind, View};

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    let mut crowd = Crowd::new("examples", Severity::Warning);
    let mut told = HashSet::new();
    let mut judge = |shape: ShapeId, example: Written, way: Way| {
        if told.insert(example) {
            crowd.judge();
            tell(survey, shape, example, way, &mut crowd);
        }
    };
    for form in survey.forms().filter(|form| form.media.is_json()) {
        let way = match form.answer {
            Some(_) => Way::Out,
            None => Way::In,
        };
        let examples = form.media.examples.iter();
        for (shape, example) in form.media.shape.into_iter().flat_map(|shape| {
            let examples = examples.clone();
            examples.map(move |example| (shape, *example))
        }) {
            judge(shape, example, way);
        }
    }
    for used in survey
        .parameters()
        .filter(|used| used.part.media.is_empty())
    {
        for example in &used.part.examples {
            if let Some(shape) = used.part.shape {
                judge(shape, *example, Way::In);
            }
        }
    }
    for used in survey.shapes() {
        for example in used.shape.examples.iter().chain(&used.shape.default) {
            judge(used.id, *example, Way::Either);
        }
    }
    crowd.tell(
        findings,
        "are not what their schemas say",
        "mend the example or the schema: they contradict each other",
    );
}

fn tell(survey: &Survey, shape: ShapeId, example: Written, way: Way, crowd: &mut Crowd) {
    let contract = &survey.contract;
    let Some(value) = contract
        .view(example)
        .filter(|value| is_told_as_is(survey, shape, *value))
    else {
        return;
    };
    let Some(found) = mismatch(contract, shape, value, way) else {
        return;
    };
    let key = found.at.key();
    let what = if value.key() == "default" {
        "default"
    } else {
        "example"
    };
    let subject = if found.at.id == value.id || key.is_empty() {
        format!("the {what}")
    } else {
        format!("`{key}` in the {what}")
    };
    let spot = Spot {
        file: example.file,
        span: if found.at.is_map() || found.at.is_list() {
            found.at.key_span()
        } else {
            found.at.span()
        },
    };
    let name = if key.is_empty() { what } else { key };
    let message = format!("{subject} {}", found.message);
    crowd.wrong(survey.place(spot), name, message);
}

/// JSON in a text stands for what it holds, a null for no example, and a reference for an example elsewhere.
fn is_told_as_is(survey: &Survey, shape: ShapeId, value: View<'_>) -> bool {
    let types = survey.contract.types(shape);
    let is_scalar = types.within(Types::OBJECT.with(Types::ARRAY)).is_empty();
    match value.kind() {
        Kind::Text => is_scalar,
        Kind::Null => false,
        Kind::Map => value.get("$ref").is_none(),
        Kind::Bool(_) | Kind::Number | Kind::List | Kind::Alias(_) => true,
    }
}
