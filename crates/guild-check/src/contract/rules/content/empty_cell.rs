//! No cell is left empty.

use crate::Findings;
use crate::contract::model::Presence;
use crate::contract::work::Work;

pub(super) fn check(work: &Work, findings: &mut Findings) {
    for part in work.filled() {
        work.cells(part, |column, cell| {
            let is_empty =
                cell.text.is_empty() && work.document.source.slice(cell.span).trim().is_empty();
            if column.presence == Presence::Required && is_empty {
                findings
                    .error(
                        work.at(cell.span),
                        format!("a cell of the column `{}` is empty", column.name),
                    )
                    .help("write what a reader needs to know here");
            }
        });
    }
}
