//! What was made is there.
use guild_check::{Findings, Severity};

use super::{Wrong, tell};
use crate::live::{Intent, Record};

pub(super) fn check(record: &Record, findings: &mut Findings) {
    let reads = record
        .answers()
        .filter(|(exchange, _)| exchange.intent == Intent::AfterMaking);
    let gone = reads.filter(|(_, answer)| matches!(answer.status, 404 | 410));
    let wrong = gone.map(|(exchange, answer)| {
        let message = format!(
            "what {} made cannot be read a moment later: the answer is {}",
            record.subject(),
            answer.status
        );
        Wrong::new(exchange, &"", message)
    });
    let help =
        "answer 201 once the thing can be read; what takes longer is 202 with a place to ask";
    tell(record, findings, (Severity::Error, help), wrong.collect());
}
