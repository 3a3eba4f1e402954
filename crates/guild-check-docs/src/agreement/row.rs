//! Which row of the parameter table is which input of the contract.

use guild_check::Span;
use guild_check::operation::{Input, Location, Operation, Shape, Type};

use crate::document::{Document, Parameter, Role, first_word};

/// Finds the input that a row is about.
pub(super) fn input<'a>(operation: &'a Operation, row: &Parameter) -> Option<&'a Input> {
    let said = place(row);
    let mut same = operation
        .inputs
        .iter()
        .filter(|input| is_named(input, row.bare_name()));
    let first = same.clone().next();
    same.find(|input| Some(input.location) == said).or(first)
}

/// Finds the row of an input.
pub(super) fn of<'a>(
    document: &'a Document,
    operation: &Operation,
    wanted: &Input,
) -> Option<&'a Parameter> {
    document.parameters.iter().find(|row| {
        let found = input(operation, row);
        found.is_some_and(|found| {
            is_named(found, &wanted.name)
                && (found.location == wanted.location || place(row).is_none())
        })
    })
}

/// Finds what a row may be: an input, or a field within one, such as `address.city` and `items[].sku`.
pub(super) fn shape<'a>(operation: &'a Operation, row: &Parameter) -> Option<&'a Shape> {
    if let Some(input) = input(operation, row) {
        return operation.shapes.get(input.shape?);
    }
    let mut steps = steps(row.bare_name());
    let head = steps.next()?;
    let input = operation.inputs.iter().find(|input| input.name == head)?;
    let mut shape = operation.shapes.get(input.shape?)?;
    for step in steps {
        while let Some(items) = shape.items {
            shape = operation.shapes.get(items)?;
        }
        let field = shape.fields.iter().find(|field| field.name == step)?;
        shape = operation.shapes.get(field.shape)?;
    }
    Some(shape)
}

/// Tells whether a row is about a field within an input whose fields are not all listed.
pub(super) fn is_within_open(operation: &Operation, row: &Parameter) -> bool {
    let mut steps = steps(row.bare_name());
    let head = steps.next();
    let input = operation
        .inputs
        .iter()
        .find(|input| Some(input.name.as_str()) == head);
    let Some(mut shape) = input.and_then(|input| operation.shapes.get(input.shape?)) else {
        return operation.is_body_open;
    };
    for step in steps {
        while let Some(items) = shape.items.and_then(|items| operation.shapes.get(items)) {
            shape = items;
        }
        if shape.is_open || shape.fields.is_empty() {
            return true;
        }
        let field = shape.fields.iter().find(|field| field.name == step);
        let Some(next) = field.and_then(|field| operation.shapes.get(field.shape)) else {
            return false;
        };
        shape = next;
    }
    false
}

/// Reads where a row says that its parameter goes: the first word of the note, if it stands for itself.
pub(super) fn place(row: &Parameter) -> Option<Location> {
    let text = row.description.text.trim_start();
    let word = first_word(text);
    let rest = text.get(word.len()..).unwrap_or("");
    let is_alone = rest.is_empty() || rest.starts_with(['.', ',', ':', ';']);
    let is_noun = ["parameter", "field", "header", "variable"].contains(&first_word(rest).as_str());
    if !is_alone && !is_noun {
        return None;
    }
    match word.as_str() {
        "path" => Some(Location::Path),
        "query" => Some(Location::Query),
        "header" => Some(Location::Header),
        "cookie" => Some(Location::Cookie),
        "body" => Some(Location::Body),
        _ => None,
    }
}

/// Reads the types that a row names; none if one of the words is no type.
pub(super) fn types(row: &Parameter) -> Option<Vec<Type>> {
    let text = row.kind.text.to_lowercase();
    let text = text.replace("or null", "| null").replace(" or ", " | ");
    let text = text.split(['(', '<']).next().unwrap_or("");
    let mut types = Vec::new();
    for word in text
        .split(['|', ',', '/'])
        .map(str::trim)
        .filter(|word| !word.is_empty())
    {
        types.push(kind(word)?);
    }
    (!types.is_empty()).then_some(types)
}

fn kind(word: &str) -> Option<Type> {
    if word.ends_with("[]") || word.starts_with("array") || word.starts_with("list") {
        return Some(Type::Array);
    }
    Some(match word.split_whitespace().next()? {
        "string" | "text" | "str" | "uuid" | "date-time" | "datetime" | "date" | "timestamp"
        | "email" | "uri" | "url" | "file" | "binary" => Type::String,
        "integer" | "int" | "int32" | "int64" | "long" => Type::Integer,
        "number" | "float" | "double" | "decimal" => Type::Number,
        "boolean" | "bool" => Type::Boolean,
        "object" | "map" => Type::Object,
        "null" => Type::Null,
        _ => return None,
    })
}

/// Gives where a role's section can be pointed at: its heading, or the title if it is missing.
pub(super) fn heading(document: &Document, role: Role) -> Span {
    let section = document
        .section(role)
        .map(|section| section.heading.text_span);
    section
        .or_else(|| Some(document.title.as_ref()?.span))
        .unwrap_or_default()
}

/// Headers do not tell capitals apart, and all else does.
fn is_named(input: &Input, name: &str) -> bool {
    match input.location {
        Location::Header => input.name.eq_ignore_ascii_case(name),
        Location::Path | Location::Query | Location::Cookie | Location::Body => input.name == name,
    }
}

fn steps(name: &str) -> impl Iterator<Item = &str> {
    name.split('.')
        .map(|step| step.split('[').next().unwrap_or(step))
}
