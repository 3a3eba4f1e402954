//! Instructions are imperatives.

use guild_check::{Findings, Span};

use crate::document::{Document, first_word, words};

/// How an instruction starts that is none.
const STARTS: [&str; 12] = [
    "you should",
    "you must",
    "you need",
    "you can",
    "you have to",
    "you will",
    "the caller should",
    "the client should",
    "the user should",
    "clients should",
    "callers should",
    "users should",
];

pub(super) fn check(document: &Document, findings: &mut Findings) {
    for error in &document.errors {
        let (text, span) = (error.action.text.as_str(), error.action.span);
        if !matches!(
            first_word(text).as_str(),
            "you" | "the" | "clients" | "callers" | "users"
        ) {
            continue;
        }
        let start = words(text)
            .into_iter()
            .take(3)
            .collect::<Vec<_>>()
            .join(" ");
        if let Some(found) = STARTS.iter().find(|phrase| start.starts_with(**phrase)) {
            note(document, span, found, findings);
        }
    }
}

fn note(document: &Document, span: Span, found: &str, findings: &mut Findings) {
    findings
        .note(
            document.at(span),
            format!("the instruction starts with `{found}`"),
        )
        .help("say it as an imperative: `Send the key again.`")
        .guess();
}
