//! PATCH changes the fields that are given.
use guild_check::{Findings, Severity};

use super::{Wrong, tell};
use crate::live::{Exchange, Record};
use crate::tree::View;

pub(super) fn check(record: &Record, findings: &mut Findings) {
    let wrong = record.changes.iter().filter_map(|change| {
        let answer = record
            .exchanges
            .get(change.after)
            .and_then(Exchange::answer)?;
        let found = answer.json()?.get(&change.field).map(View::to_json)?;
        let message = format!(
            "{} did not change `{}`, which was given alone",
            record.subject(),
            change.field
        );
        (found != change.value).then(|| {
            record
                .exchanges
                .get(change.change)
                .map(|exchange| Wrong::new(exchange, &&change.field, message))
        })?
    });
    let help = "store what is given, or refuse it with 422: what is answered with 200 was done";
    tell(record, findings, (Severity::Error, help), wrong.collect());
}
