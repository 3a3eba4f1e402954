//! The document has each parameter of the contract.

use guild_check::operation::{Input, Location, Operation};
use guild_check::{Findings, Place};

use super::{operation, row};
use crate::document::{Document, Parameter, Role, words};

pub(super) fn check(document: &Document, findings: &mut Findings) {
    let Some(operation) = operation(document) else {
        return;
    };
    for input in &operation.inputs {
        let place = document.at(row::heading(document, Role::Request));
        match row::of(document, operation, input) {
            Some(row) => within(document, operation, input, row, findings),
            None => report(&input.name, input, place, findings),
        }
    }
}

/// Looks for the fields of an object in the body, one step down: in rows of their own, or in the note on the object.
fn within(
    document: &Document,
    operation: &Operation,
    input: &Input,
    row: &Parameter,
    findings: &mut Findings,
) {
    let shape = |index: usize| operation.shapes.get(index);
    let Some(mut held) = input
        .shape
        .and_then(shape)
        .filter(|_| input.location == Location::Body)
    else {
        return;
    };
    if let Some(items) = held.items.and_then(shape) {
        held = items;
    }
    let note = words(&row.description.text).join(" ");
    for field in &held.fields {
        let ending = format!(".{}", field.name);
        let has_row = document
            .parameters
            .iter()
            .any(|row| row.bare_name() == field.name || row.bare_name().ends_with(&ending));
        if !has_row && !format!(" {note} ").contains(&format!(" {} ", words(&field.name).join(" ")))
        {
            let optional = Input {
                is_required: false,
                ..input.clone()
            };
            let name = format!("{}.{}", input.name, field.name);
            report(&name, &optional, document.at(row.name.span), findings);
        }
    }
}

fn report(name: &str, input: &Input, place: Place, findings: &mut Findings) {
    let message = format!(
        "`{name}` ({}) is in the contract and not in this table",
        input.location.word()
    );
    let finding = match input.is_required {
        true => findings.error(place, message),
        false => findings.warning(place, message),
    };
    finding.help(
        "add a row with its type, whether it is required, and its format, valid values and default",
    );
}
