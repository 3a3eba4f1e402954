//! Whether a forbidden word that also means something stands for nothing where it is written.
//!
//! `bar` is a placeholder beside `foo`, and a bar in a document about charts; `YOUR_TOKEN` is one, and «send your token»
//! is a sentence. A contract names such words as `ordinary`.

use std::collections::HashMap;

use super::model::Forbidden;
use super::phrase::Phrases;
use super::work::Work;
use crate::Span;

/// The words of one entry that also mean something, in one document.
pub(super) struct Ordinary<'a> {
    work: &'a Work,
    forbidden: &'a Forbidden,
    /// The words that the document uses as words, as far as they were asked for.
    meaning: HashMap<String, bool>,
}

impl<'a> Ordinary<'a> {
    pub(super) fn new(work: &'a Work, forbidden: &'a Forbidden) -> Self {
        Self {
            work,
            forbidden,
            meaning: HashMap::new(),
        }
    }

    /// Judges a word in code: there it stands for nothing, unless the document's own words say what it is.
    pub(super) fn is_placeholder_in_code(&mut self, span: Span, word: &str) -> bool {
        if !self.is_ordinary(word) {
            return true;
        }
        if is_phrase(word) {
            return self.is_identifier(span);
        }
        if let Some(is_meant) = self.meaning.get(word) {
            return !is_meant;
        }
        let is_meant = self.is_used(word) || self.is_value(word);
        self.meaning.insert(word.to_owned(), is_meant);
        !is_meant
    }

    /// Judges a word in prose: there it means what it says, unless it stands as a name.
    pub(super) fn is_placeholder_in_prose(&self, span: Span, word: &str) -> bool {
        if !self.is_ordinary(word) {
            return true;
        }
        if is_phrase(word) {
            return self.is_identifier(span);
        }
        self.is_name(span)
    }

    fn is_ordinary(&self, word: &str) -> bool {
        self.forbidden.ordinary.iter().any(|known| known == word)
    }

    /// Tells whether words are written as one (`your-token`), or as the whole of a value (`"your token"`).
    fn is_identifier(&self, span: Span) -> bool {
        let has_blank = self.text(span).contains(char::is_whitespace);
        !has_blank || self.is_enclosed(span)
    }

    fn is_enclosed(&self, span: Span) -> bool {
        const OPEN: &[char] = &['"', '\'', '“', '‘', '«', '`', '<', '{', '['];
        const CLOSE: &[char] = &['"', '\'', '”', '’', '»', '`', '>', '}', ']'];
        self.before(span).ends_with(OPEN) && self.after(span).starts_with(CLOSE)
    }

    /// Tells whether a word in prose is a name: quoted, called so, or beside another placeholder.
    fn is_name(&self, span: Span) -> bool {
        let before = last_word(self.before(span));
        let is_called = matches!(before, Some(("named" | "called" | "name", "")));
        let is_placeholder = |word: Option<(&str, &str)>| {
            word.is_some_and(|(word, mark)| {
                is_list_mark(mark) && !self.is_ordinary(&word.to_lowercase()) && self.has(word)
            })
        };
        self.is_enclosed(span)
            || is_called
            || is_placeholder(before_conjunction(self.before(span)))
            || is_placeholder(after_conjunction(self.after(span)))
    }

    fn has(&self, word: &str) -> bool {
        self.forbidden.words.is_in(word)
    }

    /// Tells whether the prose of the document uses a word, or more of its kind, as a word.
    fn is_used(&self, word: &str) -> bool {
        let document = &self.work.document;
        let hidden = Work::joined(&self.work.code_spans(), &self.work.hidden_spans());
        let words = Phrases::new(&[word.to_owned(), format!("{word}s")]);
        let mut is_used = false;
        for piece in Work::without(document.body, &hidden) {
            let start = piece.start as usize;
            words.find(self.text(piece), |range, _| {
                let span = Span::new(start + range.start..start + range.end);
                is_used |= !self.is_name(span);
            });
        }
        is_used
    }

    /// Tells whether the document lists the word as a value beside another: ``one of `bar`, `line` ``.
    fn is_value(&self, word: &str) -> bool {
        let code = &self.work.document.inline_code;
        let is_other = |text: &str| !self.has(text) && !text.trim().is_empty();
        code.windows(2).any(|pair| {
            let between = Span {
                start: pair[0].span.end,
                end: pair[1].span.start.max(pair[0].span.end),
            };
            let is_list = matches!(
                self.text(between).trim(),
                "," | "or" | ", or" | "and" | "/" | "|"
            );
            let (first, second) = (pair[0].text.as_str(), pair[1].text.as_str());
            is_list && ((first == word && is_other(second)) || (second == word && is_other(first)))
        })
    }

    fn text(&self, span: Span) -> &'a str {
        self.work.document.source.slice(span)
    }

    fn before(&self, span: Span) -> &'a str {
        let text = self.work.document.source.text();
        let start = text.floor_char_boundary((span.start as usize).saturating_sub(NEAR));
        &text[start..span.start as usize]
    }

    fn after(&self, span: Span) -> &'a str {
        let text = self.work.document.source.text();
        let end = text.floor_char_boundary((span.end as usize + NEAR).min(text.len()));
        &text[span.end as usize..end]
    }
}

/// So many bytes beside a word are looked at.
const NEAR: usize = 40;

fn is_phrase(word: &str) -> bool {
    !word.chars().all(char::is_alphanumeric)
}

/// Gives the last word of a text and the marks behind it, without quotation marks and blanks.
fn last_word(text: &str) -> Option<(&str, &str)> {
    let end = text.rfind(char::is_alphanumeric)?;
    let end = end + text[end..].chars().next().map_or(0, char::len_utf8);
    let start = text[..end]
        .rfind(|character: char| !character.is_alphanumeric())
        .map_or(0, |at| {
            at + text[at..].chars().next().map_or(0, char::len_utf8)
        });
    Some((&text[start..end], bare(&text[end..])))
}

fn first_word(text: &str) -> Option<(&str, &str)> {
    let start = text.find(char::is_alphanumeric)?;
    let end = text[start..]
        .find(|character: char| !character.is_alphanumeric())
        .map_or(text.len(), |end| start + end);
    Some((&text[start..end], bare(&text[..start])))
}

fn before_conjunction(text: &str) -> Option<(&str, &str)> {
    let (word, mark) = last_word(text)?;
    if !matches!(word, "and" | "or") {
        return Some((word, mark));
    }
    last_word(&text[..text.rfind(word)?])
}

fn after_conjunction(text: &str) -> Option<(&str, &str)> {
    let (word, mark) = first_word(text)?;
    if !matches!(word, "and" | "or") {
        return Some((word, mark));
    }
    let at = text.find(word)? + word.len();
    first_word(&text[at..])
}

fn bare(marks: &str) -> &str {
    marks.trim_matches(|mark: char| mark.is_whitespace() || "\"'`“”‘’«»".contains(mark))
}

/// Tells whether marks join the words of a list or of a name, and end no sentence.
fn is_list_mark(marks: &str) -> bool {
    ["", ",", "/", "&", "@", "-", "_", "=", "|", "+", "…", "..."].contains(&marks)
}
