//! Where nothing is served, that is said by 404.
use guild_check::{Findings, Severity};

use super::{Wrong, tell};
use crate::live::{Intent, Record};

pub(super) fn check(record: &Record, findings: &mut Findings) {
    let asked = record
        .answers()
        .filter(|(exchange, _)| exchange.intent == Intent::UnknownRoute);
    let wrong = asked.filter(|(exchange, answer)| match answer.status {
        404 | 429 | 500.. => false,
        // A server may keep to itself what there is, from who does not prove who they are.
        401 | 403 => !exchange.sent.secrets.is_empty(),
        _ => true,
    });
    let wrong = wrong.map(|(exchange, answer)| {
        let message = format!(
            "{} answered {}, given {}",
            record.subject(),
            answer.status,
            exchange.given
        );
        Wrong::new(exchange, &"", message)
    });
    let help = "answer 404 by the error body of the contract where nothing is served";
    tell(record, findings, (Severity::Warning, help), wrong.collect());
}
