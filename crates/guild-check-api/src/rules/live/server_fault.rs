//! A server fault is never the caller's.
use guild_check::{Findings, Severity};

use super::{Wrong, tell};
use crate::live::Record;

pub(super) fn check(record: &Record, findings: &mut Findings) {
    let faults = record.answers().filter(|(_, answer)| answer.status >= 500);
    let wrong = faults.map(|(exchange, answer)| {
        let message = format!(
            "{} answered {}, given {}",
            record.subject(),
            answer.status,
            exchange.given
        );
        Wrong::new(exchange, &answer.status, message)
    });
    let help = "mend what fails; what is wrong with the request is told by 400, 404 or 422";
    tell(record, findings, (Severity::Error, help), wrong.collect());
}
