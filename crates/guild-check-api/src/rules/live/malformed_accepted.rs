//! What cannot be read is refused.
use guild_check::{Findings, Severity};

use super::{accepted, tell};
use crate::live::{Intent, Record};

pub(super) fn check(record: &Record, findings: &mut Findings) {
    let wrong = accepted(record, |intent| intent == Intent::Malformed);
    let help = "answer a body that cannot be read with 400, before anything is done";
    tell(record, findings, (Severity::Error, help), wrong);
}
