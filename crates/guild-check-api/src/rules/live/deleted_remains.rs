//! What was taken away is not there.
use guild_check::{Findings, Severity};

use super::{Wrong, tell};
use crate::live::{Intent, Record};

pub(super) fn check(record: &Record, findings: &mut Findings) {
    let reads = record
        .answers()
        .filter(|(exchange, _)| exchange.intent == Intent::AfterRemoval);
    let there = reads.filter(|(_, answer)| (200..300).contains(&answer.status));
    let wrong = there.map(|(exchange, answer)| {
        let message = format!(
            "what {} took away can still be read: the answer is {}",
            record.subject(),
            answer.status
        );
        Wrong::new(exchange, &"", message)
    });
    let help = "answer 404 once it is taken away; what is only put aside is a PATCH of its status";
    tell(record, findings, (Severity::Error, help), wrong.collect());
}
