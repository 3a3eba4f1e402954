//! A value that is one of several objects says which it is.

use guild_check::Findings;

use super::union;
use crate::contract::{ShapeId, Spot};
use crate::survey::{Roles, Survey};
use crate::tree::View;

pub(super) fn check(survey: &Survey, findings: &mut Findings) {
    let bodies = bodies(survey);
    for union in union::find(survey).filter(|union| union.discriminator.is_none()) {
        let used = union.used;
        let shape = used.shape;
        let count = shape.one_of.len() + shape.any_of.len();
        let key = survey.contract.view(shape.written);
        let span = key.map_or(shape.spot.span, View::key_span);
        let place = survey.place(Spot { span, ..shape.spot });
        let is_body = bodies.contains(&used.id);
        let named = match key.map(View::key) {
            Some("" | "schema" | "items") | None => "this value".to_owned(),
            Some(key) => format!("`{key}`"),
        };
        let by = used.users.by();
        let help = "give each a field `status` or `type` with a value of its own, and name that field under `discriminator`";
        if is_body && used.roles.has(Roles::OUTPUT) {
            let message = format!(
                "the answer varies: {named} is one of {count} shapes, and no field tells which{by}"
            );
            findings.error(place, message).help(help);
        } else {
            let message = format!("{named} is one of {count} shapes, and no field tells which{by}");
            findings.warning(place, message).help(help);
        }
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
