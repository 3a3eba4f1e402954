//! A header is what the contract says of it.
use guild_check::{Findings, Severity};

use super::{Wrong, own, tell};
use crate::live::{Answered, Record};
use crate::sample;

pub(super) fn check(record: &Record, findings: &mut Findings) {
    let answers = own(record).filter(|(_, answer)| answer.status < 500);
    let wrong = answers.filter_map(|(exchange, answer)| {
        let what = problem(record, answer)?;
        let message = format!(
            "{} answered {} {what}, given {}",
            record.subject(),
            answer.status,
            exchange.given
        );
        Some(Wrong::new(
            exchange,
            &format!("{} {what}", answer.status),
            message,
        ))
    });
    let help = "send the header as it is declared, or declare it as it is sent: only what is always there is `required`";
    tell(record, findings, (Severity::Error, help), wrong.collect());
}

fn problem(record: &Record, answer: &Answered) -> Option<String> {
    let declared = record.declared(answer.status)?;
    declared.headers.iter().find_map(|header| {
        let name = &*header.name.text;
        // OpenAPI gives it no meaning here.
        if name.eq_ignore_ascii_case("content-type") {
            return None;
        }
        match (answer.header(name), header.shape) {
            (None, _) if header.is_required => {
                Some(format!("without the header `{name}`, which it requires"))
            }
            (Some(value), Some(shape)) if !sample::is_written(&record.contract, shape, value) => {
                Some(format!(
                    "with a header `{name}` that is not what its schema says"
                ))
            }
            _ => None,
        }
    })
}
