//! What the contract refuses is refused.
use guild_check::{Findings, Severity};

use super::{accepted, tell};
use crate::live::{Intent, Record};

pub(super) fn check(record: &Record, findings: &mut Findings) {
    let wrong = accepted(record, |intent| {
        matches!(intent, Intent::WrongBody(_) | Intent::WrongInput(_))
    });
    let help = "validate at the boundary: answer what breaks the schema with 422, or widen the schema if it is to be allowed";
    tell(record, findings, (Severity::Error, help), wrong);
}
