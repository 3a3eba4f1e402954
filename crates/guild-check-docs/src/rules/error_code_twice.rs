//! A code stands once for each status.

use std::collections::HashMap;

use guild_check::Findings;

use crate::document::{Document, ErrorStatus, words};

pub(super) fn check(document: &Document, findings: &mut Findings) {
    let mut seen: HashMap<(String, String, String), u32> = HashMap::new();
    for error in &document.errors {
        let code = error.code.text.trim();
        if words(code).is_empty() {
            continue;
        }
        // A function has few types of error and many causes for each; only the same cause twice is a slip.
        let cause = match error.status() {
            ErrorStatus::Http(_) => String::new(),
            ErrorStatus::Handed(_) | ErrorStatus::Unclear => words(&error.when.text).join(" "),
        };
        let key = (words(&error.status.text).join(" "), code.to_owned(), cause);
        let Some(first) = seen.get(&key) else {
            seen.insert(key, error.span.start);
            continue;
        };
        let first = document.source.line_of(*first);
        let message = format!(
            "`{code}` stands for {} on line {first} already",
            error.status.text
        );
        findings
            .error(document.at(error.code.span), message)
            .help("give each cause its own code, or say both causes in one row");
    }
}
