//! The JSON of the answer is JSON.

use guild_check::Findings;

use crate::document::Document;

pub(super) fn check(document: &Document, findings: &mut Findings) {
    let Some(response) = &document.response else {
        return;
    };
    for json in &response.shapes {
        let Err(fault) = &json.value else {
            continue;
        };
        findings
            .error(document.at(fault.span), fault.message.as_str())
            .help(help(&json.code.content));
    }
}

/// A block of so many bytes is too long whatever else it is.
const LONG: usize = 1024 * 1024;

/// Guesses at the usual causes.
fn help(code: &str) -> &'static str {
    if code.len() > LONG {
        "show one answer of a length that a person reads, and name what was left out below it"
    } else if code.trim().is_empty() {
        "show the answer as it came; `null` stands for an answer without a body"
    } else if code.contains("...") || code.contains('…') {
        "show the whole answer in place of dots"
    } else if code.contains("//") && !code.contains("://") || code.contains("/*") {
        "move the comments into notes below the block"
    } else if code.contains('<') {
        "put real values in the place of those in angle brackets"
    } else {
        "show a real answer as it came; JSON has double quotes and no comma at the end"
    }
}
