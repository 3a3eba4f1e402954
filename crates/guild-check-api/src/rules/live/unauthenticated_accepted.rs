//! Who proves nothing is not let in.
use guild_check::{Findings, Severity};

use super::{accepted, tell};
use crate::live::{Intent, Record};

pub(super) fn check(record: &Record, findings: &mut Findings) {
    let wrong = accepted(record, |intent| intent == Intent::Unproved);
    let help = "answer 401 before anything else, or say in the contract that anyone may call it (`security: []`)";
    tell(record, findings, (Severity::Error, help), wrong);
}
