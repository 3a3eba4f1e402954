//! The document has each parameter of the contract.

use guild_check::Findings;

use super::{operation, row};
use crate::document::Document;
use crate::document::Role;

pub(super) fn check(document: &Document, findings: &mut Findings) {
    let Some(operation) = operation(document) else {
        return;
    };
    for input in &operation.inputs {
        if row::of(document, operation, input).is_some() {
            continue;
        }
        let place = document.at(row::heading(document, Role::Request));
        let message = format!(
            "`{}` ({}) is in the contract and not in this table",
            input.name,
            input.location.word()
        );
        let finding = match input.is_required {
            true => findings.error(place, message),
            false => findings.warning(place, message),
        };
        finding.help("add a row with its type, whether it is required, and its format, valid values and default");
    }
}
