//! What the contract allows is not refused as wrong.
use guild_check::{Findings, Severity};

use super::{Wrong, own, tell};
use crate::live::Record;

pub(super) fn check(record: &Record, findings: &mut Findings) {
    let allowed = own(record).filter(|(exchange, _)| exchange.intent.is_allowed());
    let refused = allowed.filter(|(_, answer)| matches!(answer.status, 400 | 422));
    let wrong = refused.map(|(exchange, answer)| {
        let (title, status) = (record.subject(), answer.status);
        let message = format!(
            "{title} answered {status} to what its contract allows, given {}",
            exchange.given
        );
        Wrong::new(exchange, &"", message)
    });
    let help = "say in the contract what else the server asks of its input: a pattern, a limit, listed values, an example";
    let known = findings.as_slice().len();
    tell(record, findings, (Severity::Warning, help), wrong.collect());
    findings.guessed_since(known);
}
