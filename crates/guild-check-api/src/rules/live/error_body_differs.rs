//! One error body everywhere, where the contract says nothing of an answer too.
use guild_check::{Findings, Severity};

use super::{Wrong, structure_problem, tell};
use crate::live::{Answered, Exchange, Intent, Record};

/// Error bodies are compared this deep.
const DEPTH: usize = 5;

pub(super) fn check(record: &Record, findings: &mut Findings) {
    let errors = record.errors().filter(|(exchange, answer)| {
        answer.status < 500
            && exchange.sent.method != "HEAD"
            && !is_declared(record, exchange, answer)
    });
    let wrong = errors.filter_map(|(exchange, answer)| {
        let what = problem(record, answer)?;
        let (title, status) = (record.subject(), answer.status);
        let message = format!(
            "{title} answered {status} with another error body, given {}: {what}",
            exchange.given
        );
        Some(Wrong::new(exchange, &status, message))
    });
    let help =
        "answer every error by the one error body of the contract, those of the framework too";
    tell(record, findings, (Severity::Error, help), wrong.collect());
}

/// What has a schema of its own is held against that one.
fn is_declared(record: &Record, exchange: &Exchange, answer: &Answered) -> bool {
    match exchange.intent {
        Intent::UnknownRoute | Intent::WrongMethod => false,
        _ => record
            .declared(answer.status)
            .is_some_and(|declared| declared.media.iter().any(|media| media.shape.is_some())),
    }
}

fn problem(record: &Record, answer: &Answered) -> Option<String> {
    let shape = record.error_shape?;
    let Some(body) = answer.json() else {
        let what = answer
            .media_type()
            .map_or("nothing".to_owned(), |kind| format!("`{kind}`"));
        return Some(format!("it is no JSON but {what}"));
    };
    structure_problem(&record.contract, shape, body, "", DEPTH)
}
