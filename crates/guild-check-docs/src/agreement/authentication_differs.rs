//! Who may call is what the contract says.

use guild_check::Findings;

use guild_check::operation::Security;

use super::{operation, row};
use crate::document::Document;
use crate::document::{Role, first_word};

pub(super) fn check(document: &Document, findings: &mut Findings) {
    let Some(operation) = operation(document) else {
        return;
    };
    let text = text_of(document);
    if text.is_empty() {
        return;
    }
    let place = document.at(row::heading(document, Role::Authentication));
    match (&operation.security, says_none(&text)) {
        // An alternative without a credential lets anyone call.
        (Security::Needed { credentials, .. }, true)
            if credentials.iter().all(|needed| !needed.is_empty()) =>
        {
            let message = "no credential is needed here, and the contract asks for one";
            findings
                .error(place, message)
                .help("name the credential and the scopes that the contract asks for");
        }
        (Security::Open, false) => {
            let message = "a credential is needed here, and in the contract anyone may call";
            findings
                .error(place, message)
                .help("say `None, because …`, or add the security to the contract");
        }
        (Security::Needed { .. } | Security::Open | Security::Unsaid, _) => {}
    }
}

/// Joins what stands in the section.
pub(super) fn text_of(document: &Document) -> String {
    let passages = document.passages(Role::Authentication);
    passages
        .iter()
        .map(|passage| passage.text)
        .collect::<Vec<_>>()
        .join("\n")
}

/// Tells whether a section says that nothing is needed.
pub(super) fn says_none(text: &str) -> bool {
    let start = text.trim_start().to_lowercase();
    let starts = [
        "no authentication",
        "no credential",
        "not required",
        "public",
        "anyone",
    ];
    first_word(&start) == "none" || starts.iter().any(|words| start.starts_with(words))
}
