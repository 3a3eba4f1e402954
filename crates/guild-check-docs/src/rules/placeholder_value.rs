//! An example has values and whole code, and nothing that stands for them.

use std::cell::LazyCell;
use std::collections::HashSet;
use std::ops::Range;

use guild_check::Findings;

use crate::document::{Document, ExampleBlock};

/// Words of those who leave a value to the reader: `<token>`, `<your name>`.
const LEFT: [&str; 38] = [
    "your",
    "my",
    "token",
    "key",
    "apikey",
    "secret",
    "password",
    "pass",
    "credentials",
    "id",
    "ids",
    "uuid",
    "name",
    "username",
    "user",
    "email",
    "host",
    "hostname",
    "domain",
    "server",
    "url",
    "endpoint",
    "port",
    "path",
    "file",
    "filename",
    "account",
    "project",
    "org",
    "organization",
    "tenant",
    "region",
    "version",
    "value",
    "date",
    "string",
    "number",
    "integer",
];

/// What is called the reader's in one word: `yourcompany.example`.
const OWNED: [&str; 10] = [
    "domain", "company", "site", "host", "server", "app", "org", "name", "shop", "store",
];

/// After so many in one block, more of them tell nobody anything.
const MOST: usize = 20;

pub(super) fn check(document: &Document, findings: &mut Findings) {
    let blocks = document.examples.iter().flat_map(|example| &example.blocks);
    for block in blocks.filter(|block| block.language() != "json") {
        let code = &block.code.content;
        for range in gaps(block).into_iter().take(MOST) {
            let span = block.code.place_of(&document.source, range.clone());
            findings
                .warning(document.at(span), "code is left out here")
                .help("write the code that belongs here, or take the dots out: an example runs as it is written")
                .guess();
        }
        for range in placeholders(block, code).into_iter().take(MOST) {
            let span = block.code.place_of(&document.source, range.clone());
            findings
                .error(
                    document.at(span),
                    format!("`{}` stands for a value and is none", &code[range]),
                )
                .help("write a value as it occurs, or read it from a variable such as `$TASKS_TOKEN`: an example runs as it is written");
        }
    }
}

/// Finds the lines that are nothing but dots, in code that runs; what a program prints may be cut short.
fn gaps(block: &ExampleBlock) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    if block.is_data() || matches!(block.language().as_str(), "" | "console" | "http") {
        return found;
    }
    let code = block.code.content.as_str();
    let mut start = 0;
    // The body of a Python function may be dots.
    let mut opens_body = false;
    for line in code.split_inclusive('\n') {
        let bare = line.trim();
        let words = bare.trim_matches(|mark: char| "/#*-;".contains(mark) || mark.is_whitespace());
        if matches!(words, "..." | "…") && !opens_body {
            let at = start + line.len() - line.trim_start().len();
            found.push(at..at + bare.len());
        }
        opens_body = bare.ends_with(':');
        start += line.len();
    }
    found
}

/// Finds `<token>` in brackets, and in the addresses of a shell or a raw request `{id}` and `:id`.
fn placeholders(block: &ExampleBlock, code: &str) -> Vec<Range<usize>> {
    let is_plain = matches!(
        block.language().trim_matches(['{', '}', '.']),
        "sh" | "bash" | "shell" | "zsh" | "fish" | "console" | "http" | "curl" | "powershell"
    );
    let mut found = Vec::new();
    let closed = LazyCell::new(|| closed_tags(code));
    for (at, _) in code.match_indices('<') {
        let inside = &code[at + 1..];
        let Some(length) = inside.find(['<', '>', '\n']) else {
            continue;
        };
        let word = &inside[..length];
        let is_closed = inside[length..].starts_with('>');
        if is_closed && is_left(word) && stands_free(code, at, is_plain) && !is_tag(&closed, word) {
            found.push(at..at + length + 2);
        }
    }
    if is_plain {
        found.extend(in_addresses(code));
    }
    found.extend(stand_ins(code).filter(|range| is_plain || stands_in_text(code, range.start)));
    found.sort_by_key(|range| range.start);
    found
}

/// Finds `YOUR_SKU`, `yourcompany` and `sk_live_xxxxxxxx`: words that say themselves that another belongs there.
fn stand_ins(code: &str) -> impl Iterator<Item = Range<usize>> {
    let is_inside = |character: char| character.is_ascii_alphanumeric() || "_-".contains(character);
    let words = code.split(move |character| !is_inside(character));
    let is_blank = |word: &str| {
        let last = word.rsplit(['_', '-']).next().unwrap_or(word);
        last.len() > 3 && last.bytes().all(|byte| matches!(byte, b'x' | b'X'))
    };
    words
        .filter(move |word| is_blank(word) || is_yours(word))
        .map(|word| {
            let at = word.as_ptr().addr() - code.as_ptr().addr();
            at..at + word.len()
        })
}

/// Tells whether a word is the reader's: `your-sku`, `YOUR_SKU`, `yourSku`, `yourcompany`.
fn is_yours(word: &str) -> bool {
    let Some((your, rest)) = word.split_at_checked(4) else {
        return false;
    };
    let is_joined = rest.starts_with(['_', '-']) || rest.starts_with(char::is_uppercase);
    your.eq_ignore_ascii_case("your")
        && (is_joined || OWNED.contains(&rest.to_ascii_lowercase().as_str()))
        && !is_forbidden(word)
}

/// Tells whether words in brackets are such as a reader is to replace.
fn is_left(word: &str) -> bool {
    let is_name = |character: char| character.is_alphanumeric() || " _-".contains(character);
    let is_whole = word.trim() == word && !word.is_empty() && word.chars().all(is_name);
    let is_capital = word.len() > 2
        && word
            .chars()
            .all(|character| character.is_ascii_uppercase() || "_- ".contains(character));
    let words = crate::document::words(word);
    is_whole
        && !is_forbidden(word)
        && (is_capital || words.iter().any(|word| LEFT.contains(&word.as_str())))
}

/// What the contract forbids by name is found there.
fn is_forbidden(word: &str) -> bool {
    let contract = crate::contract();
    let mut forbidden = contract.forbidden.iter();
    forbidden.any(|entry| entry.words.is_in(word))
}

/// Tells whether a bracket opens no type: in a program it stands in a text, in a shell behind no word.
fn stands_free(code: &str, at: usize, is_plain: bool) -> bool {
    let is_joined = code[..at].ends_with(|last: char| last.is_alphanumeric() || last == '<');
    !is_joined && (is_plain || stands_in_text(code, at))
}

/// Tells whether a place of a program is within a text, as far as the line says.
fn stands_in_text(code: &str, at: usize) -> bool {
    let line = code[..at].rfind('\n').map_or(0, |end| end + 1);
    let before = &code[line..at];
    let quotes = |quote: char| before.matches(quote).count() % 2 == 1;
    quotes('"') || quotes('\'') || quotes('`')
}

/// Tells whether brackets are a tag of XML or HTML: somewhere it is closed.
fn is_tag(closed: &HashSet<&str>, word: &str) -> bool {
    closed.contains(word.split(' ').next().unwrap_or(word))
}

/// Collects the names of the tags that are closed somewhere: `</name>`.
fn closed_tags(code: &str) -> HashSet<&str> {
    let starts = code.match_indices("</");
    let names = starts.filter_map(|(at, _)| {
        let rest = &code[at + 2..];
        let end = rest.find(['>', '<', '\n'])?;
        rest[end..].starts_with('>').then_some(&rest[..end])
    });
    names.collect()
}

/// Finds `{id}` and `:id` as steps of an address.
fn in_addresses(code: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    for word in code.split_inclusive(|end: char| end.is_whitespace() || "\"'`?".contains(end)) {
        let is_address = word.contains("://") || word.starts_with('/');
        let mut start = at;
        at += word.len();
        if !is_address {
            continue;
        }
        for step in word.split_inclusive('/') {
            let bare =
                step.trim_end_matches(|end: char| end.is_whitespace() || "/\"'`?".contains(end));
            let is_name = |name: &str| {
                name.starts_with(|first: char| first.is_ascii_alphabetic())
                    && name
                        .chars()
                        .all(|character| character.is_ascii_alphanumeric() || character == '_')
            };
            let braced = bare
                .strip_prefix('{')
                .and_then(|rest| rest.strip_suffix('}'));
            if braced
                .or_else(|| bare.strip_prefix(':'))
                .is_some_and(is_name)
            {
                found.push(start..start + bare.len());
            }
            start += step.len();
        }
    }
    found
}
