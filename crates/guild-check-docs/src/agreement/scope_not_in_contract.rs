//! The contract asks for the scopes that the document names.

use guild_check::operation::Security;
use guild_check::{Findings, Span};

use super::operation;
use crate::document::{Document, Role};

pub(super) fn check(document: &Document, findings: &mut Findings) {
    let Some(operation) = operation(document) else {
        return;
    };
    let Security::Needed {
        alternatives,
        known,
        ..
    } = &operation.security
    else {
        return;
    };
    let Some(section) = document.section(Role::Authentication) else {
        return;
    };
    let codes =
        document.markdown.inline_code.iter().filter(|code| {
            section.body.start <= code.span.start && code.span.end <= section.body.end
        });
    let place = || document.at(section.heading.text_span);
    for code in codes {
        let name = code.text.as_str();
        if alternatives.iter().flatten().any(|scope| scope == name) {
            continue;
        }
        if known.iter().any(|scope| is_alike(scope, name)) {
            let message = format!("the contract does not ask for `{name}` here");
            findings.error(place(), message).help(
                "name the scopes that the contract asks for, or add this one to the contract",
            );
        } else if is_called_scope(document, code.span) {
            // Before version 3.1 OpenAPI has no room for the scopes of a key or a bearer token.
            let message = format!("the contract knows no scope `{name}`");
            findings.warning(place(), message).help(format!(
                "correct its name, or add it to the contract: `security: [{{ <scheme>: [{name}] }}]`"
            ));
        }
    }
}

/// Tells whether the word scope stands beside a code, or beside those that it is listed with.
fn is_called_scope(document: &Document, span: Span) -> bool {
    const NEAR: usize = 80;
    let text = document.source.text();
    let from = text.floor_char_boundary((span.start as usize).saturating_sub(NEAR));
    let to = text.floor_char_boundary((span.end as usize + NEAR).min(text.len()));
    let before = &text[from..span.start as usize];
    let after = &text[span.end as usize..to];
    let is_word = |word: Option<&str>| {
        word.is_some_and(|word| {
            let word = word.trim_matches(|edge: char| !edge.is_alphanumeric());
            word.eq_ignore_ascii_case("scope") || word.eq_ignore_ascii_case("scopes")
        })
    };
    // Other codes of a list, and what joins them, stand between the word and this one.
    let is_joint = |word: &&str| {
        word.starts_with('`') || matches!(word.trim_matches(','), "" | "and" | "or" | "the")
    };
    is_word(before.split_whitespace().rev().find(|word| !is_joint(word)))
        || (!after.starts_with(',')
            && is_word(after.split_whitespace().find(|word| !is_joint(word))))
}

/// Tells whether a code is a scope, or looks like one: `tasks:admin` beside `tasks:write`.
fn is_alike(scope: &str, code: &str) -> bool {
    let start = |text: &str| text.split_once(':').map(|(start, _)| start.to_owned());
    let is_sibling = start(scope).is_some_and(|scope| Some(scope) == start(code))
        && !code.contains(char::is_whitespace);
    scope == code || is_sibling
}
