//! The contract has each field of the shown answer.

use guild_check::Findings;

use super::answer::{DifferenceKind, differences};
use super::operation;
use crate::document::Document;

pub(super) fn check(document: &Document, findings: &mut Findings) {
    let Some(operation) = operation(document) else {
        return;
    };
    for difference in differences(document, operation) {
        let field = &difference.field;
        let message = match &difference.kind {
            DifferenceKind::Unknown => format!("the contract has no field `{field}` in the answer"),
            DifferenceKind::Missing
            | DifferenceKind::Unnamed
            | DifferenceKind::Type { .. }
            | DifferenceKind::Value { .. } => continue,
        };
        findings
            .error(document.at(difference.span), message)
            .help("take the field out, correct its name, or add it to the contract");
    }
}
