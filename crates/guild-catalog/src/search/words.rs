//! The words of a query. Every text is words, and no text is a wrong query.

/// The most words of a query that count.
const WORDS: usize = 16;
/// The longest word that counts, in characters.
pub(super) const WORD_LENGTH: usize = 64;

/// As much of a title as is compared, in characters: what an index of the database can hold.
const TITLE_LENGTH: usize = 500;

/// Words that say nothing about what is searched for.
const SILENT: [&str; 34] = [
    "a", "an", "and", "are", "as", "at", "be", "by", "can", "do", "for", "from", "how", "i", "in",
    "is", "it", "me", "my", "of", "on", "or", "that", "the", "this", "to", "we", "what", "when",
    "with", "you", "your", "want", "please",
];

/// The words of a query.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Words {
    /// In lower case, those that say something; the last may be unfinished.
    pub(super) words: Vec<String>,
    name: String,
    title: String,
}

impl Words {
    /// Takes a query apart.
    pub(super) fn of(text: &str) -> Self {
        let lower = text.to_lowercase();
        let all = lower.split(|character: char| !character.is_alphanumeric());
        let all: Vec<&str> = all.filter(|word| !word.is_empty()).collect();
        let is_telling = |word: &&&str| !SILENT.contains(*word);
        let telling: Vec<&str> = all.iter().filter(is_telling).copied().collect();
        let counted = if telling.is_empty() { &all } else { &telling };
        let cut = |word: &&str| word.chars().take(WORD_LENGTH).collect();
        Self {
            words: counted.iter().take(WORDS).map(cut).collect(),
            name: all.join("-").chars().take(WORD_LENGTH).collect(),
            title: title_key(text),
        }
    }

    /// Tells whether there is nothing to search for.
    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Gives the name that the query may be.
    pub(super) fn name(&self) -> String {
        self.name.clone()
    }

    /// Gives the title that the query may be, in the form of [`title_key`].
    pub(super) fn title(&self) -> String {
        self.title.clone()
    }
}

/// Gives the form in which titles are compared: lower case, one space between words. No NUL, which PostgreSQL refuses.
pub(crate) fn title_key(title: &str) -> String {
    let lower = title.to_lowercase().replace('\0', " ");
    let key = lower.split_whitespace().collect::<Vec<_>>().join(" ");
    key.chars().take(TITLE_LENGTH).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn silent_words_count_only_among_themselves() {
        assert_eq!(
            Words::of("How do I document an API?").words,
            ["document", "api"]
        );
        assert_eq!(Words::of("how to").words, ["how", "to"]);
    }

    #[test]
    fn signs_are_no_syntax() {
        assert_eq!(
            Words::of("title:\"api\" AND -(docs^2)~ \\").words,
            ["title", "api", "docs", "2"]
        );
        assert!(Words::of("\"*:+-\0").is_empty());
    }

    #[test]
    fn a_query_may_be_a_name_or_a_title() {
        let words = Words::of(" ADR  Writer ");
        assert_eq!(words.name(), "adr-writer");
        assert_eq!(words.title(), "adr writer");
    }

    #[test]
    fn an_endless_query_is_cut() {
        assert_eq!(Words::of(&"word ".repeat(100_000)).words.len(), WORDS);
        assert_eq!(Words::of(&"w".repeat(100_000)).words[0].len(), WORD_LENGTH);
    }
}
