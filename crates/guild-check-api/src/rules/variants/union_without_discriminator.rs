//! A value that is one of several objects says which it is, and an answer is of one kind.

use std::collections::HashSet;

use guild_check::{Findings, Severity};

use super::union;
use crate::contract::{Contract, Endpoint, ShapeId, Types};
use crate::survey::{Crowd, Roles, Survey, UsedShape};
use crate::tree::View;

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    let bodies = bodies(survey);
    let mut answers = Crowd::new("unions that are answers", Severity::Error);
    let mut others = Crowd::new("unions", Severity::Warning);
    let mut told = HashSet::new();
    for union in union::find(survey) {
        let used = union.used;
        let count = used.shape.one_of.len() + used.shape.any_of.len();
        let place = survey.place(survey.contract.key_spot(used.shape));
        let is_answer = bodies.contains(&used.id) && used.roles.has(Roles::OUTPUT);
        let crowd = if is_answer { &mut answers } else { &mut others };
        crowd.judge();
        if union.discriminator.is_some() {
            continue;
        }
        told.insert(used.id);
        let (named, name) = names(survey, used);
        let by = used.users.by();
        let varies = if is_answer { "the answer varies: " } else { "" };
        let which = match union.lacking {
            Some(field) => format!("not each has the field `{field}` that is to tell which"),
            None => "no field tells which".to_owned(),
        };
        let message = format!("{varies}{named} is one of {count} shapes, and {which}{by}");
        crowd.wrong(place, name, message);
    }
    for crowd in [answers, others] {
        crowd.tell(
            findings,
            "are told apart by no field",
            "give each a field `status` or `type` with a value of its own, and name that field under `discriminator`",
        );
    }
    tell_of_kinds(survey, &bodies, told, findings);
}

/// Tells of answers that are an object at one time, and a list or a plain value at another: no field can say which.
fn tell_of_kinds(
    survey: &Survey,
    bodies: &[ShapeId],
    mut told: HashSet<ShapeId>,
    findings: &mut Findings,
) {
    let mut crowd = Crowd::new("answers", Severity::Error);
    let bodies = bodies.iter().filter(|id| told.insert(**id));
    for used in bodies.filter_map(|id| survey.used(*id)) {
        crowd.judge();
        let types = types(&survey.contract, used);
        let is_plain = !types.without(COMPOUND).is_empty();
        let kinds = [is_plain, types.has(Types::OBJECT), types.has(Types::ARRAY)];
        if kinds.into_iter().filter(|is| *is).count() < 2 {
            continue;
        }
        let place = survey.place(survey.contract.key_spot(used.shape));
        let (named, name) = names(survey, used);
        let (words, by) = (types.words(), used.users.by());
        let message = format!("the answer varies: {named} may be {words}{by}");
        crowd.wrong(place, name, message);
    }
    crowd.tell(
        findings,
        "vary in kind",
        "answer one kind of value: an object, whatever happens, and a list under a path of its own",
    );
}

const COMPOUND: Types = Types::OBJECT.with(Types::ARRAY);

/// Gives the types that a value may have over all its alternatives; `null` says that there is none, and is left out.
fn types(contract: &Contract, used: UsedShape<'_>) -> Types {
    let shape = used.shape;
    let alternatives = shape.one_of.iter().chain(&shape.any_of);
    let types = alternatives.map(|id| match contract.types(*id) {
        types if types.is_empty() && !contract.fields(*id).list.is_empty() => Types::OBJECT,
        types => types,
    });
    let all = types.fold(shape.types, Types::with);
    all.without(Types::NULL)
}

/// Names a shape for its message, and for a list of places.
fn names(survey: &Survey, used: UsedShape<'_>) -> (String, String) {
    let key = survey.contract.view(used.shape.written);
    match key.map(View::key) {
        Some("" | "schema" | "items") | None => {
            let endpoints = &survey.contract.endpoints;
            let first = endpoints.get(used.users.first);
            let title = first.map_or_else(String::new, Endpoint::title);
            ("this value".to_owned(), title)
        }
        Some(key) => (format!("`{key}`"), key.to_owned()),
    }
}

/// Lists the shapes that are the whole body of an answer to a call that worked.
fn bodies(survey: &Survey) -> Vec<ShapeId> {
    let answers = survey.forms().filter(|form| {
        let is_success = |answer| !form.endpoint.is_error(answer);
        form.answer.is_some_and(is_success)
    });
    let mut bodies: Vec<ShapeId> = answers.filter_map(|form| form.media.shape).collect();
    let mut index = 0;
    while let Some(body) = bodies.get(index).copied() {
        let target = survey.contract.shape(body).target;
        bodies.extend(target.filter(|target| !bodies.contains(target)));
        index += 1;
    }
    bodies
}
