//! Nothing is put off: no mark for later is left in.

use guild_check::{Findings, Span};

use crate::document::Document;

/// Marks that people leave for themselves, as they write them.
const MARKS: [&str; 4] = ["TODO", "FIXME", "TBD", "XXX"];

pub(super) fn check(document: &Document, findings: &mut Findings) {
    let text = document.source.text();
    if !MARKS.iter().any(|mark| text.contains(mark)) {
        return;
    }
    let code = &document.markdown.inline_code;
    for passage in document.all_passages() {
        if !MARKS.iter().any(|mark| passage.text.contains(mark)) {
            continue;
        }
        // A passage that is nothing else is an empty one, and the contract's business.
        let key = guild_check::markdown::heading_key(passage.text);
        if crate::contract().empty_words.contains(&key) {
            continue;
        }
        let raw = document.source.slice(passage.span);
        let start = passage.span.start as usize;
        let found = MARKS
            .iter()
            .filter_map(|mark| Some((word(raw, mark)?, *mark)))
            .min();
        let Some((at, mark)) = found else {
            continue;
        };
        let span = Span::new(start + at..start + at + mark.len());
        let first = code.partition_point(|code| code.span.end <= span.start);
        if code
            .get(first)
            .is_some_and(|code| code.span.start <= span.start)
        {
            continue;
        }
        findings
            .error(document.at(span), format!("`{mark}` was left for later"))
            .help("write what is missing, or take the sentence out");
    }
}

/// Finds a mark as a word of its own.
fn word(text: &str, mark: &str) -> Option<usize> {
    let is_of_word = |character: char| character.is_alphanumeric() || "_-".contains(character);
    let found = text.match_indices(mark).find(|(at, _)| {
        let before = text[..*at].chars().next_back();
        let after = text[at + mark.len()..].chars().next();
        !before.is_some_and(is_of_word) && !after.is_some_and(is_of_word)
    });
    found.map(|(at, _)| at)
}
