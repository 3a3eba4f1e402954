//! The document has each code of the contract.

use guild_check::Findings;

use guild_check::operation::Status;

use super::error_code_not_in_contract::words;
use super::error_status_undocumented::statuses;
use super::operation;
use crate::document::Document;

pub(super) fn check(document: &Document, findings: &mut Findings) {
    let Some(operation) = operation(document) else {
        return;
    };
    let said: Vec<&str> = document
        .errors
        .iter()
        .flat_map(|row| words(&row.code.text))
        .collect();
    for answer in operation
        .errors
        .iter()
        .filter(|answer| answer.are_codes_own)
    {
        let row = document.errors.iter().find(|row| {
            statuses(row)
                .into_iter()
                .any(|status| answer.status == Status::One(status))
        });
        let Some(row) = row else {
            continue;
        };
        for code in answer
            .codes
            .iter()
            .filter(|code| !said.contains(&code.as_str()))
        {
            findings
                .warning(
                    document.at(row.status.span),
                    format!(
                        "the contract has the code `{code}` for this status, and no row says when"
                    ),
                )
                .help("add a row for the code");
        }
    }
}
