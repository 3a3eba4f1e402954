//! A parameter has the values that the contract lists.

use guild_check::Findings;

use super::{operation, row};
use crate::document::Document;
use crate::document::{Parameter, sentences};

pub(super) fn check(document: &Document, findings: &mut Findings) {
    let Some(operation) = operation(document) else {
        return;
    };
    for row in &document.parameters {
        let Some(values) = row::shape(operation, row).and_then(|shape| shape.values.as_ref())
        else {
            continue;
        };
        let text = format!("{} {}", row.kind.text, row.description.text);
        let words: Vec<&str> = text
            .split(|character: char| !character.is_alphanumeric() && !"_-.:/+".contains(character))
            .collect();
        let is_said = |value: &&String| {
            words
                .iter()
                .any(|word| word.trim_end_matches(['.', ':']) == value.as_str())
                || text.contains(&format!("`{value}`"))
        };
        let missing: Vec<&str> = values
            .iter()
            .filter(|value| !is_said(value))
            .map(String::as_str)
            .collect();
        if !missing.is_empty() {
            let message = format!(
                "`{}` may also be {} in the contract",
                row.bare_name(),
                missing.join(", ")
            );
            findings
                .error(document.at(row.description.span), message)
                .help("list all values that the contract allows");
        }
        for other in others(document, row, values) {
            let message = format!("`{}` may not be `{other}` in the contract", row.bare_name());
            findings
                .error(document.at(row.description.span), message)
                .help("take the value out, or add it to the contract");
        }
    }
}

/// Lists the codes after `One of` that are no values of the contract.
fn others(document: &Document, row: &Parameter, values: &[String]) -> Vec<String> {
    let text = &row.description.text;
    let list = sentences(text).into_iter().find(|sentence| {
        let sentence = sentence.to_lowercase();
        ["one of", "valid values", "allowed values", "either"]
            .iter()
            .any(|start| sentence.starts_with(start))
    });
    let Some(list) = list else {
        return Vec::new();
    };
    let codes = document.inline_code_in(row.description.span);
    let is_listed = |code: &&str| list.contains(*code) && *code != "null";
    codes
        .filter(is_listed)
        .filter(|code| !values.iter().any(|value| value == code))
        .map(str::to_owned)
        .collect()
}
