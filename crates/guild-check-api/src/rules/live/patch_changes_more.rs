//! PATCH changes only the fields that are given (SPEC.md 4).
use guild_check::{Findings, Severity};

use super::{Wrong, tell};
use crate::live::{Exchange, Record};
use crate::tree::View;

pub(super) fn check(record: &Record, findings: &mut Findings) {
    let wrong = record.changes.iter().filter_map(|change| {
        let object = |at: usize| record.exchanges.get(at).and_then(Exchange::answer)?.json();
        let (before, after) = (object(change.before)?, object(change.after)?);
        let field = |object: View<'_>, name: &str| object.get(name).map(View::to_json);
        // What a client cannot set, the server may well change along.
        let others = change.settable.iter().filter(|name| **name != change.field);
        let changed: Vec<String> = others
            .filter(|name| field(before, name) != field(after, name))
            .map(|name| format!("`{name}`"))
            .collect();
        let message = format!(
            "{} changed {} too, given `{}` alone",
            record.subject(),
            changed.join(", "),
            change.field
        );
        (!changed.is_empty()).then(|| {
            record
                .exchanges
                .get(change.change)
                .map(|exchange| Wrong::new(exchange, &&message, message.clone()))
        })?
    });
    let help = "change the fields that the body has, and leave the others as they are: what is missing is not null";
    tell(record, findings, (Severity::Error, help), wrong.collect());
}
