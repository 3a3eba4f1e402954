//! A parameter that is not trivial has its format, its valid values or its default.

use std::sync::LazyLock;

use guild_check::Findings;
use guild_check::contract::phrase::Phrases;

use crate::document::{Document, Parameter, Requirement, words};
use crate::wording::{new_words, phrases};

use super::note_repeats_type::repeats;

/// Words that come with a format, a range, a default or a rule.
static SIGNS: LazyLock<Phrases> = LazyLock::new(|| {
    phrases(&[
        "default",
        "defaults",
        "format",
        "one of",
        "either",
        "between",
        "at most",
        "at least",
        "maximum",
        "minimum",
        "max",
        "min",
        "up to",
        "characters",
        "letters",
        "digits",
        "opaque",
        "must",
        "only",
        "pattern",
        "uuid",
        "ulid",
        "url",
        "uri",
        "email",
        "mail address",
        "json",
        "base64",
        "hex",
        "unique",
        "case",
        "null",
        "empty",
        "seconds",
        "minutes",
        "hours",
        "days",
        "milliseconds",
        "bytes",
        "such as",
        "for example",
        "iso",
        "rfc",
        "utc",
        "utf",
        "ascii",
        "never",
        "always",
        "any",
        "positive",
        "negative",
        "greater",
        "less",
        "comma",
        "sorted",
        "range",
        "or",
        "unless",
        "without",
        "if",
        "when",
        "id of",
        "in cents",
        "cents",
        "percent",
        "degrees",
        "metres",
        "meters",
        "kilobytes",
        "megabytes",
        "pixels",
        "currency",
        "date of",
        "deprecated",
        "ignored",
        "no effect",
        "reserved",
        "echoed",
    ])
});

/// A note of so many words of its own is taken to say something.
const ENOUGH_WORDS: usize = 4;

pub(super) fn check(document: &Document, findings: &mut Findings) {
    for parameter in &document.parameters {
        if is_trivial(document, parameter) || says_something(document, parameter) {
            continue;
        }
        let name = parameter.bare_name();
        let message = format!("the note on `{name}` has no format, no valid values and no default");
        let help = match parameter.requirement() {
            Requirement::Optional => {
                "say what happens when it is left out, and which values are taken"
            }
            Requirement::Required | Requirement::Unclear => {
                "say which values are taken: format, range, length"
            }
        };
        findings
            .warning(document.at(parameter.description.span), message)
            .help(help)
            .guess();
    }
}

/// The id in a path and a required yes or no explain themselves; an empty note is the contract's business.
fn is_trivial(document: &Document, parameter: &Parameter) -> bool {
    let is_in_path = document
        .subject()
        .path_parameters()
        .contains(&parameter.bare_name());
    let is_choice = parameter.kind.text.to_lowercase().starts_with("bool")
        && parameter.requirement() == Requirement::Required;
    let is_empty = parameter.description.text.is_empty();
    is_in_path || is_choice || is_empty || repeats(document, parameter)
}

/// Tells whether a text has a word that comes with a format, a range, a default or a rule.
pub(super) fn speaks_of_values(text: &str) -> bool {
    SIGNS.is_in(text)
}

fn says_something(document: &Document, parameter: &Parameter) -> bool {
    let note = &parameter.description;
    // A type such as `"name" | "age"` lists its values.
    let has_values = parameter
        .kind
        .text
        .contains(|character: char| "\"'|“".contains(character));
    let has_value = note
        .text
        .contains(|character: char| character.is_numeric() || "\"“«".contains(character))
        || document.inline_code_in(note.span).next().is_some();
    // Words say what a number counts, and never from where to where it goes.
    let has_enough_words = || {
        !is_number(&parameter.kind.text)
            && new_words(&note.text, &[parameter.bare_name()])
                .nth(ENOUGH_WORDS - 1)
                .is_some()
    };
    has_values || has_value || speaks_of_values(&note.text) || has_enough_words()
}

/// Tells whether a type is one of numbers, in whichever language.
fn is_number(kind: &str) -> bool {
    const NUMBERS: [&str; 12] = [
        "int", "integer", "long", "number", "float", "double", "decimal", "usize", "u32", "u64",
        "i32", "i64",
    ];
    words(kind)
        .first()
        .is_some_and(|word| NUMBERS.contains(&word.as_str()))
}
