//! Pages are disjoint.
use std::collections::HashMap;

use guild_check::{Findings, Severity};

use super::{Wrong, tell};
use crate::live::Record;
use crate::tree::View;

/// Names of the field that tells a thing from others of its kind.
const IDS: [&str; 12] = [
    "id", "uuid", "key", "slug", "name", "code", "number", "sequence", "path", "version", "digest",
    "email",
];

pub(super) fn check(record: &Record, findings: &mut Findings) {
    let mut seen: HashMap<(u64, String), u64> = HashMap::new();
    let mut wrong = Vec::new();
    for page in record.pages().filter(|page| !page.is_beyond) {
        for item in record.items(page.answer).unwrap_or_default() {
            let Some(name) = name(item) else { continue };
            let first = *seen.entry((page.size, name.clone())).or_insert(page.page);
            if first != page.page {
                let message = format!(
                    "{} has {name} on page {first} and on page {} of {} each",
                    record.subject(),
                    page.page,
                    page.size
                );
                wrong.push(Wrong::new(page.exchange, &"", message));
            }
        }
    }
    let help = "cut pages out of one stable order, such as by creation and id, and take the page into account";
    tell(record, findings, (Severity::Error, help), wrong);
}

/// Gives what tells an item from others; none for an item that may well stand twice.
fn name(item: View<'_>) -> Option<String> {
    IDS.iter().find_map(|id| {
        let value = item.get(id)?;
        (!value.is_map() && !value.is_list())
            .then(|| format!("the item with `{id}` {}", value.written()))
    })
}
