//! The fields of the shown answer have the types and values of the contract.

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
            DifferenceKind::Type { is, may } => {
                format!("`{field}` is {is} here and {may} in the contract")
            }
            DifferenceKind::Value { is, may } => {
                format!("`{field}` is `{is}` here, and in the contract one of {may}")
            }
            DifferenceKind::Unknown | DifferenceKind::Missing | DifferenceKind::Unnamed => continue,
        };
        findings
            .error(document.at(difference.span), message)
            .help("show a value that the contract allows");
    }
}
