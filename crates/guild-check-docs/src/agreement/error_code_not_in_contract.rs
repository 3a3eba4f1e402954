//! The contract has the code of each error.

use guild_check::Findings;

use super::error_status_undocumented::statuses;
use super::operation;
use crate::contract::has_gap;
use crate::document::Document;

pub(super) fn check(document: &Document, findings: &mut Findings) {
    let Some(operation) = operation(document) else {
        return;
    };
    let filled = document
        .errors
        .iter()
        .filter(|row| !has_gap(&row.code.text));
    for row in filled {
        for status in statuses(row) {
            let answers = operation
                .errors
                .iter()
                .filter(|answer| answer.status.covers(status));
            let codes: Vec<&String> = answers.flat_map(|answer| &answer.codes).collect();
            for code in words(&row.code.text).filter(|_| !codes.is_empty()) {
                if !codes.iter().any(|known| *known == code) {
                    findings
                        .error(
                            document.at(row.code.span),
                            format!("the contract has no code `{code}` for status {status}"),
                        )
                        .help("correct the code, or add it to the contract");
                }
            }
        }
    }
}

/// Lists the codes in a cell.
pub(super) fn words(cell: &str) -> impl Iterator<Item = &str> {
    let is_part = |character: char| character.is_alphanumeric() || "_-.".contains(character);
    let words = cell.split(move |character| !is_part(character));
    words.filter(|word| word.chars().any(char::is_alphanumeric) && !matches!(*word, "or" | "and"))
}
