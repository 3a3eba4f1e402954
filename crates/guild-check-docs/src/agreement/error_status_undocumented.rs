//! The document has each error status of the contract.

use guild_check::Findings;

use guild_check::operation::Status;

use super::{operation, row};
use crate::document::Document;
use crate::document::{ErrorRow, ErrorStatus, Role};

pub(super) fn check(document: &Document, findings: &mut Findings) {
    let Some(operation) = operation(document) else {
        return;
    };
    let said: Vec<u16> = document.errors.iter().flat_map(statuses).collect();
    for answer in &operation.errors {
        let name = match answer.status {
            Status::One(status) => status.to_string(),
            Status::Class(class) => format!("{class}XX"),
            Status::Default => continue,
        };
        if !said.iter().any(|status| answer.status.covers(*status)) {
            findings
                .error(
                    document.at(row::heading(document, Role::Errors)),
                    format!("the contract answers {name}, and no row says when"),
                )
                .help("add a row: its code, when it comes, and what the caller does then");
        }
    }
}

/// Lists the HTTP statuses of a row.
pub(super) fn statuses(row: &ErrorRow) -> Vec<u16> {
    match row.status() {
        ErrorStatus::Http(statuses) => statuses,
        ErrorStatus::Handed(_) | ErrorStatus::Unclear => Vec::new(),
    }
}
