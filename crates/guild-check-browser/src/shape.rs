//! Shapes: what a JSON value must be, in the language of a plan's JSON blocks (PLAN.md).

mod hold;
mod read;

use std::fmt;

use serde_json::Value;

pub use hold::{MOST_MISMATCHES, Mismatch};
pub use read::ShapeProblem;

/// What a JSON value must be.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// Anything.
    Any,
    /// One of these types: `"string|null"`.
    OneOf(Vec<Kind>),
    /// Exactly this text (`"=OPEN"`), number, `true` or `false`.
    Literal(Value),
    /// Every item is this: `[shape]`.
    Items(Box<Shape>),
    /// Every named field is there; others are allowed.
    Fields(Vec<Field>),
}

/// A type of JSON, as a shape names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `"string"`
    String,
    /// `"number"`
    Number,
    /// `"integer"`: a number without a fraction.
    Integer,
    /// `"boolean"`
    Boolean,
    /// `"null"`
    Null,
}

/// A field of an object.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Whether it may be absent: `"name?"`.
    pub is_optional: bool,
    /// What it must be.
    pub shape: Shape,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::String,
        Self::Number,
        Self::Integer,
        Self::Boolean,
        Self::Null,
    ];

    /// Gives the word that a shape writes.
    pub fn word(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Number => "number",
            Self::Integer => "integer",
            Self::Boolean => "boolean",
            Self::Null => "null",
        }
    }
}

impl Shape {
    /// Reads a shape from a JSON block.
    ///
    /// # Errors
    ///
    /// The first thing in it that is no JSON or no shape, with its place in the text.
    pub fn read(text: &str) -> Result<Self, ShapeProblem> {
        read::read(text)
    }

    /// Holds a value against the shape: what differs, in the order of the shape, at most [`MOST_MISMATCHES`].
    pub fn mismatches(&self, value: &Value) -> Vec<Mismatch> {
        hold::mismatches(self, value)
    }
}

/// Writes the shape as a plan does, on one line.
impl fmt::Display for Shape {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Any => formatter.write_str("\"any\""),
            Self::OneOf(kinds) => {
                let words: Vec<&str> = kinds.iter().map(|kind| kind.word()).collect();
                write!(formatter, "\"{}\"", words.join("|"))
            }
            Self::Literal(Value::String(text)) => {
                write!(formatter, "{}", Value::String(format!("={text}")))
            }
            Self::Literal(value) => write!(formatter, "{value}"),
            Self::Items(shape) => write!(formatter, "[{shape}]"),
            Self::Fields(fields) if fields.is_empty() => formatter.write_str("{}"),
            Self::Fields(fields) => {
                formatter.write_str("{ ")?;
                for (index, field) in fields.iter().enumerate() {
                    let comma = if index == 0 { "" } else { ", " };
                    let mark = if field.is_optional { "?" } else { "" };
                    let name = Value::String(format!("{}{mark}", field.name));
                    write!(formatter, "{comma}{name}: {}", field.shape)?;
                }
                formatter.write_str(" }")
            }
        }
    }
}
