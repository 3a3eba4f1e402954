//! A body is of a media type that the answer declares.
use guild_check::{Findings, Severity};

use super::{Wrong, own, tell};
use crate::contract;
use crate::live::{Answered, Record};

pub(super) fn check(record: &Record, findings: &mut Findings) {
    let answers = own(record).filter(|(_, answer)| answer.status < 500 && !answer.body.is_empty());
    let wrong = answers.filter_map(|(exchange, answer)| {
        let what = problem(record.declared(answer.status)?, answer)?;
        let message = format!(
            "{} answered {} with {what}, given {}",
            record.subject(),
            answer.status,
            exchange.given
        );
        Some(Wrong::new(exchange, &answer.status, message))
    });
    let help = "say in Content-Type what the body is, and declare that media type for this status";
    tell(record, findings, (Severity::Error, help), wrong.collect());
}

fn problem(declared: &contract::Answer, answer: &Answered) -> Option<String> {
    let names: Vec<String> = declared
        .media
        .iter()
        .map(|media| essence(&media.name.text))
        .collect();
    let Some(own) = answer.media_type() else {
        return Some("a body and no Content-Type".to_owned());
    };
    let is_declared = names.iter().any(|name| {
        let of_kind = name
            .strip_suffix("/*")
            .is_some_and(|kind| own.split('/').next() == Some(kind));
        name == "*/*" || *name == own || of_kind
    });
    match names.as_slice() {
        _ if is_declared => None,
        [] => Some(format!("a body of `{own}`, where it declares none")),
        names => Some(format!("`{own}`, where it declares {}", names.join(" or "))),
    }
}

fn essence(name: &str) -> String {
    name.split(';')
        .next()
        .unwrap_or("")
        .trim()
        .to_ascii_lowercase()
}
