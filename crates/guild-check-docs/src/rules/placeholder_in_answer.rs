//! The answer has values, and nothing that stands for one.

use guild_check::Findings;
use serde_json::Value;

use crate::contract::has_gap;
use crate::document::{Document, Json};

/// Names of types that some tools write in the place of values.
const TYPES: [&str; 7] = [
    "string", "str", "text", "number", "integer", "boolean", "uuid",
];

/// Fields that may hold the name of a type.
const KINDS: [&str; 5] = ["type", "kind", "format", "dataType", "data_type"];

pub(super) fn check(document: &Document, findings: &mut Findings) {
    for json in document
        .response
        .iter()
        .flat_map(|response| &response.shapes)
    {
        let Ok(value) = &json.value else {
            continue;
        };
        let mut pointers = Vec::new();
        values(value, "", &mut String::new(), &mut pointers);
        for (pointer, text) in pointers.into_iter().take(MOST) {
            report(document, json, &pointer, text, findings);
        }
    }
}

/// After so many in one block, more of them tell nobody anything.
const MOST: usize = 20;

fn report(document: &Document, json: &Json, pointer: &str, text: &str, findings: &mut Findings) {
    let place = document.at(json.field_span(pointer).unwrap_or(json.code.span));
    let message = format!("`{text}` stands for a value and is none");
    let help = "write the value of a real answer: a reader sees from it what the field looks like";
    // A type's name can be a value; nothing else here can.
    match TYPES.contains(&text) {
        true => findings.warning(place, message).help(help).guess(),
        false => findings.error(place, message).help(help),
    };
}

/// Collects the texts that stand for values, each with its place as a JSON pointer.
fn values<'a>(value: &'a Value, key: &str, at: &mut String, found: &mut Vec<(String, &'a str)>) {
    // serde_json bounds the depth of a value, so that this can call itself.
    match value {
        Value::Object(object) => {
            for (name, value) in object {
                let length = at.len();
                at.push('/');
                at.push_str(&name.replace('~', "~0").replace('/', "~1"));
                values(value, name, at, found);
                at.truncate(length);
            }
        }
        Value::Array(list) => {
            for (index, value) in list.iter().enumerate() {
                let length = at.len();
                at.push_str(&format!("/{index}"));
                values(value, key, at, found);
                at.truncate(length);
            }
        }
        Value::String(text) if stands_for_a_value(key, text) => found.push((at.clone(), text)),
        Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn stands_for_a_value(key: &str, text: &str) -> bool {
    let inner = text
        .strip_prefix('<')
        .and_then(|rest| rest.strip_suffix('>'));
    let is_bracketed = inner
        .is_some_and(|inner| !inner.is_empty() && !inner.contains(['<', '>', '/', '@', '=', ':']));
    let is_type = TYPES.contains(&text) && !KINDS.contains(&key);
    (is_bracketed && !has_gap(text)) || matches!(text, "..." | "…") || is_type
}
