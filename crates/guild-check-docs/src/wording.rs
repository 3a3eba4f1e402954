//! What a text says beyond words that are known or say nothing.

use std::borrow::Cow;

use guild_check::contract::phrase::Phrases;

use crate::document::{in_lower_case, written_words};

/// Words that say nothing of their own.
const EMPTY: [&str; 62] = [
    "a", "an", "the", "of", "to", "in", "on", "at", "by", "for", "from", "with", "and", "or", "is",
    "are", "was", "were", "be", "been", "being", "it", "its", "this", "that", "these", "those",
    "which", "what", "as", "if", "when", "then", "there", "here", "any", "some", "each", "all",
    "has", "have", "had", "do", "does", "did", "you", "your", "we", "our", "they", "their", "so",
    "such", "please", "can", "could", "will", "would", "should", "may", "must", "also",
];

/// Goes over the words of a text that are neither empty nor known; endings do not tell two words apart.
pub(crate) fn new_words<'a>(text: &'a str, known: &[&str]) -> impl Iterator<Item = Cow<'a, str>> {
    let is_known = |word: &str| {
        let stemmed = stem(word);
        let mut alike = known
            .iter()
            .filter(|known| known.as_bytes().first() == word.as_bytes().first());
        alike.any(|known| stem(known) == stemmed)
    };
    let words = written_words(text).map(in_lower_case);
    words.filter(move |word| !EMPTY.contains(&word.as_ref()) && !is_known(word))
}

/// Cuts the commonest endings off a word in lower case.
pub(crate) fn stem(word: &str) -> &str {
    let word = word.strip_suffix("'s").unwrap_or(word);
    let endings = ["ing", "ion", "ed", "es", "s"];
    let cut = endings.iter().find_map(|ending| {
        let stem = word.strip_suffix(ending)?;
        (stem.len() >= 3).then_some(stem)
    });
    cut.unwrap_or(word).trim_end_matches('e')
}

/// Takes phrases to look for, all in one pass over a text.
pub(crate) fn phrases(list: &[&str]) -> Phrases {
    let list: Vec<String> = list.iter().map(|&phrase| phrase.to_owned()).collect();
    Phrases::new(&list)
}

/// Gives the first of the phrases that a text holds.
pub(crate) fn first_in(text: &str, phrases: &Phrases) -> Option<String> {
    let mut first = None;
    phrases.find(text, |_, phrase| {
        first.get_or_insert_with(|| phrase.to_owned());
    });
    first
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_do_not_tell_words_apart() {
        let new = |text, known: &[&str]| new_words(text, known).collect::<Vec<_>>().join(" ");
        assert_eq!(new("The titles of the task", &["title", "tasks"]), "");
        assert_eq!(new("The due Date", &["due", "at"]), "date");
    }

    #[test]
    fn a_phrase_is_found_as_words() {
        let first = |text, phrase| first_in(text, &phrases(&[phrase]));
        assert_eq!(
            first("Works under the Hood.", "under the hood").as_deref(),
            Some("under the hood")
        );
        assert_eq!(first("The SQLite file", "sql"), None);
    }
}
