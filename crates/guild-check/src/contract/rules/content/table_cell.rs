//! A cell has one of the values that the contract names.

use crate::Findings;
use crate::contract::one_of;
use crate::contract::work::Work;

pub(super) fn check(work: &Work, findings: &mut Findings) {
    for part in work.filled() {
        work.cells(part, |column, cell| {
            let fits = column
                .values
                .iter()
                .any(|form| form.fit(&cell.text).is_some());
            if cell.text.is_empty() || column.values.is_empty() || fits {
                return;
            }
            let message = format!(
                "`{}` is no value of the column `{}`",
                cell.text, column.name
            );
            findings
                .error(work.at(cell.span), message)
                .help(format!("write {}", one_of(&column.values)));
        });
    }
}
