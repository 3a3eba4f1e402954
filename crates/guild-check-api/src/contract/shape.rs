//! What a value may be.

use super::{Spot, Text, Written};
use crate::tree::{Kind, View};

/// A shape of the contract, by its index in [`super::Contract::shapes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ShapeId(u32);

/// What a value may be; where several parts say something, a value must keep to all of them.
#[derive(Clone, Debug)]
pub struct Shape {
    /// Where it stands.
    pub spot: Spot,
    /// The shape as written, for what is not modelled.
    pub written: Written,
    /// Whether it allows nothing at all (`false`).
    pub is_never: bool,
    /// Whether what it says could not be understood, so that nothing is known of its values.
    pub is_lost: bool,
    /// What it is a reference to.
    pub target: Option<ShapeId>,
    /// The types it may have; none stated means any.
    pub types: Types,
    /// The format, such as `date-time`.
    pub format: Option<Text>,
    /// The values it may have, in the order of the contract.
    pub values: Option<Vec<Written>>,
    /// The value when none is given.
    pub default: Option<Written>,
    /// Examples.
    pub examples: Vec<Written>,
    /// What it says of itself.
    pub description: Option<Written>,
    /// The fields of an object.
    pub properties: Vec<Property>,
    /// Whether its fields are the keys of a map, and so values (TypeScript: `Record<TaskStatus, number>`).
    pub is_map: bool,
    /// The fields that an object must have, listed or not.
    pub required: Vec<Text>,
    /// What fields that are not listed may be.
    pub additional: Additional,
    /// What each item of a list may be.
    pub items: Option<ShapeId>,
    /// What the first items of a list may be.
    pub first_items: Vec<ShapeId>,
    /// The value is of all these shapes too.
    pub all_of: Vec<ShapeId>,
    /// The value is of one of these shapes.
    pub one_of: Vec<ShapeId>,
    /// The value is of one of these shapes or more.
    pub any_of: Vec<ShapeId>,
    /// Shapes under other keywords, by the keyword: `not`, `if`, `contains` and the like.
    pub others: Vec<(&'static str, ShapeId)>,
    /// The field that tells which of several shapes it is.
    pub discriminator: Option<Discriminator>,
    /// What a value may not exceed.
    pub limits: Limits,
    /// What tells a text or number from others of its type (TypeScript: `string & { readonly __brand: "TaskId" }`).
    pub brand: Option<Text>,
    /// Whether only the server sets it.
    pub is_read_only: bool,
    /// Whether only the client sets it.
    pub is_write_only: bool,
    /// Whether it is to go.
    pub is_deprecated: bool,
    /// Whether it is tried out.
    pub is_beta: bool,
}

/// A field of an object.
#[derive(Clone, Debug)]
pub struct Property {
    /// Its name.
    pub name: Text,
    /// What it may be.
    pub shape: ShapeId,
}

/// A set of types.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Types(u8);

/// What fields that are not listed may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Additional {
    /// Nothing is said: anything.
    Unsaid,
    /// They are refused.
    Refused,
    /// Anything, and that is said.
    Any,
    /// They are of this shape.
    Shape(ShapeId),
}

/// The field that tells which of several shapes a value is.
#[derive(Clone, Debug)]
pub struct Discriminator {
    /// The field.
    pub property: Text,
    /// Which value stands for which shape, by its name or reference.
    pub mapping: Vec<(Text, Text)>,
}

/// What a value may not exceed, each as written.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The least number.
    pub minimum: Option<Bound>,
    /// The greatest number.
    pub maximum: Option<Bound>,
    /// What a number is a multiple of.
    pub multiple_of: Option<f64>,
    /// The fewest characters, items or fields.
    pub shortest: Option<u64>,
    /// The most characters, items or fields.
    pub longest: Option<u64>,
    /// The pattern of a text.
    pub pattern: Option<Text>,
    /// Whether no item may stand twice.
    pub is_unique: bool,
}

/// One end of a range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bound {
    /// The number.
    pub value: f64,
    /// Whether the number itself is outside.
    pub is_exclusive: bool,
}

impl Shape {
    /// Makes a shape that says nothing.
    pub(crate) fn bare(spot: Spot, written: Written) -> Self {
        Self {
            spot,
            written,
            is_never: false,
            is_lost: false,
            target: None,
            types: Types::NONE,
            format: None,
            values: None,
            default: None,
            examples: Vec::new(),
            description: None,
            properties: Vec::new(),
            is_map: false,
            required: Vec::new(),
            additional: Additional::Unsaid,
            items: None,
            first_items: Vec::new(),
            all_of: Vec::new(),
            one_of: Vec::new(),
            any_of: Vec::new(),
            others: Vec::new(),
            discriminator: None,
            limits: Limits::default(),
            brand: None,
            is_read_only: false,
            is_write_only: false,
            is_deprecated: false,
            is_beta: false,
        }
    }
}

/// Cuts references that lead back to themselves, each chain of them walked once; gives where the cuts are.
pub(crate) fn cut_circles(shapes: &mut [Shape]) -> Vec<Spot> {
    let mut cuts = Vec::new();
    // Which walk came by a shape first; the first walk has the number 1.
    let mut walks = vec![0_usize; shapes.len()];
    for start in 0..shapes.len() {
        let mut at = start;
        while walks[at] == 0 {
            walks[at] = start + 1;
            let Some(target) = shapes[at].target else {
                break;
            };
            if walks[target.index()] == start + 1 {
                shapes[at].target = None;
                shapes[at].is_lost = true;
                cuts.push(shapes[at].spot);
                break;
            }
            at = target.index();
        }
    }
    cuts
}

impl ShapeId {
    pub(crate) fn new(index: usize) -> Self {
        Self(u32::try_from(index).unwrap_or(u32::MAX))
    }

    /// Gives the index in the list of shapes.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Shape {
    /// Tells whether it says nothing of a value beside its types, a reference and words for people.
    pub fn says_nothing(&self) -> bool {
        let Limits {
            minimum: None,
            maximum: None,
            multiple_of: None,
            shortest: None,
            longest: None,
            pattern: None,
            is_unique: false,
        } = self.limits
        else {
            return false;
        };
        let marks = [
            self.is_never,
            self.is_read_only,
            self.is_write_only,
            self.is_deprecated,
        ];
        let parts = [&self.first_items, &self.all_of, &self.one_of, &self.any_of];
        self.format.is_none()
            && self.values.is_none()
            && self.default.is_none()
            && self.properties.is_empty()
            && self.required.is_empty()
            && self.additional == Additional::Unsaid
            && self.items.is_none()
            && self.others.is_empty()
            && self.discriminator.is_none()
            && parts.iter().all(|parts| parts.is_empty())
            && !marks.contains(&true)
    }
}

impl Limits {
    /// Gives all of it but where it stands.
    pub(crate) fn without_places(&self) -> impl std::fmt::Debug {
        (
            self.minimum,
            self.maximum,
            self.multiple_of,
            self.shortest,
            self.longest,
            self.pattern.as_ref().map(|pattern| pattern.text.clone()),
            self.is_unique,
        )
    }
}

impl Types {
    /// No type: as a statement, any.
    pub const NONE: Self = Self(0);
    /// A text.
    pub const STRING: Self = Self(1);
    /// A whole number.
    pub const INTEGER: Self = Self(2);
    /// A number.
    pub const NUMBER: Self = Self(4);
    /// A truth value.
    pub const BOOLEAN: Self = Self(8);
    /// An object.
    pub const OBJECT: Self = Self(16);
    /// A list.
    pub const ARRAY: Self = Self(32);
    /// `null`.
    pub const NULL: Self = Self(64);

    /// Each type with its name.
    pub const NAMED: [(Self, &'static str); 7] = [
        (Self::STRING, "string"),
        (Self::INTEGER, "integer"),
        (Self::NUMBER, "number"),
        (Self::BOOLEAN, "boolean"),
        (Self::OBJECT, "object"),
        (Self::ARRAY, "array"),
        (Self::NULL, "null"),
    ];

    /// Reads the name of a type.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::NAMED
            .iter()
            .find(|(_, other)| *other == name)
            .map(|(types, _)| *types)
    }

    /// Gives the type of a value; a whole number is an integer.
    pub(crate) fn of_value(value: View<'_>) -> Self {
        match value.kind() {
            Kind::Null | Kind::Alias(_) => Self::NULL,
            Kind::Bool(_) => Self::BOOLEAN,
            Kind::Number if value.written().contains(['.', 'e', 'E']) => Self::NUMBER,
            Kind::Number => Self::INTEGER,
            Kind::Text => Self::STRING,
            Kind::List => Self::ARRAY,
            Kind::Map => Self::OBJECT,
        }
    }

    /// Adds the integers to a set that has all numbers.
    #[must_use]
    pub(crate) fn with_integers(self) -> Self {
        if self.has(Self::NUMBER) {
            self.with(Self::INTEGER)
        } else {
            self
        }
    }

    /// Takes the integers out of a set that has all numbers.
    #[must_use]
    pub(crate) fn without_implied(self) -> Self {
        if self.has(Self::NUMBER) {
            self.without(Self::INTEGER)
        } else {
            self
        }
    }

    /// Names the types for people: `string or integer`.
    pub(crate) fn words(self) -> String {
        let named = Self::NAMED.iter().filter(|(one, _)| self.has(*one));
        let words: Vec<&str> = named.map(|(_, word)| *word).collect();
        match words.split_last() {
            None => "anything".to_owned(),
            Some((last, [])) => (*last).to_owned(),
            Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        }
    }

    /// Gives what is in either set.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Gives what is in this set and not in another.
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Gives what is in both sets.
    #[must_use]
    pub fn within(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Tells whether all types of another set are in this one.
    pub fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Tells whether nothing is stated.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}
