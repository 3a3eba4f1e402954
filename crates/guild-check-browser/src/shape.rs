//! Shapes: what a JSON value must be, in the language of a plan's JSON blocks.

/// What a JSON value must be.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// Anything.
    Any,
    /// One of these types: `"string|null"`.
    OneOf(Vec<Kind>),
    /// Exactly this text (`"=OPEN"`), number, `true` or `false`.
    Literal(serde_json::Value),
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
