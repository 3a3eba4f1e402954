//! An error row must say what the caller can do.

use guild_check::Findings;

use crate::document::{Document, ErrorRow, words};
use crate::wording::new_words;

/// Words that say only that something is to be done.
const SAYS_NOTHING: [&str; 48] = [
    "handle",
    "fix",
    "resolve",
    "correct",
    "check",
    "see",
    "debug",
    "investigate",
    "error",
    "errors",
    "issue",
    "problem",
    "request",
    "input",
    "cause",
    "docs",
    "documentation",
    "above",
    "below",
    "none",
    "nothing",
    "n",
    "tbd",
    "todo",
    "appropriately",
    "accordingly",
    "properly",
    "it",
    "exception",
    "catch",
    "message",
    "response",
    "unknown",
    "not",
    "ensure",
    "verify",
    "validate",
    "make",
    "sure",
    "read",
    "details",
    "valid",
    "parameter",
    "parameters",
    "body",
    "payload",
    "data",
    "failure",
];

/// A longer text is not looked at word by word.
const ENOUGH_BYTES: usize = 80;

pub(super) fn check(document: &Document, findings: &mut Findings) {
    for error in &document.errors {
        if says_action(error) {
            continue;
        }
        let message = format!("`{}` names no action", error.name());
        findings
            .error(document.at(error.action.span), message)
            .help("say what the caller does: which part of the call to change, or when to repeat it unchanged");
    }
}

/// «Nothing to do.» tells a caller as much as any action; «None.» may have been forgotten.
fn says_that_none_is_due(text: &str) -> bool {
    let words = words(text);
    let starts = words
        .first()
        .is_some_and(|word| matches!(word.as_str(), "none" | "nothing" | "no"));
    starts
        && (words.len() > 2
            || words.iter().any(|word| {
                matches!(
                    word.as_str(),
                    "needed" | "required" | "necessary" | "action"
                )
            }))
}

fn says_action(error: &ErrorRow) -> bool {
    // So many words always say something.
    if error.action.text.len() > ENOUGH_BYTES {
        return true;
    }
    // An empty cell is the contract's business; a dash is no action.
    error.action.text.is_empty()
        || says_that_none_is_due(&error.action.text)
        || new_words(&error.action.text, &SAYS_NOTHING)
            .next()
            .is_some()
}
