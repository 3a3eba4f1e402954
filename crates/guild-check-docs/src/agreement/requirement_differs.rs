//! A parameter is required here if it is in the contract.

use guild_check::Findings;

use super::{operation, row};
use crate::document::Document;
use crate::document::Requirement;

pub(super) fn check(document: &Document, findings: &mut Findings) {
    let Some(operation) = operation(document) else {
        return;
    };
    for row in &document.parameters {
        let Some(input) = row::input(operation, row) else {
            continue;
        };
        let message = match (row.requirement(), input.is_required) {
            (Requirement::Required, false) => format!(
                "`{}` is required here and optional in the contract",
                input.name
            ),
            (Requirement::Optional, true) => format!(
                "`{}` is optional here and required in the contract",
                input.name
            ),
            (Requirement::Required, true)
            | (Requirement::Optional, false)
            | (Requirement::Unclear, _) => continue,
        };
        findings
            .error(document.at(row.required.span), message)
            .help("write in the Required column what the contract says");
    }
}
