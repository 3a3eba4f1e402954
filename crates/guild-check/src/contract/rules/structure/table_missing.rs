//! A table stands where the contract has one.

use crate::Findings;
use crate::contract::with_reason;
use crate::contract::work::Work;
use crate::markdown::Block;

pub(super) fn check(work: &Work, findings: &mut Findings) {
    for part in work.filled() {
        let Some(table) = &part.holds.table else {
            continue;
        };
        if work
            .deep_blocks(part)
            .any(|block| matches!(block, Block::Table(_)))
        {
            continue;
        }
        let columns: Vec<&str> = table
            .columns
            .iter()
            .map(|column| column.name.as_str())
            .collect();
        let help = format!("add a table with the columns {}", columns.join(", "));
        findings
            .error(work.place(part), format!("`{}` has no table", part.name))
            .help(with_reason(&help, &part.holds.why));
    }
}
