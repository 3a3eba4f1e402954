//! An endpoint answers with a number that says that the call failed; only a function throws.

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
            ErrorStatus::Http(statuses)
                if statuses.iter().any(|status| (200..300).contains(status)) =>
            {
                findings
                    .note(
                        document.at(error.status.span),
                        "a status below 300 says that the call worked",
                    )
                    .help("say in the When column that the body tells the failure, or correct the status")
                    .guess();
            }
            ErrorStatus::Http(_) | ErrorStatus::Unclear => {}
        }
    }
}
