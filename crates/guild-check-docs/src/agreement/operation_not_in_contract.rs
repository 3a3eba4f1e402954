//! The contract has the endpoint of the title.

use guild_check::Findings;

use crate::document::Document;
use crate::document::Subject;

pub(super) fn check(document: &Document, findings: &mut Findings) {
    let (Subject::Endpoint { method, path }, Some(title)) = (document.subject(), &document.title)
    else {
        return;
    };
    if document.known.is_in_question && document.known.contract.is_none() {
        findings
            .error(
                document.at(title.span),
                format!("the contract has no `{method} {path}`"),
            )
            .help("correct the method or the path, or add the operation to the contract");
    }
}
