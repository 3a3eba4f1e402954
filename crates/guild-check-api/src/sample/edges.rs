//! Values as far out as is allowed.

use serde_json::Value;

use super::demand::Demand;
use super::vary::{Change, VariationKind};
use super::{DEPTH, MOST_CHARACTERS, MOST_ITEMS, Sampler, number, text};
use crate::contract::Types;

/// Makes the values at the edges of what is asked.
pub(super) fn changes(
    sampler: &mut Sampler<'_>,
    demand: &Demand<'_>,
    value: &Value,
) -> Vec<Change> {
    let edge = |value: Value, what: String| Change {
        value,
        what,
        kind: VariationKind::Edge,
    };
    if let Some(values) = &demand.values {
        let ends = [values.first(), values.last()].into_iter().flatten();
        return ends
            .map(|value| edge(value.clone(), format!("as {value}, one of its values")))
            .collect();
    }
    match value {
        Value::Number(_) => numbers(demand),
        Value::String(_) => texts(sampler, demand),
        Value::Array(_) => lists(sampler, demand),
        Value::Bool(value) => vec![edge(Value::Bool(!value), format!("as {}", !value))],
        Value::Null | Value::Object(_) => Vec::new(),
    }
    .into_iter()
    .chain(
        demand
            .types
            .has(Types::NULL)
            .then(|| edge(Value::Null, "as null".to_owned())),
    )
    .collect()
}

fn numbers(demand: &Demand<'_>) -> Vec<Change> {
    let is_whole = demand.likely_types().has(Types::INTEGER);
    let ends = match number::whole_range(demand) {
        Some((low, high)) if is_whole && demand.multiple_of.is_none() => [
            demand.minimum.map(|_| (low, "the least")),
            demand.maximum.map(|_| (high, "the greatest")),
        ],
        _ => [
            demand
                .minimum
                .filter(|bound| !bound.is_exclusive)
                .map(|bound| (bound.value, "the least")),
            demand
                .maximum
                .filter(|bound| !bound.is_exclusive)
                .map(|bound| (bound.value, "the greatest")),
        ],
    };
    let made = ends.into_iter().flatten().map(|(value, what)| {
        let value = number::written(value);
        Change {
            what: format!("as {value}, {what} that is allowed"),
            value,
            kind: VariationKind::Edge,
        }
    });
    made.collect()
}

fn texts(sampler: &mut Sampler<'_>, demand: &Demand<'_>) -> Vec<Change> {
    let mut made = Vec::new();
    for count in [demand.shortest, demand.longest].into_iter().flatten() {
        if count > MOST_CHARACTERS || demand.format.is_some_and(is_formed) {
            continue;
        }
        let text = text::of_exactly(demand, count, &mut sampler.chance);
        made.extend(text.map(|text| Change {
            value: Value::String(text),
            what: format!("with {count} characters, which are allowed"),
            kind: VariationKind::Edge,
        }));
    }
    made
}

/// Tells whether a format says how a text is written.
fn is_formed(format: &str) -> bool {
    !matches!(format, "password" | "binary")
}

fn lists(sampler: &mut Sampler<'_>, demand: &Demand<'_>) -> Vec<Change> {
    let mut made = Vec::new();
    for count in [demand.shortest.or(Some(0)), demand.longest]
        .into_iter()
        .flatten()
    {
        if count > MOST_ITEMS {
            continue;
        }
        let list = usize::try_from(count)
            .ok()
            .and_then(|count| sampler.items(demand, count, DEPTH / 2));
        made.extend(list.map(|list| Change {
            value: list,
            what: format!("with {count} items, which are allowed"),
            kind: VariationKind::Edge,
        }));
    }
    made
}
