//! What changed between two versions of a contract, and whom it breaks (SPEC.md 2.5, commitment 4, and 9).
//!
//! Both versions are compared by what they mean: `allOf` is merged, a reference is what it leads to, a path is found
//! again whatever its parameters are called. Each change is weighed by the way its value goes: what is safe in what a
//! consumer receives breaks in what it sends, and the other way round. A change is told once, where it is defined, with
//! the operations that it bears on.

mod alike;
mod bodies;
mod changelog;
mod defect;
mod endpoints;
#[cfg(test)]
mod example;
mod fields;
mod flat;
mod flat_fields;
mod followed;
mod gather;
mod keywords;
mod lifecycle;
mod limits;
mod parameters;
mod security;
mod shapes;
mod side;
mod values;
mod variants;
mod walk;

use guild_check::contract::Date;
use guild_check::report::{Change, ChangeKind};
use guild_check::{Finding, Findings};

use crate::Contract;
use crate::contract::Spot;

pub use changelog::changelog;
pub use defect::pages;

/// What changed between two versions.
#[derive(Clone, Debug)]
pub struct Evolution {
    /// The changes, in the order of file and place.
    pub changes: Vec<Change>,
    /// Whether all was compared; what nests without end by the million is not.
    pub is_complete: bool,
}

/// The least change that fails a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailOn {
    /// One that breaks a consumer.
    Breaking,
    /// One that may break a consumer.
    Risky,
}

/// Compares two versions of a contract; `today` tells which announced dates have passed.
pub fn compare(old: &Contract, new: &Contract, today: Date) -> Evolution {
    let mut walk = walk::Walk::new(old, new, today);
    endpoints::compare(&mut walk);
    walk.pairs();
    gather::gather(walk)
}

/// Turns what may break somebody into findings on the new version.
pub fn judge(evolution: &Evolution, new: &Contract, fail_on: FailOn) -> Vec<Finding> {
    let mut findings = Findings::new();
    let top = new.place(Spot::default());
    for change in &evolution.changes {
        let findings = findings.under(change.rule);
        let place = change.new.clone().unwrap_or_else(|| top.clone());
        let message = finding_message(change);
        let finding = match (change.kind, fail_on) {
            (ChangeKind::Additive, _) => continue,
            (ChangeKind::Breaking, _) | (ChangeKind::Risky, FailOn::Risky) => {
                findings.error(place, message)
            }
            (ChangeKind::Risky, FailOn::Breaking) => findings.warning(place, message),
        };
        finding.help.clone_from(&change.help);
    }
    if !evolution.is_complete {
        findings
            .under("api/limit-reached")
            .error(top, "the versions hold more shapes than are compared")
            .help("split the contract");
    }
    findings.into_sorted()
}

/// Says what changed, where it was, and for whom.
fn finding_message(change: &Change) -> String {
    let mut message = change.message.clone();
    if let Some(old) = &change.old {
        message.push_str(&format!(
            " (was {}:{})",
            old.source.path(),
            old.start().line
        ));
    }
    match change.operations.as_slice() {
        [] => {}
        [one] if message.contains(one.as_str()) => {}
        [one] => message.push_str(&format!("; it bears on `{one}`")),
        [first, rest @ ..] => {
            message.push_str(&format!("; it bears on `{first}` and {} more", rest.len()));
        }
    }
    message
}
