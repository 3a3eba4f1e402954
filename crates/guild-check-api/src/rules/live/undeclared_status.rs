//! A status is one that the operation declares.
use guild_check::{Findings, Severity};

use super::{Wrong, own, tell};
use crate::live::Record;

pub(super) fn check(record: &Record, findings: &mut Findings) {
    // What a fault is has a rule of its own.
    let answers = own(record).filter(|(_, answer)| answer.status < 500);
    let undeclared = answers.filter(|(_, answer)| record.declared(answer.status).is_none());
    let wrong = undeclared.map(|(exchange, answer)| {
        let (title, status) = (record.subject(), answer.status);
        let message = format!(
            "{title} answered {status}, which it does not declare, given {}",
            exchange.given
        );
        Wrong::new(exchange, &status, message)
    });
    let help =
        "declare the status with its body in the contract, or answer with one that is declared";
    tell(record, findings, (Severity::Error, help), wrong.collect());
}
