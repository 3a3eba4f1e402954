//! Whether a value is what a shape says: examples in the contract, and answers of a running server.
//!
//! Only what is certain is a mismatch: a pattern or format that is not known here lets everything pass.

mod format;
mod text;

use crate::contract::{Additional, Contract, Limits, Shape, ShapeId, Types};
use crate::tree::{Kind, View};

/// What a value is not.
#[derive(Clone, Debug)]
pub struct Mismatch<'a> {
    /// The value, which may stand deep within the one that was asked about.
    pub at: View<'a>,
    /// What is wrong with it, as the end of a sentence that begins with its name.
    pub message: String,
    /// Whether it is not the one value that tells its shape from others.
    is_tag: bool,
}

/// Which way a value goes: what only the other side sets need not be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// From the client.
    In,
    /// From the server.
    Out,
    /// It is not known.
    Either,
}

/// Values within values are held against shapes this deep.
const DEPTH: usize = 64;

/// Holds a value against a shape; none if it fits.
pub fn mismatch<'a>(
    contract: &Contract,
    shape: ShapeId,
    value: View<'a>,
    way: Way,
) -> Option<Mismatch<'a>> {
    Judge { contract, way }.value(shape, value, DEPTH)
}

struct Judge<'c> {
    contract: &'c Contract,
    way: Way,
}

impl Judge<'_> {
    fn value<'a>(&self, id: ShapeId, value: View<'a>, left: usize) -> Option<Mismatch<'a>> {
        let left = left.checked_sub(1)?;
        let shape = self.contract.shape(id);
        if shape.is_never {
            return wrong(value, "may not be there");
        }
        // OpenAPI 3.0 says so beside alternatives too, where no type is stated.
        if value.kind() == Kind::Null && self.is_nullable(shape) {
            return None;
        }
        let parts = shape.target.iter().chain(&shape.all_of);
        parts
            .copied()
            .find_map(|part| self.value(part, value, left))
            .or_else(|| types(shape, value))
            .or_else(|| self.listed(shape, value))
            .or_else(|| limits(shape, value))
            .or_else(|| self.fields(shape, value, left))
            .or_else(|| self.items(shape, value, left))
            .or_else(|| self.alternatives(&shape.one_of, value, left))
            .or_else(|| self.alternatives(&shape.any_of, value, left))
    }

    fn is_nullable(&self, shape: &Shape) -> bool {
        let view = self.contract.view(shape.written);
        view.and_then(|view| view.get("nullable")?.bool()) == Some(true)
    }

    fn listed<'a>(&self, shape: &Shape, value: View<'a>) -> Option<Mismatch<'a>> {
        let values = shape.values.as_ref()?;
        let mut views = values.iter().filter_map(|value| self.contract.view(*value));
        if views.any(|listed| is_same(listed, value)) {
            return None;
        }
        let message = match values.as_slice() {
            [only] => {
                let only = self.contract.view(*only).map_or("", View::written);
                return Some(Mismatch {
                    at: value,
                    message: format!("is `{}`, not `{only}`", value.written()),
                    is_tag: true,
                });
            }
            _ => format!(
                "is `{}`, which is not among the listed values",
                value.written()
            ),
        };
        wrong(value, message)
    }

    fn fields<'a>(&self, shape: &Shape, value: View<'a>, left: usize) -> Option<Mismatch<'a>> {
        if !value.is_map() {
            return None;
        }
        for required in &shape.required {
            let name = &*required.text;
            if value.get(name).is_none() && !self.is_set_elsewhere(shape, name) {
                return wrong(value, format!("has no `{name}`, which is required"));
            }
        }
        let has_patterns = shape
            .others
            .iter()
            .any(|(key, _)| *key == "patternProperties");
        for entry in value.entries() {
            let property = shape
                .properties
                .iter()
                .find(|property| *property.name.text == *entry.key());
            let found = match (property, shape.additional) {
                (Some(property), _) => self.value(property.shape, entry, left),
                (None, Additional::Refused) if !has_patterns => {
                    wrong(entry, "is not a field that there is")
                }
                (None, Additional::Shape(id)) if !has_patterns => self.value(id, entry, left),
                (None, _) => None,
            };
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Tells whether a field is set by the other side only.
    fn is_set_elsewhere(&self, shape: &Shape, name: &str) -> bool {
        let property = shape
            .properties
            .iter()
            .find(|property| *property.name.text == *name);
        let Some(property) = property else {
            return false;
        };
        let parts = self.contract.parts(property.shape);
        let mut parts = parts.iter().map(|part| self.contract.shape(*part));
        parts.any(|part| match self.way {
            Way::In => part.is_read_only,
            Way::Out => part.is_write_only,
            Way::Either => part.is_read_only || part.is_write_only,
        })
    }

    fn items<'a>(&self, shape: &Shape, value: View<'a>, left: usize) -> Option<Mismatch<'a>> {
        let mut items = value.items();
        for first in &shape.first_items {
            let found = items.next().and_then(|item| self.value(*first, item, left));
            if found.is_some() {
                return found;
            }
        }
        let rest = shape.items?;
        items.find_map(|item| self.value(rest, item, left))
    }

    /// One that fits is enough: which of several is meant is not for an example to say.
    fn alternatives<'a>(
        &self,
        alternatives: &[ShapeId],
        value: View<'a>,
        left: usize,
    ) -> Option<Mismatch<'a>> {
        let mut all = Vec::with_capacity(alternatives.len());
        for alternative in alternatives {
            all.push(self.value(*alternative, value, left)?);
        }
        // One that says by a field of its own that it is another shape is not the one that was meant.
        let mut meant = all
            .into_iter()
            .filter(|found| !found.is_tag && found.at.id != value.id);
        match (alternatives, meant.next()) {
            ([], _) => None,
            (_, Some(first))
                if meant
                    .all(|other| other.at.id == first.at.id && other.message == first.message) =>
            {
                Some(first)
            }
            _ => wrong(value, "fits none of the shapes that it may have"),
        }
    }
}

fn types<'a>(shape: &Shape, value: View<'a>) -> Option<Mismatch<'a>> {
    let own = match value.kind() {
        Kind::Null | Kind::Alias(_) => Types::NULL,
        Kind::Bool(_) => Types::BOOLEAN,
        Kind::Number if is_whole(value) => Types::INTEGER.with(Types::NUMBER),
        Kind::Number => Types::NUMBER,
        Kind::Text => Types::STRING,
        Kind::List => Types::ARRAY,
        Kind::Map => Types::OBJECT,
    };
    if shape.types.is_empty() || !shape.types.within(own).is_empty() {
        return None;
    }
    let named = |types: Types| {
        let mut all = Types::NAMED.iter();
        all.find(|(one, _)| types.has(*one))
            .map_or("", |(_, name)| name)
    };
    let wanted = Types::NAMED.iter().filter(|(one, _)| shape.types.has(*one));
    let wanted: Vec<&str> = wanted.map(|(_, name)| *name).collect();
    wrong(
        value,
        format!("is of type {}, not {}", named(own), wanted.join(" or ")),
    )
}

fn limits<'a>(shape: &Shape, value: View<'a>) -> Option<Mismatch<'a>> {
    let Limits {
        shortest, longest, ..
    } = &shape.limits;
    let (count, noun) = match value.kind() {
        Kind::Text => {
            let text = value.written();
            if let Some(message) = text::problem(shape, text) {
                return wrong(value, message);
            }
            (text.chars().count(), "characters")
        }
        Kind::List => (value.items().count(), "items"),
        Kind::Map => (value.entries().len(), "fields"),
        Kind::Number => return number(shape, value),
        Kind::Null | Kind::Bool(_) | Kind::Alias(_) => return None,
    };
    if shortest.is_some_and(|shortest| (count as u64) < shortest) {
        let shortest = shortest.unwrap_or(0);
        return wrong(
            value,
            format!("has {count} {noun}, and {shortest} are the fewest"),
        );
    }
    if longest.is_some_and(|longest| count as u64 > longest) {
        let longest = longest.unwrap_or(0);
        return wrong(
            value,
            format!("has {count} {noun}, and {longest} are the most"),
        );
    }
    None
}

fn number<'a>(shape: &Shape, value: View<'a>) -> Option<Mismatch<'a>> {
    let number = value.number()?;
    let limits = &shape.limits;
    let is_low = limits
        .minimum
        .is_some_and(|bound| number < bound.value || (bound.is_exclusive && number <= bound.value));
    let is_high = limits
        .maximum
        .is_some_and(|bound| number > bound.value || (bound.is_exclusive && number >= bound.value));
    let message = match (is_low, is_high) {
        (true, _) => "is less than the minimum",
        (_, true) => "is more than the maximum",
        (false, false) => return None,
    };
    wrong(value, message)
}

/// A number such as `2.0` is whole.
fn is_whole(value: View<'_>) -> bool {
    value.number().is_some_and(|number| number.fract() == 0.0)
}

fn is_same(listed: View<'_>, value: View<'_>) -> bool {
    match (listed.kind(), value.kind()) {
        (Kind::List | Kind::Map, _) => listed.to_json() == value.to_json(),
        (Kind::Number, Kind::Number) => listed.number() == value.number(),
        (listed_kind, kind) => {
            let is_one_kind = std::mem::discriminant(&listed_kind) == std::mem::discriminant(&kind);
            is_one_kind && listed.written() == value.written()
        }
    }
}

#[expect(
    clippy::unnecessary_wraps,
    reason = "it ends a chain of what may be wrong"
)]
fn wrong(at: View<'_>, message: impl Into<String>) -> Option<Mismatch<'_>> {
    Some(Mismatch {
        at,
        message: message.into(),
        is_tag: false,
    })
}
