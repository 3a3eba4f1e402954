//! Every request is answered, in time, and to its end.
use guild_check::{Findings, Severity};

use super::{Wrong, tell};
use crate::live::{Broken, Got, Record};

pub(super) fn check(record: &Record, findings: &mut Findings) {
    let wrong = record.exchanges.iter().filter_map(|exchange| {
        let Got::Nothing(broken) = &exchange.got else {
            return None;
        };
        let key = match broken {
            Broken::NotListening(_) => "nothing listens",
            Broken::TooSlow(_) => "too slow",
            Broken::Unreadable(_) => "unreadable",
            Broken::TooLong(_) => "too long",
        };
        let message = format!(
            "{} gave no answer, given {}: {broken}",
            record.subject(),
            exchange.given
        );
        Some(Wrong::new(exchange, &key, message))
    });
    let help = "answer every request, in time, by an error body if nothing else; see in the server's log what ended it";
    tell(record, findings, (Severity::Error, help), wrong.collect());
}
