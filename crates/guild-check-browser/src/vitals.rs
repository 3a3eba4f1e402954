//! Core Web Vitals, as the field defines them: measured in the page from before its first script on (`page/vitals.js`).

use std::time::{Duration, Instant};

use serde::Deserialize;

use crate::outcome::{Inp, Vitals};
use crate::plan::{Assertion, Vital};
use crate::run::Found;
use crate::window::{Window, value};

/// An interaction that is shorter cannot be told from one that takes no time.
const SHORTEST_MS: f64 = 16.0;

/// How long a page takes to show what comes after its load, as laboratory tools wait before they judge.
const SETTLES: Duration = Duration::from_secs(1);

/// What was measured in each document of a flow: a full navigation begins anew.
#[derive(Clone, Debug, Default)]
pub(crate) struct Measured {
    documents: Vec<(String, Vitals)>,
}

/// What the page measured.
#[derive(Clone, Copy, Debug, Deserialize)]
struct Reading {
    lcp: Option<f64>,
    cls: Option<f64>,
    interactions: f64,
    inp: Option<f64>,
}

impl Measured {
    /// Reads what was measured in the document that is there, once all that belongs to it is loaded, and what
    /// documents said that were left.
    pub(crate) fn take(&mut self, window: &Window<'_>, until: Instant) {
        self.take_after(Duration::ZERO, window, until);
    }

    /// Reads the same, but no sooner than a second after the page was loaded: what comes late moves what is there, and
    /// may be the largest.
    pub(crate) fn take_settled(&mut self, window: &Window<'_>, until: Instant) {
        self.take_after(SETTLES, window, until);
    }

    fn take_after(&mut self, load: Duration, window: &Window<'_>, until: Instant) {
        let document = window.watch().wait(until, |seen| {
            let tab = seen.tabs.current()?;
            // A tab that was never sent anywhere has nothing to load.
            let is_there = tab.is_loaded || !tab.url.starts_with("http");
            is_there.then(|| tab.document.clone())
        });
        let Ok(tab) = window.tab() else { return };
        let document = document.unwrap_or(tab.document);
        for (left, text) in window
            .watch()
            .change(|seen| std::mem::take(&mut seen.left_vitals))
        {
            if let Ok(reading) = serde_json::from_str::<Reading>(&text) {
                self.add(left, reading);
            }
        }
        let arguments = vec![value(u64::try_from(load.as_millis()).unwrap_or(u64::MAX))];
        if let Ok(place) = window.place(until)
            && place.url.starts_with("http")
            && let Ok(reading) = window.call::<Reading>(&place, "vitals", arguments, until)
        {
            self.add(document, reading);
        }
    }

    fn add(&mut self, document: String, reading: Reading) {
        self.documents.retain(|(known, _)| *known != document);
        self.documents.push((document, reading.vitals()));
    }

    /// Gives the worst values of all documents; none if nothing was measured.
    pub(crate) fn worst(&self) -> Option<Vitals> {
        let all = self.documents.iter().map(|(_, vitals)| *vitals);
        all.reduce(|one, other| Vitals {
            lcp_ms: larger(one.lcp_ms, other.lcp_ms),
            cls: larger(one.cls, other.cls),
            inp: match (one.inp, other.inp) {
                (Inp::Measured(one), Inp::Measured(other)) => Inp::Measured(one.max(other)),
                (Inp::Measured(ms), _) | (_, Inp::Measured(ms)) => Inp::Measured(ms),
                (Inp::UnderSixteen, _) | (_, Inp::UnderSixteen) => Inp::UnderSixteen,
                (Inp::NoInteraction, Inp::NoInteraction) => Inp::NoInteraction,
            },
        })
    }
}

impl Reading {
    fn vitals(self) -> Vitals {
        let inp = match self.inp {
            _ if self.interactions < 1.0 => Inp::NoInteraction,
            Some(ms) if ms >= SHORTEST_MS => Inp::Measured(ms),
            Some(_) => Inp::UnderSixteen,
            // Even the shortest has an entry: one without is not known to be short.
            None => Inp::NoInteraction,
        };
        Vitals {
            lcp_ms: self.lcp,
            cls: self.cls,
            inp,
        }
    }
}

/// Holds if all that was measured is below the limits of SPEC.md 8. INP counts only after a real input (PLAN.md): a page
/// that nobody touched passes by the other two, as the field's own assessment has it, and the note says so. `Assert INP`
/// asks for an interaction by itself.
pub(crate) fn pass(measured: &Measured, notes: &mut Vec<String>) -> Found {
    let vitals = measured.worst().unwrap_or_default();
    let mut wrong = Vec::new();
    for vital in Vital::ALL {
        if vital == Vital::Inp && vitals.inp == Inp::NoInteraction {
            notes.push("INP: not measured: no interaction".to_owned());
            continue;
        }
        match judge(vitals, vital, vital.limit()) {
            Found::Holds => notes.push(format!("{}: {}", vital.word(), shown(vitals, vital))),
            Found::Differs(why) => wrong.push(why),
        }
    }
    match wrong.is_empty() {
        true => Found::Holds,
        false => Found::Differs(wrong.join("; ")),
    }
}

/// Judges an assertion on vitals once more; none for another one.
pub(crate) fn again(measured: &Measured, assertion: &Assertion) -> Option<Found> {
    match assertion {
        Assertion::VitalsPass => Some(pass(measured, &mut Vec::new())),
        Assertion::VitalBelow(vital, limit) => Some(below(measured, *vital, *limit)),
        _ => None,
    }
}

/// Holds if one of them is below a limit; what was not measured is not.
pub(crate) fn below(measured: &Measured, vital: Vital, limit: f64) -> Found {
    judge(measured.worst().unwrap_or_default(), vital, limit)
}

fn judge(vitals: Vitals, vital: Vital, limit: f64) -> Found {
    let is_below = match vital {
        Vital::Lcp => vitals.lcp_ms.is_some_and(|ms| ms < limit),
        Vital::Cls => vitals.cls.is_some_and(|shift| shift < limit),
        Vital::Inp => match vitals.inp {
            Inp::NoInteraction => false,
            Inp::UnderSixteen => limit >= SHORTEST_MS,
            Inp::Measured(ms) => ms < limit,
        },
    };
    if is_below {
        return Found::Holds;
    }
    let word = vital.word();
    let limit = match vital {
        Vital::Lcp | Vital::Inp => format!("{limit} ms"),
        Vital::Cls => limit.to_string(),
    };
    Found::Differs(format!(
        "{word} is {}, not below {limit}",
        shown(vitals, vital)
    ))
}

fn shown(vitals: Vitals, vital: Vital) -> String {
    match vital {
        Vital::Lcp => vitals.lcp_ms.map_or_else(
            || "not measured: nothing was painted".to_owned(),
            |ms| format!("{ms:.0} ms"),
        ),
        Vital::Cls => vitals
            .cls
            .map_or_else(|| "not measured".to_owned(), |shift| format!("{shift:.3}")),
        Vital::Inp => match vitals.inp {
            Inp::NoInteraction => "not measured: no interaction".to_owned(),
            Inp::UnderSixteen => "under 16 ms".to_owned(),
            Inp::Measured(ms) => format!("{ms:.0} ms"),
        },
    }
}

fn larger(one: Option<f64>, other: Option<f64>) -> Option<f64> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.max(other)),
        (one, other) => one.or(other),
    }
}
