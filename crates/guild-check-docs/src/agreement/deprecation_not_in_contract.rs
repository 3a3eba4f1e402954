//! What is deprecated here is deprecated in the contract.

use guild_check::Findings;

use guild_check::operation::Promise;

use super::{operation, row};
use crate::document::Document;
use crate::document::{Role, first_word};

pub(super) fn check(document: &Document, findings: &mut Findings) {
    let Some(operation) = operation(document) else {
        return;
    };
    let effect = document.passages(Role::Effect);
    if let Some(passage) = effect.first().filter(|passage| {
        first_word(passage.text) == "deprecated" && operation.promise == Promise::Kept
    }) {
        findings
            .error(
                document.at(passage.span),
                "this is deprecated here, and not in the contract",
            )
            .help("write `deprecated: true` into the contract, or take the word out");
    }
    for row in document
        .parameters
        .iter()
        .filter(|row| first_word(&row.description.text) == "deprecated")
    {
        let Some(input) = row::input(operation, row).filter(|input| input.promise == Promise::Kept)
        else {
            continue;
        };
        findings
            .error(
                document.at(row.description.span),
                format!(
                    "`{}` is deprecated here, and not in the contract",
                    input.name
                ),
            )
            .help("write `deprecated: true` into the contract, or take the word out");
    }
}
