//! The contract has the status of success.

use guild_check::Findings;

use super::{operation, row};
use crate::document::Document;
use crate::document::Role;

pub(super) fn check(document: &Document, findings: &mut Findings) {
    let Some(operation) = operation(document) else {
        return;
    };
    let statuses = document
        .response
        .iter()
        .flat_map(|response| &response.statuses);
    for status in statuses {
        if operation
            .successes
            .iter()
            .any(|answer| answer.status.covers(*status))
            || operation.successes.is_empty()
        {
            continue;
        }
        findings
            .error(
                document.at(row::heading(document, Role::Response)),
                format!("the contract has no status {status} for this operation"),
            )
            .help("name the status that the contract has");
    }
}
