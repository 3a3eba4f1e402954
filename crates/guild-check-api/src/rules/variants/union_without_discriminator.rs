//! A value that is one of several objects says which it is.

use guild_check::{Findings, Severity};

use super::union;
use crate::contract::{Endpoint, ShapeId};
use crate::survey::{Crowd, Roles, Survey, UsedShape};
use crate::tree::View;

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    let bodies = bodies(survey);
    let mut answers = Crowd::new("unions that are answers", Severity::Error);
    let mut others = Crowd::new("unions", Severity::Warning);
    for union in union::find(survey) {
        let used = union.used;
        let shape = used.shape;
        let count = shape.one_of.len() + shape.any_of.len();
        let key = survey.contract.view(shape.written);
        let place = survey.place(survey.contract.key_spot(shape));
        let is_answer = bodies.contains(&used.id) && used.roles.has(Roles::OUTPUT);
        let crowd = if is_answer { &mut answers } else { &mut others };
        crowd.judge();
        if union.discriminator.is_some() {
            continue;
        }
        let named = match key.map(View::key) {
            Some("" | "schema" | "items") | None => "this value".to_owned(),
            Some(key) => format!("`{key}`"),
        };
        let by = used.users.by();
        let varies = if is_answer { "the answer varies: " } else { "" };
        let message =
            format!("{varies}{named} is one of {count} shapes, and no field tells which{by}");
        let name = match key.map(View::key) {
            Some("" | "schema" | "items") | None => used_by(survey, used),
            Some(key) => key.to_owned(),
        };
        crowd.wrong(place, name, message);
    }
    for crowd in [answers, others] {
        crowd.tell(
            findings,
            "are told apart by no field",
            "give each a field `status` or `type` with a value of its own, and name that field under `discriminator`",
        );
    }
}

/// Names an operation that uses a shape without a name.
fn used_by(survey: &Survey, used: UsedShape<'_>) -> String {
    let endpoints = &survey.contract.endpoints;
    let first = endpoints.get(used.users.first);
    first.map_or_else(String::new, Endpoint::title)
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
