//! A date is one, and the calendar has it.

use crate::Findings;
use crate::contract::work::{Dated, Work};

pub(super) fn check(work: &Work, findings: &mut Findings) {
    for (span, dated) in work.dates() {
        let message = match dated {
            Dated::Missing(text) if text.is_empty() => "there is no date here".to_owned(),
            Dated::Missing(text) => format!("`{text}` is no date"),
            Dated::NoSuchDay => "the calendar has no such day".to_owned(),
            Dated::On(_) => continue,
        };
        findings
            .error(work.at(span), message)
            .help("write the day, the month and the year, such as `2026-11-20`");
    }
}
