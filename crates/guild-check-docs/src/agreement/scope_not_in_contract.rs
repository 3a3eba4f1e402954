//! The contract asks for the scopes that the document names.

use guild_check::Findings;

use guild_check::operation::Security;

use super::operation;
use crate::document::Document;
use crate::document::Role;

pub(super) fn check(document: &Document, findings: &mut Findings) {
    let Some(operation) = operation(document) else {
        return;
    };
    let Security::Needed {
        alternatives,
        known,
    } = &operation.security
    else {
        return;
    };
    let Some(section) = document.section(Role::Authentication) else {
        return;
    };
    let has_form = |code: &&str| known.iter().any(|scope| is_alike(scope, code));
    let is_asked = |code: &&str| alternatives.iter().flatten().any(|scope| scope == code);
    let codes = document.inline_code_in(section.body);
    for code in codes.filter(has_form).filter(|code| !is_asked(code)) {
        findings
            .error(
                document.at(section.heading.text_span),
                format!("the contract does not ask for `{code}` here"),
            )
            .help("name the scopes that the contract asks for, or add this one to the contract");
    }
}

/// Tells whether a code is a scope, or looks like one: `tasks:admin` beside `tasks:write`.
fn is_alike(scope: &str, code: &str) -> bool {
    let start = |text: &str| text.split_once(':').map(|(start, _)| start.to_owned());
    let is_sibling = start(scope).is_some_and(|scope| Some(scope) == start(code))
        && !code.contains(char::is_whitespace);
    scope == code || is_sibling
}
