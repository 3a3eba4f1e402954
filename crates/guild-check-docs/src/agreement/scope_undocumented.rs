//! The document names the scopes of the contract.

use guild_check::Findings;

use guild_check::operation::Security;

use super::authentication_differs::{says_none, text_of};
use super::{operation, row};
use crate::document::Document;
use crate::document::Role;

pub(super) fn check(document: &Document, findings: &mut Findings) {
    let Some(operation) = operation(document) else {
        return;
    };
    let Security::Needed { alternatives, .. } = &operation.security else {
        return;
    };
    let text = text_of(document);
    if says_none(&text) {
        return;
    }
    let missing = |scopes: &Vec<String>| {
        scopes
            .iter()
            .filter(|scope| !text.contains(scope.as_str()))
            .cloned()
            .collect::<Vec<_>>()
    };
    let nearest = alternatives
        .iter()
        .map(missing)
        .min_by_key(Vec::len)
        .unwrap_or_default();
    if !nearest.is_empty() {
        let message = format!(
            "the contract asks for {}, and nothing here says so",
            nearest.join(", ")
        );
        findings
            .error(
                document.at(row::heading(document, Role::Authentication)),
                message,
            )
            .help("name the scopes that the contract asks for");
    }
}
