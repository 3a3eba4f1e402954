//! The note on a parameter says more than its name and its type.

use guild_check::Findings;

use crate::document::{Document, Parameter, Role, words};
use crate::wording::new_words;

/// Say nothing that a table of parameters has not said already.
const FILLER: [&str; 26] = [
    "value",
    "field",
    "parameter",
    "param",
    "argument",
    "property",
    "string",
    "text",
    "number",
    "integer",
    "boolean",
    "bool",
    "object",
    "array",
    "list",
    "type",
    "input",
    "specified",
    "given",
    "provided",
    "used",
    "required",
    "optional",
    "representing",
    "contains",
    "resource",
];

/// Words of names, and the words that say the same.
const SAME: [(&[&str], &[&str]); 6] = [
    (
        &["id", "ids", "uuid"],
        &["identifier", "id", "unique", "ids"],
    ),
    (
        &["at", "on", "date", "time", "timestamp"],
        &["date", "time", "datetime", "timestamp"],
    ),
    (
        &["is", "has", "can", "should"],
        &[
            "whether",
            "flag",
            "indicates",
            "indicating",
            "true",
            "false",
            "not",
        ],
    ),
    (
        &["count", "num", "total", "n"],
        &["number", "count", "total", "amount"],
    ),
    (&["desc", "description"], &["description"]),
    (&["url", "uri", "link"], &["url", "uri", "link", "address"]),
];

/// A longer note is not looked at word by word.
const ENOUGH_BYTES: usize = 80;

pub(super) fn check(document: &Document, findings: &mut Findings) {
    for parameter in &document.parameters {
        if repeats(document, parameter) {
            let message = format!(
                "the note on `{}` repeats its name and type",
                parameter.bare_name()
            );
            findings
                .error(document.at(parameter.description.span), message)
                .help(
                    "say the format, the valid values and the default, or what the value changes",
                );
        }
    }
}

/// Tells whether a note is there and adds no word; the rule on notes that miss something leaves these to this one.
pub(super) fn repeats(document: &Document, parameter: &Parameter) -> bool {
    let note = parameter.description.text.as_str();
    let is_long = note.len() > ENOUGH_BYTES;
    if is_long || words(note).is_empty() || document.section(Role::Request).is_none() {
        return false;
    }
    let mut known = words(&parameter.name.text);
    for (names, same) in SAME {
        if known.iter().any(|word| names.contains(&word.as_str())) {
            known.extend(same.iter().map(|&word| word.to_owned()));
        }
    }
    known.extend(words(&parameter.kind.text));
    let title = document
        .title
        .as_ref()
        .map_or("", |title| title.text.as_str());
    known.extend(words(title));
    let known: Vec<&str> = known.iter().map(String::as_str).chain(FILLER).collect();
    new_words(note, &known).next().is_none()
}
