//! The contract has the status of each error.

use guild_check::Findings;

use super::operation;
use crate::document::Document;
use crate::document::ErrorStatus;

pub(super) fn check(document: &Document, findings: &mut Findings) {
    let Some(operation) = operation(document) else {
        return;
    };
    for row in &document.errors {
        let ErrorStatus::Http(statuses) = row.status() else {
            continue;
        };
        for status in statuses.into_iter().filter(|status| *status >= 400) {
            if !operation
                .errors
                .iter()
                .any(|answer| answer.status.covers(status))
            {
                findings
                    .error(
                        document.at(row.status.span),
                        format!("the contract has no status {status} for this operation"),
                    )
                    .help(
                        "correct the status, take the row out, or add the answer to the contract",
                    );
            }
        }
    }
}
