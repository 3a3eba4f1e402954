//! What a page says of the whole is true.
use guild_check::{Findings, Severity};

use super::{Wrong, tell};
use crate::live::Page;
use crate::live::Record;

pub(super) fn check(record: &Record, findings: &mut Findings) {
    let pages: Vec<Page<'_>> = record
        .pages()
        .filter(|page| page.answer.status == 200)
        .collect();
    let wrong = pages.iter().filter_map(|page| {
        let what = of_page(record, page).or_else(|| of_all(record, &pages, page))?;
        let message = format!(
            "{}: page {} of {} each {what}",
            record.subject(),
            page.page,
            page.size
        );
        Some(Wrong::new(page.exchange, &"", message))
    });
    let help = "count what the list holds under the same filters, and divide it by the size that was taken";
    tell(record, findings, (Severity::Error, help), wrong.collect());
}

/// Says what is wrong with a page by itself.
fn of_page(record: &Record, page: &Page<'_>) -> Option<String> {
    let number = |name| record.number(page.answer, name);
    if let Some(told) = number("page").filter(|told| *told != page.page) {
        return Some(format!("says that it is page {told}"));
    }
    let (items, pages) = (number("totalItems")?, number("totalPages")?);
    let size = number("pageSize").unwrap_or(page.size).max(1);
    // An empty list may be one empty page, or none.
    let is_right = pages == items.div_ceil(size) || (items == 0 && pages <= 1);
    (!is_right).then(|| format!("says {items} items on {pages} pages of {size} each"))
}

/// Says whether all pages together hold another number of items than each of them says; asked at the last of them.
fn of_all(record: &Record, pages: &[Page<'_>], last: &Page<'_>) -> Option<String> {
    let total = record.number(last.answer, "totalItems")?;
    let mut same: Vec<&Page<'_>> = pages
        .iter()
        .filter(|page| page.size == last.size && !page.is_beyond)
        .collect();
    same.dedup_by_key(|page| page.page);
    let is_whole =
        !last.is_beyond && last.page == total.div_ceil(last.size) && same.len() as u64 == last.page;
    // What changes while it is read has no total.
    let is_still = same
        .iter()
        .all(|page| record.number(page.answer, "totalItems") == Some(total));
    let count: usize = same
        .iter()
        .filter_map(|page| Some(record.items(page.answer)?.len()))
        .sum();
    (is_whole && is_still && count as u64 != total)
        .then(|| format!("says {total} items, and all pages together have {count}"))
}
