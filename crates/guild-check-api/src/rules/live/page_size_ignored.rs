//! A page has as many items as were asked for.
use guild_check::{Findings, Severity};

use super::{Wrong, tell};
use crate::live::Record;

pub(super) fn check(record: &Record, findings: &mut Findings) {
    let wrong = record.pages().filter_map(|page| {
        let count = record.items(page.answer)?.len() as u64;
        let size = page.size;
        let total = record.number(page.answer, "totalItems");
        let is_cut =
            !page.is_beyond && count < size && total.is_some_and(|total| page.page * size <= total);
        let told = record
            .number(page.answer, "pageSize")
            .filter(|told| *told != size);
        let what = match told {
            _ if count > size => format!("has {count} items"),
            _ if is_cut => format!("has {count} items, and is not the last"),
            Some(told) => format!("says that it has {told} each"),
            None => return None,
        };
        let message = format!(
            "{}: page {} of {size} each {what}",
            record.subject(),
            page.page
        );
        Some(Wrong::new(page.exchange, &"", message))
    });
    let help = "take `pageSize` into account, and say the one that was taken; what is too large is refused with 422";
    tell(record, findings, (Severity::Error, help), wrong.collect());
}
