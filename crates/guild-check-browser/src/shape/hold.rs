//! Holding a JSON value against a shape.

use std::fmt;

use guild_check::shortened;
use serde_json::{Number, Value};

use super::{Kind, Shape};

/// No more is told of one value: the first few say what is wrong.
pub const MOST_MISMATCHES: usize = 8;

/// No longer piece of a value is told.
const LONGEST: usize = 60;

/// Something in a value that the shape does not say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// Where: `items[3].dueAt`; empty for the whole value.
    pub path: String,
    /// What the shape says: `a string or null`.
    pub expected: String,
    /// What stands there: `a number`, `absent`, `"DONE"`. A value is shown only where a literal was expected.
    pub found: String,
}

/// Tells it in a sentence without its full stop: «`isPinned` is absent; expected a boolean».
impl fmt::Display for Mismatch {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (found, expected) = (&self.found, &self.expected);
        match self.path.as_str() {
            "" => write!(formatter, "the body is {found}; expected {expected}"),
            path => write!(formatter, "`{path}` is {found}; expected {expected}"),
        }
    }
}

pub(super) fn mismatches(shape: &Shape, value: &Value) -> Vec<Mismatch> {
    let mut found = Vec::new();
    hold(shape, value, &mut Vec::new(), &mut found);
    found
}

/// A step of the way to a value.
#[derive(Clone, Copy)]
enum Way<'a> {
    Field(&'a str),
    Item(usize),
}

/// A shape is at most as deep as its reader lets it be, so the recursion ends.
fn hold<'a>(shape: &'a Shape, value: &Value, way: &mut Vec<Way<'a>>, found: &mut Vec<Mismatch>) {
    if found.len() >= MOST_MISMATCHES {
        return;
    }
    match (shape, value) {
        (Shape::Any, _) => {}
        (Shape::OneOf(kinds), _) if kinds.iter().any(|kind| kind.holds(value)) => {}
        (Shape::Literal(literal), _) if is_same(literal, value) => {}
        (Shape::Literal(literal), _) => {
            let is_short = value.is_string() || value.is_number() || value.is_boolean();
            let shown = if is_short {
                bounded(value)
            } else {
                kind_of(value).to_owned()
            };
            tell(way, bounded(literal), shown, found);
        }
        (Shape::Items(shape), Value::Array(items)) => {
            for (index, item) in items.iter().enumerate() {
                way.push(Way::Item(index));
                hold(shape, item, way, found);
                way.pop();
            }
        }
        (Shape::Fields(fields), Value::Object(object)) => {
            for field in fields {
                way.push(Way::Field(&field.name));
                match object.get(&field.name) {
                    Some(value) => hold(&field.shape, value, way, found),
                    None if field.is_optional => {}
                    None => tell(way, expected(&field.shape), "absent".to_owned(), found),
                }
                way.pop();
            }
        }
        (Shape::OneOf(_) | Shape::Items(_) | Shape::Fields(_), _) => {
            tell(way, expected(shape), kind_of(value).to_owned(), found);
        }
    }
}

fn tell(way: &[Way<'_>], expected: String, shown: String, found: &mut Vec<Mismatch>) {
    if found.len() < MOST_MISMATCHES {
        found.push(Mismatch {
            path: path(way),
            expected,
            found: shown,
        });
    }
}

/// Writes a way as `items[3].dueAt`; a name that is no word stands in brackets.
fn path(way: &[Way<'_>]) -> String {
    let mut path = String::new();
    for step in way {
        match step {
            Way::Item(index) => path.push_str(&format!("[{index}]")),
            Way::Field(name) if is_word(name) => {
                if !path.is_empty() {
                    path.push('.');
                }
                path.push_str(name);
            }
            Way::Field(name) => path.push_str(&format!("[{}]", bounded(&Value::from(*name)))),
        }
    }
    path
}

fn is_word(name: &str) -> bool {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '$' | '@');
    !name.is_empty() && name.chars().all(is_plain)
}

impl Kind {
    fn holds(self, value: &Value) -> bool {
        match (self, value) {
            (Self::String, Value::String(_))
            | (Self::Number, Value::Number(_))
            | (Self::Boolean, Value::Bool(_))
            | (Self::Null, Value::Null) => true,
            (Self::Integer, Value::Number(number)) => is_whole(number),
            (Self::String | Self::Number | Self::Integer | Self::Boolean | Self::Null, _) => false,
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::String => "a string",
            Self::Number => "a number",
            Self::Integer => "an integer",
            Self::Boolean => "a boolean",
            Self::Null => "null",
        }
    }
}

/// `2.0` is an integer too (JSON Schema, 6.1.1).
fn is_whole(number: &Number) -> bool {
    number.is_i64() || number.is_u64() || number.as_f64().is_some_and(|value| value.fract() == 0.0)
}

fn is_same(literal: &Value, value: &Value) -> bool {
    match (literal, value) {
        (Value::Number(left), Value::Number(right)) => {
            left == right || left.as_f64().is_some() && left.as_f64() == right.as_f64()
        }
        _ => literal == value,
    }
}

/// Says what a shape expects.
fn expected(shape: &Shape) -> String {
    match shape {
        Shape::Any => "any value".to_owned(),
        Shape::OneOf(kinds) => {
            let words: Vec<&str> = kinds.iter().map(|kind| kind.words()).collect();
            words.join(" or ")
        }
        Shape::Literal(value) => bounded(value),
        Shape::Items(_) => "an array".to_owned(),
        Shape::Fields(_) => "an object".to_owned(),
    }
}

fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

fn bounded(value: &Value) -> String {
    shortened(&value.to_string(), LONGEST)
}
