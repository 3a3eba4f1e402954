//! A table has as many rows as the contract says.

use crate::Findings;
use crate::contract::with_reason;
use crate::contract::work::Work;
use crate::markdown::Block;

pub(super) fn check(work: &Work, findings: &mut Findings) {
    for part in work.filled() {
        let Some(rows) = part.holds.table.as_ref().and_then(|table| table.rows) else {
            continue;
        };
        let Some(table) = work.deep_blocks(part).find_map(Block::as_table) else {
            continue;
        };
        if !rows.holds(table.rows.len()) {
            let wanted = rows.of("row");
            let message = format!(
                "the table of `{}` has {} of {wanted}",
                part.name,
                table.rows.len()
            );
            let head = table
                .columns
                .first()
                .map_or(table.span, |column| column.span);
            findings
                .error(work.at(head), message)
                .help(with_reason(&format!("write {wanted}"), &part.holds.why));
        }
    }
}
