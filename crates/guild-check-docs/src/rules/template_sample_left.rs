//! What the template holds in angle brackets is replaced.

use guild_check::{Findings, Span};

use crate::document::Document;

/// The longest text in angle brackets that is looked at.
const LONGEST: usize = 200;

pub(super) fn check(document: &Document, findings: &mut Findings) {
    let text = document.source.text();
    let mut from = document.markdown.body.start as usize;
    while let Some(open) = text
        .get(from..)
        .and_then(|rest| rest.find('<'))
        .map(|at| at + from)
    {
        from = open + 1;
        let Some(inside) = inside(&text[open + 1..]) else {
            continue;
        };
        let span = Span::new(open..open + inside.len() + 2);
        let before = text[..open].chars().next_back();
        if is_sample(inside)
            && !before.is_some_and(char::is_alphanumeric)
            && !is_element(text, inside)
        {
            from = span.end as usize;
            findings
                .error(
                    document.at(span),
                    format!("`<{}>` is left from the template", shortened(inside)),
                )
                .help("replace it, brackets included, by what is so for this endpoint or function");
        }
    }
}

/// Gives what stands between the brackets, if they close before long.
fn inside(text: &str) -> Option<&str> {
    let mut end = text.len().min(LONGEST);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let close = text[..end].find(['>', '<', '\n'])?;
    text[close..].starts_with('>').then(|| &text[..close])
}

/// Tells the template's words from HTML, addresses and types: they are a sentence, or one of its single words.
fn is_sample(inside: &str) -> bool {
    const SINGLE: [&str; 16] = [
        "METHOD",
        "CODE",
        "4xx",
        "2xx",
        "5xx",
        "YYYY-MM-DD",
        "name",
        "value",
        "field",
        "date",
        "path",
        "status",
        "scope",
        "role",
        "type",
        "FunctionName",
    ];
    if SINGLE.contains(&inside) {
        return true;
    }
    let first = inside.chars().next();
    let is_start = first.is_some_and(|first| first.is_alphanumeric() || first == '/');
    let is_markup =
        inside.contains(['=', '"', '&', '(']) || inside.contains("://") || inside.ends_with('/');
    let is_path = inside.starts_with('/') && inside.contains('{');
    let words = inside.split_whitespace().count();
    is_start && !is_markup && (is_path || (words > 1 && is_prose(inside)))
}

/// `<T: Into<Url>>` and `<const N: usize>` are code; the template's sentences have words of letters.
fn is_prose(inside: &str) -> bool {
    let is_word = |word: &str| {
        let word = word.trim_end_matches([',', '.', ';', ':', '?']);
        !word.is_empty()
            && word
                .chars()
                .all(|character| character.is_alphanumeric() || "'-/`*".contains(character))
    };
    let is_code = ["const ", "dyn ", "impl ", "keyof ", "mut "]
        .iter()
        .any(|word| inside.contains(word));
    let is_types = inside.contains(": ") && inside.split_whitespace().count() < 4
        || inside.contains(" extends ");
    !is_code && !is_types && inside.split_whitespace().all(is_word) && !is_list_of_types(inside)
}

/// `Map <String, Integer>`: every word starts with a capital, or is joined by commas only.
fn is_list_of_types(inside: &str) -> bool {
    let count = inside.split_whitespace().count();
    inside.matches(", ").count() + 1 == count
}

/// Tells whether the word is closed as an element of XML is.
fn is_element(text: &str, inside: &str) -> bool {
    !inside.contains(char::is_whitespace) && text.contains(&format!("</{inside}>"))
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
