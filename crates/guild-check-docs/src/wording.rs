//! What a text says beyond words that are known or say nothing.

use crate::document::words;

/// Words that say nothing of their own.
const EMPTY: [&str; 62] = [
    "a", "an", "the", "of", "to", "in", "on", "at", "by", "for", "from", "with", "and", "or", "is",
    "are", "was", "were", "be", "been", "being", "it", "its", "this", "that", "these", "those",
    "which", "what", "as", "if", "when", "then", "there", "here", "any", "some", "each", "all",
    "has", "have", "had", "do", "does", "did", "you", "your", "we", "our", "they", "their", "so",
    "such", "please", "can", "could", "will", "would", "should", "may", "must", "also",
];

/// Lists the words of a text that are neither empty nor known; endings do not tell two words apart.
pub(crate) fn new_words(text: &str, known: &[&str]) -> Vec<String> {
    let known: Vec<&str> = known.iter().map(|word| stem(word)).collect();
    let mut words = words(text);
    words.retain(|word| !EMPTY.contains(&word.as_str()) && !known.contains(&stem(word)));
    words
}

/// Cuts the commonest endings off a word in lower case.
pub(crate) fn stem(word: &str) -> &str {
    let word = word.strip_suffix("'s").unwrap_or(word);
    let endings = ["ing", "ed", "es", "s"];
    let cut = endings.iter().find_map(|ending| {
        let stem = word.strip_suffix(ending)?;
        (stem.len() >= 3).then_some(stem)
    });
    cut.unwrap_or(word).trim_end_matches('e')
}

/// Tells whether the words of a text hold one of the phrases; each is given in lower case.
pub(crate) fn phrase_in<'p>(text: &str, phrases: &[&'p str]) -> Option<&'p str> {
    let line = format!(" {} ", words(text).join(" "));
    phrases
        .iter()
        .find(|phrase| line.contains(&format!(" {phrase} ")))
        .copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_do_not_tell_words_apart() {
        assert_eq!(
            new_words("The titles of the task", &["title", "tasks"]),
            Vec::<String>::new()
        );
        assert_eq!(new_words("The due date", &["due", "at"]), ["date"]);
    }

    #[test]
    fn a_phrase_is_found_as_words() {
        assert_eq!(
            phrase_in("Works under the Hood.", &["under the hood"]),
            Some("under the hood")
        );
        assert_eq!(phrase_in("The SQLite file", &["sql"]), None);
    }
}
