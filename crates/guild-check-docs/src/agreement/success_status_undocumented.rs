//! The document names each status of success.

use guild_check::Findings;

use guild_check::operation::Status;

use super::{operation, row};
use crate::document::Document;
use crate::document::Role;

pub(super) fn check(document: &Document, findings: &mut Findings) {
    let Some(operation) = operation(document) else {
        return;
    };
    let Some(response) = &document.response else {
        return;
    };
    // Whoever names no status means the usual one.
    let said = if response.statuses.is_empty() {
        vec![200]
    } else {
        response.statuses.clone()
    };
    for answer in &operation.successes {
        let Status::One(status) = answer.status else {
            continue;
        };
        if !said.contains(&status) {
            findings
                .error(
                    document.at(row::heading(document, Role::Response)),
                    format!("the contract answers {status} too, and nothing here says so"),
                )
                .help(format!("write `Status `{status}`.` and what comes with it"));
        }
    }
}
