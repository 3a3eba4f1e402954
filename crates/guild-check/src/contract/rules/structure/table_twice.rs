//! One table stands where the contract has one.

use crate::Findings;
use crate::contract::work::Work;
use crate::markdown::Block;

pub(super) fn check(work: &Work, findings: &mut Findings) {
    let with_table = work.filled().filter(|part| part.holds.table.is_some());
    for part in with_table {
        let tables = work.deep_blocks(part).filter_map(Block::as_table);
        for table in tables.skip(1) {
            let head = table
                .columns
                .first()
                .map_or(table.span, |column| column.span);
            findings
                .error(work.at(head), format!("`{}` has a second table", part.name))
                .help("join the tables: one place to look is enough");
        }
    }
}
