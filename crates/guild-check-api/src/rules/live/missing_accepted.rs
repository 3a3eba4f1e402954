//! What is not there is not found.
use guild_check::{Findings, Severity};

use super::{accepted, tell};
use crate::contract::Method;
use crate::live::{Intent, Record};

pub(super) fn check(record: &Record, findings: &mut Findings) {
    // Who puts or takes away may do so where nothing is, unless the contract has an answer for it.
    let is_idempotent = record
        .endpoint()
        .is_some_and(|endpoint| matches!(endpoint.method, Method::Put | Method::Delete));
    if is_idempotent && record.declared(404).is_none() {
        return;
    }
    let wrong = accepted(record, |intent| intent == Intent::Missing);
    let help = "answer 404 by the error body where there is nothing";
    tell(record, findings, (Severity::Error, help), wrong);
}
