//! Behaviour is told in the present tense.

use guild_check::Findings;

use crate::document::{Document, Role};
use crate::wording::phrase_in;

const ROLES: [Role; 4] = [Role::Effect, Role::Response, Role::Errors, Role::EdgeCases];

pub(super) fn check(document: &Document, findings: &mut Findings) {
    for role in ROLES {
        for passage in document.passages(role) {
            let Some(word) = phrase_in(passage.text, &["will", "would", "shall", "won't", "it'll"])
            else {
                continue;
            };
            findings
                .note(
                    document.at(passage.span),
                    format!("`{word}` leaves open whether it is so today"),
                )
                .help("say what happens in the present tense: `The server answers 409.`")
                .guess();
        }
    }
}
