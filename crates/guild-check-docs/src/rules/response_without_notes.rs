//! Fields that are not obvious have notes.

use guild_check::Findings;
use guild_check::contract::Date;
use serde_json::Value;

use crate::document::{Document, Role, Section};

use super::parameter_without_note::speaks_of_values;

pub(super) fn check(document: &Document, findings: &mut Findings) {
    let (Some(response), Some(section)) = (&document.response, document.section(Role::Response))
    else {
        return;
    };
    let shapes = response.shapes.iter();
    let shapes: Vec<&Value> = shapes.filter_map(|json| json.value.as_ref().ok()).collect();
    let mut fields = Vec::new();
    for shape in &shapes {
        unclear("", shape, &mut fields);
    }
    fields.sort_unstable();
    fields.dedup();
    let Some(first) = fields.first() else {
        return;
    };
    let place = document.at(section.heading.text_span);
    let message = format!("no note says what {} means", listed(&fields));
    let finding = if response.notes == 0 {
        findings.error(place, message)
    } else if says_something(document, section, &shapes) {
        return;
    } else {
        findings.warning(place, message).guess()
    };
    finding.help(format!(
        "add a line below the block for each, such as `{first}`: its format, its time zone, who may change it"
    ));
}

/// Tells whether what stands beside the block names a field of it, or speaks of formats as notes do.
fn says_something(document: &Document, section: &Section, shapes: &[&Value]) -> bool {
    let is_field = |code: &str| shapes.iter().any(|shape| has_field(shape, code));
    let mut passages = document.passages(Role::Response).into_iter();
    document.inline_code_in(section.body).any(is_field)
        || passages.any(|passage| speaks_of_values(passage.text))
}

/// Tells whether a value has a field somewhere, whose name may be given with those around it: `location.city`.
fn has_field(value: &Value, name: &str) -> bool {
    // serde_json bounds the depth of a value, so that this can call itself.
    match value {
        Value::Object(object) => object
            .iter()
            .any(|(key, value)| name.ends_with(key.as_str()) || has_field(value, name)),
        Value::Array(list) => list.iter().any(|value| has_field(value, name)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

fn listed(fields: &[&str]) -> String {
    let shown: Vec<String> = fields
        .iter()
        .take(3)
        .map(|field| format!("`{field}`"))
        .collect();
    let more = fields.len().saturating_sub(3);
    let ending = if more == 0 {
        String::new()
    } else {
        format!(" and {more} more")
    };
    format!("{}{ending}", shown.join(", "))
}

/// Collects the fields whose value leaves a question open: ids, times, amounts, nulls, words in capitals.
fn unclear<'a>(key: &'a str, value: &'a Value, fields: &mut Vec<&'a str>) {
    // serde_json bounds the depth of a value, so that this can call itself.
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                unclear(key, value, fields);
            }
        }
        Value::Array(list) => {
            for value in list {
                unclear(key, value, fields);
            }
        }
        _ if key.is_empty() => {}
        Value::Null => fields.push(key),
        Value::Number(_) => fields.extend(is_amount(key).then_some(key)),
        Value::String(text) => fields.extend((is_id(key) || is_coded(text)).then_some(key)),
        Value::Bool(_) => {}
    }
}

fn is_id(key: &str) -> bool {
    key == "id" || key.ends_with("Id") || key.ends_with("_id")
}

fn is_amount(key: &str) -> bool {
    let key = key.to_lowercase();
    [
        "amount",
        "price",
        "total",
        "cost",
        "duration",
        "timeout",
        "expires",
        "size",
        "timestamp",
    ]
    .iter()
    .any(|word| key.contains(word))
}

fn is_coded(text: &str) -> bool {
    let is_constant = text.len() > 1
        && text
            .chars()
            .all(|character| character.is_ascii_uppercase() || character == '_');
    is_constant || (text.len() < 40 && Date::parse(text).is_ok())
}
