//! The words of a document: passages, sentences, words.

use std::borrow::Cow;

use guild_check::Span;
use guild_check::markdown::Block;

/// A piece of prose: a paragraph or a cell of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passage<'a> {
    /// The words as plain text.
    pub text: &'a str,
    /// Where it stands.
    pub span: Span,
}

/// Goes over blocks and the blocks within them, in the order of the file.
pub(super) fn walk<'a>(blocks: &'a [Block], visit: &mut impl FnMut(&'a Block)) {
    // The parser bounds the depth of blocks, so that this can call itself.
    for block in blocks {
        visit(block);
        match block {
            Block::List(list) => {
                for item in &list.items {
                    walk(&item.blocks, visit);
                }
            }
            Block::Quote(quote) => walk(&quote.blocks, visit),
            Block::Heading(_)
            | Block::Paragraph(_)
            | Block::Code(_)
            | Block::Table(_)
            | Block::Html(_)
            | Block::Break(_) => {}
        }
    }
}

/// Lists the passages in blocks.
pub(super) fn passages(blocks: &[Block]) -> Vec<Passage<'_>> {
    let mut passages = Vec::new();
    walk(blocks, &mut |block| match block {
        Block::Paragraph(paragraph) => passages.push(Passage {
            text: &paragraph.text,
            span: paragraph.span,
        }),
        Block::Table(table) => {
            let cells = table.rows.iter().flat_map(|row| &row.cells);
            passages.extend(
                cells
                    .filter(|cell| !cell.text.is_empty())
                    .map(|cell| Passage {
                        text: &cell.text,
                        span: cell.span,
                    }),
            );
        }
        Block::List(_)
        | Block::Quote(_)
        | Block::Heading(_)
        | Block::Code(_)
        | Block::Html(_)
        | Block::Break(_) => {}
    });
    passages
}

/// Splits a name or a text into its words in lower case: `dueAt`, `due_at` and `due at` are two words each.
pub fn words(text: &str) -> Vec<String> {
    written_words(text)
        .map(|word| in_lower_case(word).into_owned())
        .collect()
}

/// Goes over the words of a name or a text as they are written.
pub fn written_words(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(|character: char| !character.is_alphanumeric());
        let mut was_lower = false;
        let end = rest.find(|character: char| {
            let is_inside = character.is_alphanumeric() || character == '\'';
            let is_hump = was_lower && character.is_uppercase();
            was_lower = character.is_lowercase() || character.is_numeric();
            !is_inside || is_hump
        });
        let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
        rest = after;
        (!word.is_empty()).then_some(word)
    })
}

/// Gives a word in lower case; most words are.
pub fn in_lower_case(word: &str) -> Cow<'_, str> {
    if word
        .bytes()
        .all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase())
    {
        return Cow::Borrowed(word);
    }
    Cow::Owned(word.chars().flat_map(char::to_lowercase).collect())
}

/// Gives the first word of a text in lower case; nothing if it has none.
pub fn first_word(text: &str) -> String {
    let start = text.trim_start_matches(|character: char| !character.is_alphanumeric());
    let end = start
        .find(|character: char| !character.is_alphanumeric() && character != '\'')
        .unwrap_or(start.len());
    start[..end].to_lowercase()
}

/// Splits a text at the ends of its sentences, as far as a stop, a blank and a capital tell them.
pub fn sentences(text: &str) -> Vec<&str> {
    let mut sentences = Vec::new();
    let mut from = 0;
    let mut stops = text.char_indices().peekable();
    while let Some((at, character)) = stops.next() {
        let is_stop = matches!(character, '.' | '!' | '?' | ';');
        let is_end = stops.peek().is_none_or(|(_, next)| next.is_whitespace());
        if is_stop && is_end {
            let end = at + character.len_utf8();
            sentences.push(text[from..end].trim());
            from = end;
        }
    }
    sentences.push(text[from..].trim());
    sentences.retain(|sentence| !sentence.is_empty());
    sentences
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_end_at_humps_and_signs() {
        assert_eq!(words("dueAt"), ["due", "at"]);
        assert_eq!(
            words("IDEMPOTENCY_KEY-reused"),
            ["idempotency", "key", "reused"]
        );
        assert_eq!(words("The caller's Größe"), ["the", "caller's", "größe"]);
        assert!(words("—").is_empty());
    }

    #[test]
    fn a_dot_within_a_word_ends_no_sentence() {
        assert_eq!(
            sentences("Call v1.2 now. Then wait."),
            ["Call v1.2 now.", "Then wait."]
        );
        assert_eq!(first_word("  `Throws` at once"), "throws");
    }
}
