//! A parameter goes where the contract says.

use guild_check::Findings;

use super::{operation, row};
use crate::document::Document;

pub(super) fn check(document: &Document, findings: &mut Findings) {
    let Some(operation) = operation(document) else {
        return;
    };
    for row in &document.parameters {
        let (Some(said), Some(input)) = (row::place(row), row::input(operation, row)) else {
            continue;
        };
        if said != input.location {
            let message = format!(
                "`{}` goes into the {} here, and into the {} in the contract",
                input.name,
                said.word(),
                input.location.word()
            );
            findings
                .error(document.at(row.description.span), message)
                .help("say where it goes as the contract does");
        }
    }
}
