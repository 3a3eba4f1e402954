//! Comparing what a value may not exceed: one table for all limits.

use guild_check::report::ChangeKind::{self, Additive, Breaking, Risky};

use super::defect::Defect;
use super::flat::Flat;
use super::shapes::Versions;
use super::walk::{Direction, Walk};
use crate::contract::{Bound, Types};
use crate::tree::View;

/// Which end of a range a limit is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Least,
    Most,
}

/// A limit: its name for each kind of value, and how it is read.
struct Limit {
    name: fn(Types) -> &'static str,
    end: End,
    read: fn(&Flat<'_>) -> Option<Bound>,
}

const LIMITS: [Limit; 6] = [
    Limit {
        name: |_| "minimum",
        end: End::Least,
        read: |flat| flat.limits.minimum,
    },
    Limit {
        name: |_| "maximum",
        end: End::Most,
        read: |flat| flat.limits.maximum,
    },
    Limit {
        name: |types| match () {
            () if types.has(Types::ARRAY) => "minItems",
            () if types.has(Types::OBJECT) => "minProperties",
            () => "minLength",
        },
        end: End::Least,
        // A least of nothing is no limit.
        read: |flat| count(flat.limits.shortest.filter(|count| *count > 0)),
    },
    Limit {
        name: |types| match () {
            () if types.has(Types::ARRAY) => "maxItems",
            () if types.has(Types::OBJECT) => "maxProperties",
            () => "maxLength",
        },
        end: End::Most,
        read: |flat| count(flat.limits.longest),
    },
    Limit {
        name: |_| "minContains",
        end: End::Least,
        read: |flat| number(flat.written("minContains")),
    },
    Limit {
        name: |_| "maxContains",
        end: End::Most,
        read: |flat| number(flat.written("maxContains")),
    },
];

/// Patterns that any text fits.
const ANY_TEXT: [&str; 4] = ["", ".*", "^.*$", "^.*"];

pub(super) fn compare(walk: &mut Walk<'_>, versions: &Versions<'_>) {
    for limit in &LIMITS {
        let old = (limit.read)(&versions.old);
        let new = (limit.read)(&versions.new);
        if old != new {
            tell(walk, versions, limit, old, new);
        }
    }
    multiple(walk, versions);
    pattern(walk, versions);
    unique(walk, versions);
}

fn tell(
    walk: &mut Walk<'_>,
    versions: &Versions<'_>,
    limit: &Limit,
    old: Option<Bound>,
    new: Option<Bound>,
) {
    let name = (limit.name)(versions.new.types);
    let detail = was_and_is(name, old.map(shown), new.map(shown));
    let is_tighter = match (old, new) {
        (Some(old), Some(new)) => limit.end.is_tighter(old, new),
        (old, _) => old.is_none(),
    };
    let (defect, kind) = match (is_tighter, versions.direction) {
        // It may have been kept all along, and only be said now.
        (true, Direction::Sent) if old.is_none() => (Defect::LimitTightened, Risky),
        (true, direction) => (Defect::LimitTightened, direction.narrowed()),
        (false, direction) => (Defect::LimitLoosened, direction.widened()),
    };
    versions.tell(walk, (defect, kind), detail);
}

fn was_and_is(name: &str, old: Option<String>, new: Option<String>) -> String {
    match (old, new) {
        (None, new) => format!("had no {name}, and has {} now", new.unwrap_or_default()),
        (Some(old), None) => format!("had the {name} {old}, and has none now"),
        (Some(old), Some(new)) => format!("had the {name} {old}, and has {new} now"),
    }
}

fn multiple(walk: &mut Walk<'_>, versions: &Versions<'_>) {
    let read = |flat: &Flat<'_>| flat.limits.multiple_of.filter(|step| *step != 0.0);
    let (old, new) = (read(&versions.old), read(&versions.new));
    let shown = |step: f64| step.to_string();
    let detail = was_and_is("multipleOf", old.map(shown), new.map(shown));
    // Each multiple of 10 is one of 5.
    let holds = |wide: f64, narrow: f64| (narrow / wide).fract() == 0.0;
    match (old, new) {
        (old, new) if old == new => {}
        (Some(old), Some(new)) if holds(new, old) => {
            versions.tell_widened(walk, Defect::LimitLoosened, detail);
        }
        (Some(old), Some(new)) if !holds(old, new) => {
            versions.tell(walk, (Defect::LimitTightened, Breaking), detail);
        }
        (Some(_), None) => versions.tell_widened(walk, Defect::LimitLoosened, detail),
        (_, _) => versions.tell_narrowed(walk, Defect::LimitTightened, detail),
    }
}

/// Compares patterns, whose meanings are not known: only what any text fits is known to be wider.
fn pattern(walk: &mut Walk<'_>, versions: &Versions<'_>) {
    let read = |flat: &Flat<'_>| {
        let pattern = flat
            .limits
            .pattern
            .as_ref()
            .map(|text| text.text.to_string());
        pattern.filter(|pattern| !ANY_TEXT.contains(&pattern.as_str()))
    };
    let (old, new) = (read(&versions.old), read(&versions.new));
    let (sent, detail) = match (old, new) {
        (old, new) if old == new => return,
        (None, Some(new)) => (Breaking, format!("must fit `{new}` now")),
        (Some(old), None) => (Additive, format!("had to fit `{old}`, and need not now")),
        (Some(old), Some(new)) => (
            Risky,
            format!("had to fit `{old}`, and must fit `{new}` now"),
        ),
        (None, None) => return,
    };
    let kind: ChangeKind = match versions.direction {
        Direction::Sent => sent,
        Direction::Received => Additive,
    };
    versions.tell(walk, (Defect::PatternChanged, kind), detail);
}

fn unique(walk: &mut Walk<'_>, versions: &Versions<'_>) {
    match (versions.old.limits.is_unique, versions.new.limits.is_unique) {
        (false, true) => {
            let detail = "may hold no item twice now".to_owned();
            versions.tell_narrowed(walk, Defect::ConstraintAdded, detail);
        }
        (true, false) => {
            let detail = "may hold an item twice now".to_owned();
            versions.tell_widened(walk, Defect::ConstraintRemoved, detail);
        }
        (true, true) | (false, false) => {}
    }
}

impl End {
    /// Tells whether fewer values keep to the new bound.
    fn is_tighter(self, old: Bound, new: Bound) -> bool {
        if old.value.total_cmp(&new.value).is_eq() {
            return new.is_exclusive;
        }
        match self {
            Self::Least => new.value > old.value,
            Self::Most => new.value < old.value,
        }
    }
}

fn shown(bound: Bound) -> String {
    let words = if bound.is_exclusive {
        " (exclusive)"
    } else {
        ""
    };
    format!("{}{words}", bound.value)
}

#[expect(
    clippy::cast_precision_loss,
    reason = "counts beyond 2^53 are no limits"
)]
fn count(count: Option<u64>) -> Option<Bound> {
    count.map(|count| Bound {
        value: count as f64,
        is_exclusive: false,
    })
}

fn number(view: Option<View<'_>>) -> Option<Bound> {
    let value = view?.number()?;
    Some(Bound {
        value,
        is_exclusive: false,
    })
}
