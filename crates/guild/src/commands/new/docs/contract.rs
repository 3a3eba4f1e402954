//! What an API contract knows of the operation to be documented.

use guild_check::operation::{
    self, Answer, Credential, Location, Operation, Promise, Security, Shape, ShapeIndex, Type,
};
use serde_json::{Map, Value};

use super::brief::{Brief, Failing, Gotchas, Input, Output, Status};
use super::gaps;

/// Values in one answer; shapes that hold each other many times over would make it endless.
const MOST_VALUES: usize = 400;

/// How deep an answer goes.
const DEEPEST: usize = 12;

/// Fills what the contract knows.
pub(super) fn brief(operation: &Operation) -> Brief {
    let name = &operation.name;
    let (scopes, authentication) = match &operation.security {
        Security::Needed { alternatives, .. } => {
            (alternatives.first().cloned().unwrap_or_default(), None)
        }
        Security::Open => {
            let none = "None, because the contract lets anyone call it: no credential, scope or role is involved.";
            (Vec::new(), Some(none.to_owned()))
        }
        Security::Unsaid => (Vec::new(), None),
    };
    let mut outputs = operation.successes.iter().map(|one| output(operation, one));
    let first = outputs.next();
    let mut inputs: Vec<Input> = operation
        .inputs
        .iter()
        .map(|one| input(operation, one))
        .collect();
    if operation.is_body_open && !has_body(operation) && takes_body(&name.method) {
        inputs.push(gaps::input());
    }
    Brief {
        documented: Some(format!("{} {}", name.method, name.path)),
        inputs: Some(inputs),
        output: first,
        more_outputs: outputs.collect(),
        credential: credential(&operation.security),
        errors: operation.errors.iter().flat_map(errors).collect(),
        gotchas: Gotchas {
            authentication,
            ..Gotchas::default()
        },
        scopes,
        state: state(operation.promise),
        ..Brief::default()
    }
}

/// Says what the first alternative asks for; what the contract calls otherwise is left open.
fn credential(security: &Security) -> Option<String> {
    let Security::Needed { credentials, .. } = security else {
        return None;
    };
    let sentence = |credential: &Credential| match credential {
        Credential::Key(location, name) => {
            Some(format!("Send the key in the {} `{name}`.", location.word()))
        }
        Credential::Http(scheme) if scheme == "bearer" => {
            Some("Send a bearer token in the `Authorization` header.".to_owned())
        }
        Credential::Http(scheme) if scheme == "basic" => Some(
            "Send user name and password as HTTP Basic in the `Authorization` header.".to_owned(),
        ),
        Credential::Token => {
            Some("Send a bearer token of OAuth 2.0 in the `Authorization` header.".to_owned())
        }
        Credential::Certificate => Some("Present a client certificate (mutual TLS).".to_owned()),
        Credential::Http(_) | Credential::Other => None,
    };
    let sentences: Option<Vec<String>> = credentials.first()?.iter().map(sentence).collect();
    sentences
        .map(|sentences| sentences.join(" "))
        .filter(|text| !text.is_empty())
}

fn has_body(operation: &Operation) -> bool {
    let mut inputs = operation.inputs.iter();
    inputs.any(|input| input.location == Location::Body)
}

fn takes_body(method: &str) -> bool {
    matches!(method, "POST" | "PUT" | "PATCH" | "QUERY")
}

fn state(promise: Promise) -> Option<&'static str> {
    match promise {
        Promise::Kept => None,
        Promise::Deprecated => Some("Deprecated"),
        Promise::Beta => Some("Beta"),
    }
}

fn input(operation: &Operation, input: &operation::Input) -> Input {
    let shape = input.shape.and_then(|index| operation.shapes.get(index));
    let mut facts = Vec::new();
    if let Some(shape) = shape {
        facts = facts_of(shape);
        if let Some(default) = &shape.default {
            facts.push(format!("Default `{default}`."));
        }
    }
    let place = match input.location {
        Location::Path => "Path. ",
        Location::Query => "Query. ",
        Location::Header => "Header. ",
        Location::Cookie => "Cookie. ",
        Location::Body => "",
    };
    let state = state(input.promise).map_or(String::new(), |state| format!("{state}. "));
    facts.insert(0, format!("{place}{state}").trim().to_owned());
    Input {
        name: input.name.clone(),
        kind: shape.map_or_else(|| "any".to_owned(), kind),
        is_required: input.is_required,
        description: input.description.clone(),
        facts,
    }
}

/// Says what the contract knows exactly of a value, one sentence each.
fn facts_of(shape: &Shape) -> Vec<String> {
    let mut facts = Vec::new();
    if let Some(values) = shape.values.as_ref().filter(|values| !values.is_empty()) {
        let values: Vec<String> = values.iter().map(|value| format!("`{value}`")).collect();
        facts.push(match values.as_slice() {
            [only] => format!("Always {only}."),
            several => format!("One of {}.", several.join(", ")),
        });
    }
    if let Some(format) = &shape.format {
        facts.push(format!("Format `{format}`."));
    }
    facts
}

fn kind(shape: &Shape) -> String {
    let types = shape.types.iter().filter(|kind| **kind != Type::Null);
    let words: Vec<&str> = types.map(|kind| kind.word()).collect();
    match words.is_empty() {
        true => "any".to_owned(),
        false => words.join(" or "),
    }
}

fn output(operation: &Operation, answer: &Answer) -> Output {
    let mut left = MOST_VALUES;
    let json = answer.shape.map_or(Value::Null, |shape| {
        value(operation, shape, DEEPEST, &mut left)
    });
    let status = match answer.status {
        operation::Status::One(status) => Some(status),
        operation::Status::Class(_) | operation::Status::Default => None,
    };
    Output {
        status,
        // A value of JSON is always written. A further answer without a body shows none.
        json: serde_json::to_string_pretty(&json).ok(),
        has_body: answer.shape.is_some(),
        notes: answer
            .shape
            .map(|shape| notes(operation, shape))
            .unwrap_or_default(),
    }
}

/// Makes a value of a shape; what only a real answer can tell is left open.
fn value(operation: &Operation, index: ShapeIndex, depth: usize, left: &mut usize) -> Value {
    let open = || Value::String(gaps::VALUE.to_owned());
    let Some(shape) = operation.shapes.get(index) else {
        return open();
    };
    let kind = shape.types.iter().find(|kind| **kind != Type::Null);
    if depth == 0 || *left == 0 {
        return match kind {
            Some(Type::Array) => Value::Array(Vec::new()),
            _ => open(),
        };
    }
    *left -= 1;
    match kind {
        Some(Type::Object) => {
            let fields = shape.fields.iter().map(|field| {
                let value = value(operation, field.shape, depth - 1, left);
                (field.name.clone(), value)
            });
            Value::Object(fields.collect::<Map<_, _>>())
        }
        Some(Type::Array) => {
            let item = |items| value(operation, items, depth - 1, left);
            Value::Array(shape.items.map(item).into_iter().collect())
        }
        Some(Type::Boolean) => Value::Bool(shape.default.as_deref() != Some("false")),
        Some(Type::String) => Value::String(first_value(shape).unwrap_or(gaps::VALUE).to_owned()),
        Some(Type::Integer | Type::Number) => first_value(shape)
            .and_then(|value| serde_json::from_str(value).ok())
            .unwrap_or_else(open),
        Some(Type::Null) | None => match shape.types.is_empty() {
            true => open(),
            false => Value::Null,
        },
    }
}

fn first_value(shape: &Shape) -> Option<&str> {
    let mut values = shape.values.iter().flatten();
    values
        .find(|value| value.as_str() != "null")
        .map(String::as_str)
}

/// Lists the fields of an answer that leave a question open, with what the contract knows of them.
fn notes(operation: &Operation, index: ShapeIndex) -> Vec<String> {
    let Some(shape) = operation.shapes.get(index) else {
        return Vec::new();
    };
    let notes = shape.fields.iter().filter_map(|field| {
        let inner = operation.shapes.get(field.shape)?;
        let mut facts = facts_of(inner);
        facts.extend(state(field.promise).map(|state| format!("{state}.")));
        let is_id = field.name == "id" || field.name.ends_with("Id") || field.name.ends_with("_id");
        let is_open = is_id || inner.types.contains(&Type::Null) || !facts.is_empty();
        facts.push(gaps::NOTE.to_owned());
        is_open.then(|| format!("`{}`: {}", field.name, facts.join(" ")))
    });
    notes.collect()
}

/// Gives a row for each code that is for this status alone, or else one row for the status.
fn errors(answer: &Answer) -> Vec<Failing> {
    let operation::Status::One(status) = answer.status else {
        return Vec::new();
    };
    let row = |code: Option<String>| Failing {
        status: Status::Number(status),
        code,
        when: answer.description.clone(),
        action: None,
    };
    match answer.are_codes_own && !answer.codes.is_empty() {
        true => answer
            .codes
            .iter()
            .map(|code| Failing {
                // What is said of the status tells its codes not apart.
                when: answer
                    .description
                    .clone()
                    .filter(|_| answer.codes.len() == 1),
                ..row(Some(code.clone()))
            })
            .collect(),
        false => vec![row(None)],
    }
}
