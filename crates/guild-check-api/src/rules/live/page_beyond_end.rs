//! Behind the last page there is an empty one.
use guild_check::{Findings, Severity};

use super::{Wrong, tell};
use crate::live::Record;

pub(super) fn check(record: &Record, findings: &mut Findings) {
    let beyond = record
        .pages()
        .filter(|page| page.is_beyond && page.answer.status < 500 && !page.answer.is_turned_away());
    let wrong = beyond.filter_map(|page| {
        let what = match (page.answer.status, record.items(page.answer)) {
            (200, Some(items)) if items.is_empty() => return None,
            (200, Some(items)) => format!("has {} items", items.len()),
            (200, None) => return None,
            (status, _) => format!("is answered {status}"),
        };
        let message = format!(
            "{}: page {} of {} each, behind the last, {what}",
            record.subject(),
            page.page,
            page.size
        );
        Some(Wrong::new(page.exchange, &"", message))
    });
    let help = "answer 200 with an empty list, and with the totals as they are";
    tell(record, findings, (Severity::Error, help), wrong.collect());
}
