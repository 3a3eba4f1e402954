//! The answer that a document shows, held against the one in the contract.

use guild_check::Span;
use guild_check::operation::{Operation, Shape, Type};
use serde_json::Value;

use super::row::heading;
use crate::contract::has_gap;
use crate::document::{Document, Notes, Role};

/// What differs between the shown answer and the contract.
pub(super) struct Difference {
    pub(super) kind: DifferenceKind,
    /// Where in the document.
    pub(super) span: Span,
    /// The field, with those around it, such as `error.code`.
    pub(super) field: String,
}

/// The ways to differ.
pub(super) enum DifferenceKind {
    /// The contract has no such field.
    Unknown,
    /// The document does not show a field that every answer has.
    Missing,
    /// The document neither shows nor names a field that an answer may have.
    Unnamed,
    /// The value is of another type: what it is, and what it may be.
    Type { is: &'static str, may: String },
    /// The value is none of those that it may be.
    Value { is: String, may: String },
}

/// A walk through a shown answer.
struct Walk<'a> {
    operation: &'a Operation,
    notes: &'a Notes,
    differences: Vec<(DifferenceKind, String)>,
}

/// Compares the first JSON block with the answer of the contract that it is nearest to; where the contract has several
/// answers, as many blocks.
pub(super) fn differences(document: &Document, operation: &Operation) -> Vec<Difference> {
    let shapes = operation.successes.iter().filter_map(|answer| answer.shape);
    let shapes: Vec<usize> = shapes.collect();
    let shown = document
        .response
        .iter()
        .flat_map(|response| &response.shapes);
    let shown = shown.filter_map(|json| Some((json, json.value.as_ref().ok()?)));
    let mut differences = Vec::new();
    // A block more may be a part of the answer that is shown again.
    for (json, value) in shown.take(shapes.len()) {
        let walks = shapes.iter().map(|&shape| {
            let mut walk = Walk {
                operation,
                notes: document.notes(),
                differences: Vec::new(),
            };
            walk.value(value, shape, "");
            walk.differences
        });
        let nearest = walks.min_by_key(Vec::len).unwrap_or_default();
        differences.extend(nearest.into_iter().map(|(kind, pointer)| {
            Difference {
                kind,
                span: span(json, &pointer).unwrap_or_else(|| heading(document, Role::Response)),
                field: pointer
                    .trim_start_matches('/')
                    .replace("/0", "[]")
                    .replace('/', "."),
            }
        }));
    }
    differences
}

/// Finds a field, or what holds it.
fn span(json: &crate::document::Json, pointer: &str) -> Option<Span> {
    json.field_span(pointer).or_else(|| {
        let (holder, _) = pointer.rsplit_once('/')?;
        json.field_span(holder)
    })
}

impl Walk<'_> {
    fn value(&mut self, value: &Value, shape: usize, pointer: &str) {
        let Some(shape) = self.operation.shapes.get(shape) else {
            return;
        };
        if value.as_str().is_some_and(has_gap) {
            return;
        }
        let shape = shape.clone();
        if let Some(kind) = type_difference(value, &shape) {
            self.differences.push((kind, pointer.to_owned()));
            return;
        }
        match value {
            Value::Object(object) => self.object(object, &shape, pointer),
            Value::Array(items) => {
                if let (Some(first), Some(inner)) = (items.first(), shape.items) {
                    self.value(first, inner, &format!("{pointer}/0"));
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }

    fn object(&mut self, object: &serde_json::Map<String, Value>, shape: &Shape, pointer: &str) {
        if shape.fields.is_empty() {
            return;
        }
        for (name, value) in object {
            let inner = format!("{pointer}/{}", name.replace('~', "~0").replace('/', "~1"));
            match shape.fields.iter().find(|field| field.name == *name) {
                Some(field) => self.value(value, field.shape, &inner),
                None if shape.is_open => {}
                None => self.differences.push((DifferenceKind::Unknown, inner)),
            }
        }
        for field in shape
            .fields
            .iter()
            .filter(|field| !object.contains_key(&field.name))
        {
            let kind = if field.is_required {
                DifferenceKind::Missing
            } else {
                DifferenceKind::Unnamed
            };
            if field.is_required || !self.notes.name(&field.name) {
                self.differences
                    .push((kind, format!("{pointer}/{}", field.name)));
            }
        }
    }
}

fn type_difference(value: &Value, shape: &Shape) -> Option<DifferenceKind> {
    let is = match value {
        Value::Null => Type::Null,
        Value::Bool(_) => Type::Boolean,
        Value::Number(number) if number.is_i64() || number.is_u64() => Type::Integer,
        Value::Number(_) => Type::Number,
        Value::String(_) => Type::String,
        Value::Array(_) => Type::Array,
        Value::Object(_) => Type::Object,
    };
    let may = &shape.types;
    let fits =
        may.is_empty() || may.contains(&is) || (is == Type::Integer && may.contains(&Type::Number));
    if !fits {
        return Some(DifferenceKind::Type {
            is: is.word(),
            may: words(may),
        });
    }
    let values = shape.values.as_ref()?;
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Bool(value) => value.to_string(),
        Value::Null | Value::Array(_) | Value::Object(_) => return None,
    };
    (!values.contains(&text)).then(|| DifferenceKind::Value {
        is: text,
        may: values.join(", "),
    })
}

/// Writes types as a person does.
pub(super) fn words(types: &[Type]) -> String {
    types
        .iter()
        .map(|kind| kind.word())
        .collect::<Vec<_>>()
        .join(" or ")
}
