//! An example has values, and nothing that stands for one.

use guild_check::{Findings, Span};

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

/// After so many in one block, more of them tell nobody anything.
const MOST: usize = 20;

pub(super) fn check(document: &Document, findings: &mut Findings) {
    let blocks = document.examples.iter().flat_map(|example| &example.blocks);
    for block in blocks.filter(|block| block.language() != "json") {
        let code = &block.code.content;
        for range in placeholders(block, code).into_iter().take(MOST) {
            let Some(span) = place(document, block, range.clone()) else {
                continue;
            };
            findings
                .error(
                    document.at(span),
                    format!("`{}` stands for a value and is none", &code[range]),
                )
                .help("write a value as it occurs, or read it from a variable such as `$TASKS_TOKEN`: an example runs as it is written");
        }
    }
}

/// Finds `<token>` in brackets, and in the addresses of a shell or a raw request `{id}` and `:id`.
fn placeholders(block: &ExampleBlock, code: &str) -> Vec<std::ops::Range<usize>> {
    let is_plain = matches!(
        block.language().trim_matches(['{', '}', '.']),
        "sh" | "bash" | "shell" | "zsh" | "fish" | "console" | "http" | "curl" | "powershell"
    );
    let mut found = Vec::new();
    for (at, _) in code.match_indices('<') {
        let inside = &code[at + 1..];
        let Some(length) = inside.find(['<', '>', '\n']) else {
            continue;
        };
        let word = &inside[..length];
        let is_closed = inside[length..].starts_with('>');
        if is_closed && is_left(word) && stands_free(code, at, is_plain) && !is_tag(code, word) {
            found.push(at..at + length + 2);
        }
    }
    if is_plain {
        found.extend(in_addresses(code));
        found.sort_by_key(|range| range.start);
    }
    found
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
    // What the contract forbids by name is found there.
    let contract = crate::contract();
    let is_forbidden = || {
        contract
            .forbidden
            .iter()
            .any(|entry| entry.words.is_in(word))
    };
    is_whole
        && !is_forbidden()
        && (is_capital || words.iter().any(|word| LEFT.contains(&word.as_str())))
}

/// Tells whether a bracket opens no type: in a program it stands in a text, in a shell behind no word.
fn stands_free(code: &str, at: usize, is_plain: bool) -> bool {
    let line = code[..at].rfind('\n').map_or(0, |end| end + 1);
    let before = &code[line..at];
    let is_joined = before.ends_with(|last: char| last.is_alphanumeric() || last == '<');
    let quotes = |quote: char| before.matches(quote).count() % 2 == 1;
    let is_text = quotes('"') || quotes('\'') || quotes('`');
    !is_joined && (is_plain || is_text)
}

/// Tells whether brackets are a tag of XML or HTML: somewhere it is closed.
fn is_tag(code: &str, word: &str) -> bool {
    let name = word.split(' ').next().unwrap_or(word);
    code.contains(&format!("</{name}>"))
}

/// Finds `{id}` and `:id` as steps of an address.
fn in_addresses(code: &str) -> Vec<std::ops::Range<usize>> {
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

/// Finds a range of the code in the file: a list or a quote puts something before each line.
fn place(document: &Document, block: &ExampleBlock, range: std::ops::Range<usize>) -> Option<Span> {
    let code = &block.code.content;
    let number = u32::try_from(code[..range.start].matches('\n').count()).ok()?;
    let start = code[..range.start].rfind('\n').map_or(0, |end| end + 1);
    let written = code[start..].lines().next().unwrap_or_default();
    let line = document.source.line(block.line + number);
    let lead = document
        .source
        .slice(line)
        .trim_end()
        .len()
        .checked_sub(written.trim_end().len())?;
    let from = line.start as usize + lead + range.start - start;
    Some(Span::new(from..from + range.len()))
}
