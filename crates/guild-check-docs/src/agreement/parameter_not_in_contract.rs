//! The contract has each documented parameter.

use guild_check::Findings;

use super::{operation, row};
use crate::document::Document;

pub(super) fn check(document: &Document, findings: &mut Findings) {
    let Some(operation) = operation(document) else {
        return;
    };
    for row in &document.parameters {
        let is_known = row::shape(operation, row).is_some() || row::input(operation, row).is_some();
        if row.bare_name().is_empty() || is_known || row::is_within_open(operation, row) {
            continue;
        }
        findings
            .error(
                document.at(row.name.span),
                format!(
                    "the contract has no parameter or body field `{}`",
                    row.bare_name()
                ),
            )
            .help("correct the name, take the row out, or add the parameter to the contract");
    }
}
