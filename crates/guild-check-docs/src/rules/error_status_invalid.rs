//! A status is one that a server can answer, or the way a function fails.

use guild_check::Findings;

use crate::document::{Document, ErrorStatus, Subject};

pub(super) fn check(document: &Document, findings: &mut Findings) {
    for error in &document.errors {
        if error.status.text.trim().is_empty() {
            continue;
        }
        let text = &error.status.text;
        let wrong = match (error.status(), document.subject()) {
            (ErrorStatus::Http(statuses), _) => {
                let odd = statuses
                    .iter()
                    .find(|status| !(100..=599).contains(*status));
                odd.map(|status| {
                    (
                        format!("{status} is no HTTP status"),
                        "write the status that the server answers, 100 to 599",
                    )
                })
            }
            (ErrorStatus::Handed(_), Subject::Endpoint { .. }) => Some((
                format!("`{text}` is no HTTP status"),
                "an endpoint answers with a status; write its number",
            )),
            (ErrorStatus::Handed(_), Subject::Function { .. } | Subject::Unknown) => None,
            (ErrorStatus::Unclear, Subject::Endpoint { .. }) => Some((
                format!("`{text}` is no HTTP status"),
                "write one status a row, such as `404`",
            )),
            (ErrorStatus::Unclear, Subject::Function { .. } | Subject::Unknown) => Some((
                format!("`{text}` does not say how the failure arrives"),
                "write `throws`, `raises`, `rejects`, `returns` or `Err`; for an endpoint the number",
            )),
        };
        if let Some((message, help)) = wrong {
            findings
                .error(document.at(error.status.span), message)
                .help(help);
        }
    }
}
