//! A method that a path does not take is answered by 405.
use guild_check::{Findings, Severity};

use super::{Wrong, tell};
use crate::live::{Intent, Record};

pub(super) fn check(record: &Record, findings: &mut Findings) {
    let asked = record
        .answers()
        .filter(|(exchange, _)| exchange.intent == Intent::WrongMethod);
    let wrong = asked.filter(|(_, answer)| !matches!(answer.status, 401 | 403 | 405 | 429 | 500..));
    let wrong: Vec<Wrong<'_>> = wrong
        .map(|(exchange, answer)| {
            let path = record.endpoint().map_or("", |endpoint| &endpoint.path.text);
            let message = format!(
                "`{path}` answered {}, given {}",
                answer.status, exchange.given
            );
            Wrong::new(exchange, &"", message)
        })
        .collect();
    let help = "answer 405 with an `Allow` header and the error body, or declare the method if it is served";
    tell(record, findings, (Severity::Warning, help), wrong);
}
