//! What a section names besides the document's own endpoint or function.

use super::{Document, Role, Subject, words};

/// How a section speaks of something besides the document's own endpoint or function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Other {
    /// By a name that a reader can look for: inline code, a link, a call, a path, a capital within a sentence.
    Named,
    /// By its kind alone, such as `bulk endpoint`.
    Described(String),
    /// Not at all.
    Absent,
}

/// Capitals that name a kind of thing and no thing.
const KINDS: [&str; 20] = [
    "API", "APIs", "HTTP", "HTTPS", "JSON", "XML", "CSV", "URL", "URI", "ID", "IDs", "REST", "SDK",
    "UI", "I", "NOT", "OK", "UTC", "SQL", "HTML",
];

/// Looks for a name in a section, and for a kind where there is none.
pub(super) fn other(document: &Document, role: Role) -> Other {
    let Some(section) = document.section(role) else {
        return Other::Absent;
    };
    let mut code = document.inline_code_in(section.body);
    if code.any(|code| is_other(document, code)) || document.links_in(section.body).next().is_some()
    {
        return Other::Named;
    }
    // The text of inline code is a part of the passages too; only what is a name by its form counts here.
    let mut described = Other::Absent;
    for passage in document.passages(role) {
        let mut is_start = true;
        let mut before = "";
        for word in passage.text.split_whitespace() {
            if is_name(word, is_start) && is_other(document, word) {
                return Other::Named;
            }
            if is_described(before, word) {
                let word = word.trim_end_matches(|edge: char| !edge.is_alphanumeric());
                described = Other::Described(format!("{before} {word}"));
            }
            before = word;
            is_start = word.ends_with(['.', ':', '!', '?', ';']);
        }
    }
    described
}

/// Tells whether two words say of which kind something is: `bulk endpoint`, `streaming API`, but not `another endpoint`.
fn is_described(before: &str, word: &str) -> bool {
    const THINGS: [&str; 6] = ["API", "api", "endpoint", "function", "method", "webhook"];
    const POINTERS: [&str; 22] = [
        "a",
        "an",
        "the",
        "this",
        "that",
        "another",
        "other",
        "different",
        "same",
        "right",
        "each",
        "any",
        "no",
        "your",
        "our",
        "its",
        "one",
        "some",
        "separate",
        "public",
        "http",
        "rest",
    ];
    let word = word.trim_end_matches(|edge: char| !edge.is_alphanumeric());
    let is_pointer = POINTERS.contains(&before.to_lowercase().as_str());
    THINGS.contains(&word) && before.ends_with(char::is_alphanumeric) && !is_pointer
}

/// Tells whether a word is a name by its form.
fn is_name(word: &str, is_start: bool) -> bool {
    let bare = word.trim_matches(|edge: char| !edge.is_alphanumeric());
    let is_path = word.starts_with('/') && word.len() > 1;
    let is_call =
        word.contains("()") || (word.contains('(') && !word.starts_with('(') && !bare.is_empty());
    // An identifier: `createTask`, `create_task`.
    let is_hump = |pair: &[u8]| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase();
    let is_joined = bare.trim_matches('_').contains('_') || bare.as_bytes().windows(2).any(is_hump);
    let is_capital = !is_start && bare.starts_with(char::is_uppercase) && !KINDS.contains(&bare);
    is_path || is_call || is_joined || is_capital
}

/// Tells whether a piece of code is neither this endpoint or function, nor one of its parameters, nor a value.
fn is_other(document: &Document, code: &str) -> bool {
    let code = code.trim();
    let is_value = code.starts_with(['"', '\'', '$', '-'])
        || code.parse::<f64>().is_ok()
        || matches!(
            code,
            "true" | "false" | "null" | "None" | "nil" | "undefined" | ""
        );
    let is_parameter = document
        .parameters
        .iter()
        .any(|parameter| parameter.bare_name() == code);
    !is_value && !is_parameter && !is_itself(document.subject(), code)
}

fn is_itself(subject: &Subject, code: &str) -> bool {
    match subject {
        Subject::Endpoint { method, path } => {
            code == path
                || code
                    .strip_prefix(method.as_str())
                    .is_some_and(|rest| rest.trim() == path)
        }
        Subject::Function {
            name, qualified, ..
        } => {
            let called = code.split('(').next().unwrap_or(code);
            called == name || called == qualified
        }
        Subject::Unknown => words(code).is_empty(),
    }
}
