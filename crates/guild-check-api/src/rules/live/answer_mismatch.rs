//! A body is what the contract says of it.
use guild_check::{Findings, Severity};

use super::{Wrong, body_problem, own, tell};
use crate::live::{Answered, Exchange, Record};

pub(super) fn check(record: &Record, findings: &mut Findings) {
    let answers = own(record).filter(|(_, answer)| answer.status < 500);
    let wrong = answers.filter_map(|(exchange, answer)| {
        let (key, what) = problem(record, exchange, answer)?;
        let (title, status) = (record.subject(), answer.status);
        let message = format!("{title} answered {status} {what}, given {}", exchange.given);
        Some(Wrong::new(exchange, &format!("{status} {key}"), message))
    });
    let help = "send what the schema of this status says, or change the schema before the server: contract first";
    tell(record, findings, (Severity::Error, help), wrong.collect());
}

fn problem(record: &Record, exchange: &Exchange, answer: &Answered) -> Option<(String, String)> {
    let declared = record.declared(answer.status)?;
    let has_body = exchange.sent.method != "HEAD" && !matches!(answer.status, 204 | 304);
    if !declared.media.is_empty() && has_body && answer.body.is_empty() && answer.is_whole {
        return Some((String::new(), "without a body".to_owned()));
    }
    let shape = declared.json()?.shape?;
    let is_judged = answer.is_json() && answer.is_whole && !answer.body.is_empty();
    body_problem(&record.contract, shape, answer).filter(|_| is_judged)
}
