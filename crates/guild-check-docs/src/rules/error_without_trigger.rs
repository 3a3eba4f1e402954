//! An error row must say what makes it happen.

use guild_check::Findings;

use crate::document::{Document, ErrorRow, in_lower_case, written_words};
use crate::wording::new_words;

/// Words that say only that there is an error.
const SAYS_NOTHING: [&str; 61] = [
    "error",
    "request",
    "response",
    "invalid",
    "valid",
    "validation",
    "bad",
    "wrong",
    "malformed",
    "failed",
    "failure",
    "fails",
    "occurred",
    "occurs",
    "happens",
    "something",
    "went",
    "input",
    "data",
    "parameter",
    "parameters",
    "unauthorized",
    "unauthenticated",
    "forbidden",
    "access",
    "denied",
    "conflict",
    "not",
    "found",
    "resource",
    "server",
    "service",
    "internal",
    "unexpected",
    "unknown",
    "general",
    "generic",
    "exception",
    "issue",
    "problem",
    "no",
    "client",
    "other",
    "n",
    "none",
    "tbd",
    "provided",
    "given",
    "supplied",
    "submitted",
    "sent",
    "unprocessable",
    "entity",
    "process",
    "processed",
    "handled",
    "always",
    "see",
    "message",
    "details",
    "todo",
];

/// A longer text is not looked at word by word.
const ENOUGH_BYTES: usize = 80;

pub(super) fn check(document: &Document, findings: &mut Findings) {
    for error in &document.errors {
        if says_trigger(error) {
            continue;
        }
        let message = format!("`{}` names no trigger", error.name());
        findings
            .error(document.at(error.when.span), message)
            .help("say in the When column what the caller did, or what was so, to get this error");
    }
}

fn says_trigger(error: &ErrorRow) -> bool {
    // So many words always say something.
    if error.when.text.len() > ENOUGH_BYTES {
        return true;
    }
    let words = |text| written_words(text).map(in_lower_case);
    // An empty cell is the contract's business; a dash is no trigger.
    if words(&error.when.text).next().is_none() {
        return error.when.text.is_empty();
    }
    let repeats_code = words(&error.when.text).eq(words(&error.code.text));
    !repeats_code && new_words(&error.when.text, &SAYS_NOTHING).next().is_some()
}
