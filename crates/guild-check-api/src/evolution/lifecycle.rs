//! Comparing what is announced: deprecation, the date by which something goes, and how far it is kept.
//!
//! What is deprecated with a date may go when the date has passed; whoever did not move breaks all the same, so its
//! removal is a risk and not an addition. This holds for operations and parameters. A field that was seen is never
//! taken away (SPEC.md 2.5).

use guild_check::contract::Date;
use guild_check::report::ChangeKind::{self, Additive, Breaking, Risky};

use super::defect::Defect;
use super::endpoints::{Both, spots_of, subject};
use super::shapes::Versions;
use super::walk::{Spots, Walk};
use crate::contract::{Endpoint, Parameter, Text};
use crate::tree::View;

/// Words for how far a part is kept, the least first.
const LEVELS: [&[&str]; 4] = [
    &["draft"],
    &["alpha", "experimental", "unstable"],
    &["beta", "preview"],
    &[
        "stable",
        "ga",
        "released",
        "public",
        "production",
        "live",
        "active",
        "deprecated",
    ],
];

/// The level of what says nothing.
const KEPT: usize = 3;

/// What is said of one part.
struct Life {
    is_deprecated: bool,
    sunset: Option<String>,
}

impl Life {
    fn of(is_deprecated: bool, sunset: Option<&Text>) -> Self {
        Self {
            is_deprecated,
            sunset: sunset.map(|text| text.text.to_string()),
        }
    }
}

pub(super) fn of_operation(walk: &mut Walk<'_>, both: &Both<'_>) {
    let (old, new) = (both.old, both.new);
    let spots = spots_of(old.sunset.as_ref(), new.sunset.as_ref(), both);
    let before = Life::of(old.is_deprecated, old.sunset.as_ref());
    let after = Life::of(new.is_deprecated, new.sunset.as_ref());
    for (defect, kind, detail) in changes(walk.today, &before, &after) {
        walk.tell(
            both.operation,
            (defect, kind),
            spots,
            (&subject(new), detail),
        );
    }
    stability(walk, both);
}

pub(super) fn of_parameter(
    walk: &mut Walk<'_>,
    both: &Both<'_>,
    subject: &str,
    (old, new): (&Parameter, &Parameter),
) {
    let spot = |parameter: &Parameter| parameter.sunset.as_ref().unwrap_or(&parameter.name).spot;
    let spots = Spots::Both {
        old: spot(old),
        new: spot(new),
    };
    let before = Life::of(old.is_deprecated, old.sunset.as_ref());
    let after = Life::of(new.is_deprecated, new.sunset.as_ref());
    for (defect, kind, detail) in changes(walk.today, &before, &after) {
        walk.tell(both.operation, (defect, kind), spots, (subject, detail));
    }
}

pub(super) fn of_shape(walk: &mut Walk<'_>, versions: &Versions<'_>) {
    let (old, new) = (&versions.old, &versions.new);
    if !old.is_deprecated && !new.is_deprecated {
        return;
    }
    let life = |is_deprecated, sunset: Option<View<'_>>| Life {
        is_deprecated,
        sunset: sunset.map(|view| view.written().to_owned()),
    };
    let before = life(old.is_deprecated, old.written("x-sunset"));
    let after = life(new.is_deprecated, new.written("x-sunset"));
    for (defect, kind, detail) in changes(walk.today, &before, &after) {
        versions.tell(walk, (defect, kind), detail);
    }
}

/// Says whether something may go now, and how that came about.
pub(super) fn removal(today: Date, is_deprecated: bool, sunset: Option<&Text>) -> (bool, String) {
    let date = sunset.map(|text| (&*text.text, date(&text.text)));
    match (is_deprecated, date) {
        (false, _) => (false, String::new()),
        (true, None) => (false, "; it was deprecated without a date".to_owned()),
        (true, Some((text, Some(date)))) if date <= today => {
            (true, format!(", as was announced for {text}"))
        }
        (true, Some((text, Some(_)))) => (
            false,
            format!(", before the date {text} that was announced"),
        ),
        (true, Some((text, None))) => (false, format!("; its date `{text}` cannot be read")),
    }
}

/// Tells whether the contract says of an operation that it is not kept yet.
pub(super) fn is_unstable(endpoint: &Endpoint) -> bool {
    let level = endpoint
        .stability
        .as_ref()
        .and_then(|word| level(&word.text));
    level.is_some_and(|level| level < 2)
}

/// Compares what is said of one part in both versions.
fn changes(today: Date, old: &Life, new: &Life) -> Vec<(Defect, ChangeKind, String)> {
    let mut changes = Vec::new();
    let mut tell = |defect, kind, detail: String| changes.push((defect, kind, detail));
    let after = new.sunset.as_deref().map(|text| (text, date(text)));
    match (old.is_deprecated, new.is_deprecated, after) {
        (true, false, _) => {
            let detail = "is not deprecated any more".to_owned();
            tell(Defect::DeprecationWithdrawn, Additive, detail);
            return changes;
        }
        (_, true, Some((text, None))) if old.sunset != new.sunset => {
            let detail = format!("goes on `{text}`, which is no date");
            tell(Defect::SunsetChanged, Breaking, detail);
            return changes;
        }
        (false, true, Some((text, Some(date)))) if date <= today => {
            let detail = format!("is deprecated with a date that has passed, {text}");
            tell(Defect::SunsetChanged, Risky, detail);
        }
        (false, true, Some((text, _))) => {
            let detail = format!("is deprecated, and goes on {text}");
            tell(Defect::Deprecated, Additive, detail);
        }
        (false, true, None) => {
            let detail = "is deprecated, without a date by which it goes".to_owned();
            tell(Defect::Deprecated, Additive, detail);
        }
        (true, true, _) | (false, false, _) => {}
    }
    let before = old.sunset.as_deref().filter(|_| old.is_deprecated);
    let Some((text, before)) = before.and_then(|text| Some((text, date(text)?))) else {
        return changes;
    };
    match after {
        None => {
            let detail = format!("was to stay until {text}, and has no date now");
            tell(Defect::SunsetChanged, Breaking, detail);
        }
        Some((later, Some(after))) if after < before => {
            let detail = format!("was to stay until {text}, and goes on {later} now");
            tell(Defect::SunsetChanged, Breaking, detail);
        }
        Some((later, Some(after))) if after > before => {
            let detail = format!("was to go on {text}, and stays until {later} now");
            tell(Defect::SunsetChanged, Additive, detail);
        }
        Some(_) => {}
    }
    changes
}

/// Compares how far an operation is kept.
fn stability(walk: &mut Walk<'_>, both: &Both<'_>) {
    let (old, new) = (both.old.stability.as_ref(), both.new.stability.as_ref());
    if word(old) == word(new) {
        return;
    }
    let level = |text: Option<&Text>| text.map_or(Some(KEPT), |text| level(&text.text));
    let said = |text: Option<&Text>| text.map_or("stable".to_owned(), |text| text.text.to_string());
    let detail = format!("was {}, and is {} now", said(old), said(new));
    // A word that nobody knows promises nothing.
    if level(new) >= level(old) {
        return;
    }
    let spots = spots_of(old, new, both);
    let what = (Defect::StabilityLowered, Breaking);
    walk.tell(both.operation, what, spots, (&subject(both.new), detail));
}

fn level(word: &str) -> Option<usize> {
    let word = word.to_ascii_lowercase();
    LEVELS
        .iter()
        .position(|words| words.contains(&word.as_str()))
}

/// Reads a date, with or without a time of day.
fn date(text: &str) -> Option<Date> {
    Date::parse_iso(text.get(..10)?).ok()
}

fn word(text: Option<&Text>) -> Option<&str> {
    text.map(|text| &*text.text)
}
