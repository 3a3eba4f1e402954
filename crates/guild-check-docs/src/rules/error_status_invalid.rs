//! An endpoint answers with a number; only a function throws.

use guild_check::Findings;

use crate::document::{Document, ErrorStatus, Subject};

pub(super) fn check(document: &Document, findings: &mut Findings) {
    match document.subject() {
        Subject::Endpoint { .. } => {}
        // That a status is a number or such a word at all is the contract's business.
        Subject::Function { .. } | Subject::Unknown => return,
    }
    for error in &document.errors {
        match error.status() {
            ErrorStatus::Handed(word) => {
                findings
                    .error(
                        document.at(error.status.span),
                        format!("an endpoint answers with a number, not with `{word}`"),
                    )
                    .help("write the HTTP status, 100 to 599");
            }
            ErrorStatus::Http(_) | ErrorStatus::Unclear => {}
        }
    }
}
