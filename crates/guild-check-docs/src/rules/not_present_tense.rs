//! Behaviour is told in the present tense.

use std::sync::LazyLock;

use guild_check::Findings;
use guild_check::contract::phrase::Phrases;

use crate::document::{Document, Role};
use crate::wording::{first_in, phrases};

/// Words that put off what is told.
static FUTURE: LazyLock<Phrases> = LazyLock::new(|| phrases(&["will", "would", "shall"]));

const ROLES: [Role; 4] = [Role::Effect, Role::Response, Role::Errors, Role::EdgeCases];

pub(super) fn check(document: &Document, findings: &mut Findings) {
    for role in ROLES {
        for passage in document.passages(role) {
            let Some(word) = first_in(passage.text, &FUTURE) else {
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
