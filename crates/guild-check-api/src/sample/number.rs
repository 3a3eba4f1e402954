//! Numbers within their limits.

use serde_json::{Number, Value};

use super::chance::Chance;
use super::demand::Demand;
use crate::contract::Bound;

/// How far numbers differ where only one end is said, or none.
const SPREAD: f64 = 1000.0;

/// Beyond this, a 64-bit float does not tell whole numbers apart.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Makes a whole number.
pub(super) fn whole(demand: &Demand<'_>, chance: &mut Chance) -> Option<Value> {
    let (low, high) = whole_range(demand)?;
    let step = demand
        .multiple_of
        .filter(|step| *step >= 1.0)
        .unwrap_or(1.0);
    let (first, last) = ((low / step).ceil(), (high / step).floor());
    let count = last - first + 1.0;
    if count < 1.0 {
        return None;
    }
    let at = chance.below(count.min(SPREAD) as usize) as f64;
    Some(written((first + at) * step))
}

/// Makes a number that need not be whole.
pub(super) fn any(demand: &Demand<'_>, chance: &mut Chance) -> Option<Value> {
    if let Some(step) = demand.multiple_of.filter(|step| *step > 0.0) {
        let low = demand.minimum.map_or(0.0, |bound| bound.value);
        let first = (low / step).ceil()
            + if demand.minimum.is_some_and(|bound| bound.is_exclusive) {
                1.0
            } else {
                0.0
            };
        return Some(written(first * step));
    }
    let (low, high) = range(demand.minimum, demand.maximum);
    if low > high {
        return None;
    }
    // Neither end, so that it does not matter whether they are inside; hundredths where there is room for them.
    let at = low + (high - low) * (1 + chance.below(98)) as f64 / 99.0;
    let rounded = (at * 100.0).round() / 100.0;
    let is_inside = rounded > low && rounded < high;
    Some(written(if is_inside { rounded } else { at }))
}

/// Gives the least and the greatest whole number that there may be.
pub(super) fn whole_range(demand: &Demand<'_>) -> Option<(f64, f64)> {
    let inward = |bound: Bound, step: f64| {
        let whole = if step > 0.0 {
            bound.value.ceil()
        } else {
            bound.value.floor()
        };
        let is_outside = bound.is_exclusive && (whole - bound.value).abs() < f64::EPSILON;
        Bound {
            value: if is_outside { whole + step } else { whole },
            is_exclusive: false,
        }
    };
    let minimum = demand.minimum.map(|bound| inward(bound, 1.0));
    let maximum = demand.maximum.map(|bound| inward(bound, -1.0));
    let (low, high) = range(minimum, maximum);
    (low <= high).then_some((low, high))
}

/// Writes a number, whole if it is.
pub(super) fn written(number: f64) -> Value {
    if number.fract() == 0.0 && number.abs() < EXACT {
        return Value::from(number as i64);
    }
    Number::from_f64(number).map_or(Value::Null, Value::Number)
}

/// Gives a range around what is said, of small positive numbers where nothing is.
fn range(minimum: Option<Bound>, maximum: Option<Bound>) -> (f64, f64) {
    match (minimum, maximum) {
        (Some(low), Some(high)) => (low.value, high.value),
        (Some(low), None) => (low.value, low.value + SPREAD),
        (None, Some(high)) => (high.value.min(1.0).max(high.value - SPREAD), high.value),
        (None, None) => (1.0, SPREAD),
    }
}
