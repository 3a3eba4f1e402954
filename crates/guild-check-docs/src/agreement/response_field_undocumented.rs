//! The document shows each field of the answer.

use guild_check::Findings;

use super::answer::{DifferenceKind, differences};
use super::operation;
use crate::document::Document;

pub(super) fn check(document: &Document, findings: &mut Findings) {
    let Some(operation) = operation(document) else {
        return;
    };
    for difference in differences(document, operation) {
        let (field, place) = (&difference.field, document.at(difference.span));
        let finding = match &difference.kind {
            DifferenceKind::Missing => findings.error(
                place,
                format!("every answer has `{field}` by the contract, and the shown one has not"),
            ),
            DifferenceKind::Unnamed => findings.warning(
                place,
                format!("an answer may have `{field}` by the contract, and nothing here says so"),
            ),
            DifferenceKind::Unknown
            | DifferenceKind::Type { .. }
            | DifferenceKind::Value { .. } => continue,
        };
        finding.help("show the field, or name it in a note");
    }
}
