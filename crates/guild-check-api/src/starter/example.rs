//! Values that fit the fields: what the examples of a contract show.

use serde_json::{Map, Value, json};

use super::noun::capital;
use super::parse::{Field, FieldKind, Limits, Text};
use super::plan::{IdForm, Plan};
use super::resource::Resource;

/// When everything in the examples happened.
const MOMENT: &str = "2026-11-20T09:30:00Z";

/// The id of a thing of ours.
pub(super) fn id(resource: &Resource, ids: IdForm) -> String {
    match ids {
        IdForm::Prefixed => format!("{}_01JD4Q8Z6T", resource.noun.snake()),
        IdForm::Uuid => "0192f0a1-7c5e-7b3d-9e21-4f6a8b1c2d3e".to_owned(),
    }
}

/// What a caller gives to make a thing.
pub(super) fn created(plan: &Plan, resource: &Resource) -> Value {
    fields(plan, resource.fields.iter())
}

/// What a caller gives to change it: the first field, and the state after the first.
pub(super) fn updated(plan: &Plan, resource: &Resource) -> Value {
    let mut change = Map::new();
    if let Some(field) = resource.fields.first() {
        change.insert(field.name.clone(), value(plan, field));
    }
    if let Some(state) = resource.states.get(1) {
        change.insert("status".to_owned(), json!(state.name));
        for (name, field) in resource.given_with_state() {
            if name == state.name {
                change.insert(field.name.clone(), value(plan, field));
            }
        }
    }
    Value::Object(change)
}

/// What the server answers: the thing as stored, in its first state.
pub(super) fn stored(plan: &Plan, resource: &Resource, parent: Option<&Resource>) -> Value {
    let mut thing = Map::new();
    thing.insert("id".to_owned(), json!(id(resource, plan.ids)));
    if let Some(parent) = parent {
        thing.insert(
            format!("{}Id", parent.noun.camel()),
            json!(id(parent, plan.ids)),
        );
    }
    for field in &resource.fields {
        thing.insert(field.name.clone(), value(plan, field));
    }
    if let Some(state) = resource.states.first() {
        thing.insert("status".to_owned(), json!(state.name));
        for field in &state.fields {
            thing.insert(field.name.clone(), value(plan, field));
        }
    }
    thing.insert("createdAt".to_owned(), json!(MOMENT));
    if parent.is_none() {
        thing.insert("updatedAt".to_owned(), json!(MOMENT));
    }
    Value::Object(thing)
}

fn fields<'a>(plan: &Plan, fields: impl Iterator<Item = &'a Field>) -> Value {
    let values = fields.map(|field| (field.name.clone(), value(plan, field)));
    Value::Object(values.collect())
}

fn value(plan: &Plan, field: &Field) -> Value {
    of_kind(plan, &field.name, &field.kind)
}

fn of_kind(plan: &Plan, name: &str, kind: &FieldKind) -> Value {
    match kind {
        FieldKind::Text(limits) => json!(text(name, *limits)),
        FieldKind::Formatted(form) => json!(match form {
            Text::Date => "2026-11-20",
            Text::DateTime => MOMENT,
            Text::Uri => "https://shop.example/orders",
            Text::Email => "ada@shop.example",
            Text::Uuid => "0192f0a1-7c5e-7b3d-9e21-4f6a8b1c2d3e",
        }),
        FieldKind::Integer(limits) | FieldKind::Number(limits) => {
            json!(3.clamp(limits.least, limits.most))
        }
        FieldKind::Boolean => json!(false),
        FieldKind::Enum(values) => json!(values.first()),
        FieldKind::Id(brand) => json!(match plan
            .resources()
            .find(|resource| resource.names.id == *brand)
        {
            Some(resource) => id(resource, plan.ids),
            None => format!(
                "{}_01JD4Q8Z6T",
                brand.trim_end_matches("Id").to_ascii_lowercase()
            ),
        }),
        FieldKind::List(item, limits) => {
            let one = name.strip_suffix('s').unwrap_or(name);
            let count = 1.clamp(limits.least, limits.most);
            json!(
                (0..count)
                    .map(|_| of_kind(plan, one, item))
                    .collect::<Vec<_>>()
            )
        }
    }
}

/// Writes a text of so many characters: the name of the field, again and again.
fn text(name: &str, limits: Limits) -> String {
    let letters = name.chars().flat_map(|letter| {
        let gap = letter.is_ascii_uppercase().then_some(' ');
        gap.into_iter().chain([letter.to_ascii_lowercase()])
    });
    let said = capital(&letters.collect::<String>());
    let least = usize::try_from(limits.least).unwrap_or(0);
    let most = usize::try_from(limits.most).unwrap_or(usize::MAX);
    let mut text = said.clone();
    while text.len() < least {
        text.push(' ');
        text.push_str(&said);
    }
    text.truncate(most.min(least.max(said.len())));
    text
}
