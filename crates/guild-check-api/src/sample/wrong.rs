//! Values just beyond what is allowed, each wrong in one way. Whether they are is for the shape to say.

use serde_json::{Value, json};

use super::demand::Demand;
use super::vary::{Change, VariationKind as Kind};
use super::{DEPTH, MOST_CHARACTERS, MOST_ITEMS, Sampler, number, text};
use crate::contract::Types;

/// Makes values that break what is asked.
pub(super) fn changes(
    sampler: &mut Sampler<'_>,
    demand: &Demand<'_>,
    value: &Value,
) -> Vec<Change> {
    let mut made = Vec::new();
    match value {
        Value::Object(object) => {
            for name in &demand.required {
                let mut less = object.clone();
                if less.shift_remove(*name).is_some() {
                    made.push(change(
                        Value::Object(less),
                        format!("without `{name}`, which is required"),
                        Kind::Missing,
                    ));
                }
            }
            let mut more = object.clone();
            more.insert("noSuchField".to_owned(), json!("surplus"));
            made.push(change(
                Value::Object(more),
                "with `noSuchField`, which there is not".to_owned(),
                Kind::Unknown,
            ));
        }
        Value::Number(_) => made.extend(numbers(demand)),
        Value::String(_) => made.extend(texts(sampler, demand)),
        Value::Array(_) => made.extend(lists(sampler, demand)),
        Value::Null | Value::Bool(_) => {}
    }
    if demand.values.is_some() && !value.is_object() {
        let other = match value {
            Value::String(_) => json!("NO_SUCH_VALUE"),
            _ => json!(987_654_321),
        };
        made.push(change(
            other,
            "with a value that is not listed".to_owned(),
            Kind::Listed,
        ));
    }
    made.extend(another_type(value));
    made
}

/// Gives a value of a type that cannot be taken for the one that is there, even in the query.
fn another_type(value: &Value) -> Vec<Change> {
    let (other, what) = match value {
        Value::String(_) => (json!({ "text": 7 }), "as an object"),
        Value::Number(_) => (json!("seven"), "as the text \"seven\""),
        Value::Bool(_) => (json!("perhaps"), "as the text \"perhaps\""),
        Value::Array(_) => (json!("alder"), "as a text"),
        Value::Object(_) => (json!(["alder"]), "as a list"),
        Value::Null => return Vec::new(),
    };
    vec![change(other, what.to_owned(), Kind::Type)]
}

fn numbers(demand: &Demand<'_>) -> Vec<Change> {
    let is_whole = demand.likely_types().has(Types::INTEGER);
    let mut ends = Vec::new();
    if is_whole {
        let range = number::whole_range(demand);
        ends.extend(range.and_then(|(low, _)| demand.minimum.map(|_| (low - 1.0, "less"))));
        ends.extend(range.and_then(|(_, high)| demand.maximum.map(|_| (high + 1.0, "more"))));
    } else {
        ends.extend(demand.minimum.map(|bound| (bound.value - 1.0, "less")));
        ends.extend(demand.maximum.map(|bound| (bound.value + 1.0, "more")));
    }
    let mut made: Vec<Change> = ends
        .into_iter()
        .map(|(value, which)| {
            let value = number::written(value);
            let what = format!("as {value}, {which} than is allowed");
            change(value, what, Kind::Limit)
        })
        .collect();
    if is_whole {
        made.push(change(
            json!(1.5),
            "as 1.5, which is not whole".to_owned(),
            Kind::Type,
        ));
    }
    made
}

fn texts(sampler: &mut Sampler<'_>, demand: &Demand<'_>) -> Vec<Change> {
    let mut made = Vec::new();
    let short = demand.shortest.and_then(|shortest| shortest.checked_sub(1));
    let long = demand
        .longest
        .filter(|longest| *longest < MOST_CHARACTERS)
        .map(|longest| longest + 1);
    for count in [short, long].into_iter().flatten() {
        // It is to be wrong in its length alone.
        let text = text::of_exactly(demand, count, &mut sampler.chance);
        made.extend(text.map(|text| {
            let what = format!("with {count} characters, which are not allowed");
            change(Value::String(text), what, Kind::Limit)
        }));
    }
    let format = demand
        .format
        .filter(|format| matches!(*format, "date-time" | "date" | "uuid"));
    made.extend(format.map(|format| {
        change(
            json!("yesterday"),
            format!("as \"yesterday\", which is no {format}"),
            Kind::Form,
        )
    }));
    if !demand.patterns.is_empty() {
        for text in ["!", "no such form"] {
            made.push(change(
                json!(text),
                format!("as \"{text}\", which does not match its pattern"),
                Kind::Form,
            ));
        }
    }
    made
}

fn lists(sampler: &mut Sampler<'_>, demand: &Demand<'_>) -> Vec<Change> {
    let short = demand.shortest.and_then(|shortest| shortest.checked_sub(1));
    let long = demand
        .longest
        .filter(|longest| *longest < MOST_ITEMS)
        .map(|longest| longest + 1);
    let counts = [short, long].into_iter().flatten();
    let lists = counts.filter_map(|count| {
        let list = sampler.items(demand, usize::try_from(count).ok()?, DEPTH / 2)?;
        let what = format!("with {count} items, which are not allowed");
        Some(change(list, what, Kind::Limit))
    });
    lists.collect()
}

fn change(value: Value, what: String, kind: Kind) -> Change {
    Change { value, what, kind }
}
