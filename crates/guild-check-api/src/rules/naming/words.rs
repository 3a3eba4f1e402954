//! English as far as names of resources need it: verbs, plurals, and what has none.

mod verbs;

use verbs::{DEEDS, OF_DEEDS, VERBS};

/// Plurals that do not end in `s`.
const PLURALS: [&str; 24] = [
    "alumni",
    "bacteria",
    "children",
    "corpora",
    "criteria",
    "data",
    "dice",
    "feet",
    "geese",
    "genera",
    "indicia",
    "matrices",
    "media",
    "memoranda",
    "men",
    "metadata",
    "mice",
    "opera",
    "people",
    "personnel",
    "phenomena",
    "schemata",
    "teeth",
    "women",
];

/// Nouns that have no plural, or the same.
pub(crate) const UNCOUNTABLE: [&str; 46] = [
    "access",
    "advice",
    "aircraft",
    "analytics",
    "audio",
    "billing",
    "cash",
    "code",
    "content",
    "documentation",
    "equipment",
    "evidence",
    "feedback",
    "firmware",
    "fish",
    "hardware",
    "health",
    "help",
    "history",
    "info",
    "information",
    "infrastructure",
    "inventory",
    "knowledge",
    "mail",
    "malware",
    "merchandise",
    "middleware",
    "money",
    "music",
    "news",
    "pricing",
    "research",
    "search",
    "sense",
    "series",
    "sheep",
    "software",
    "species",
    "staff",
    "stock",
    "storage",
    "traffic",
    "usage",
    "vocabulary",
    "weather",
];

/// Singulars that end in `s`.
pub(crate) const SINGULARS: [&str; 34] = [
    "alias",
    "analysis",
    "apparatus",
    "atlas",
    "axis",
    "basis",
    "bias",
    "bonus",
    "bus",
    "campus",
    "canvas",
    "census",
    "chassis",
    "corpus",
    "crisis",
    "diagnosis",
    "focus",
    "gas",
    "hypothesis",
    "iris",
    "lens",
    "locus",
    "nexus",
    "oasis",
    "radius",
    "status",
    "stimulus",
    "surplus",
    "syllabus",
    "synopsis",
    "synthesis",
    "tennis",
    "thesis",
    "virus",
];

/// Splits a name into its words, in small letters.
pub(crate) fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut was_small = false;
    for letter in name.chars() {
        if !letter.is_alphanumeric() {
            words.push(String::new());
            was_small = false;
            continue;
        }
        if words.is_empty() || (letter.is_uppercase() && was_small) {
            words.push(String::new());
        }
        was_small = letter.is_lowercase() || letter.is_numeric();
        if let Some(word) = words.last_mut() {
            word.extend(letter.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Tells whether a word says what is done.
pub(crate) fn is_verb(word: &str) -> bool {
    VERBS.contains(&word)
}

/// Tells whether a name of several words says what is done; `read` and `write` begin the names of things too.
pub(crate) fn begins_with_verb(words: &[String]) -> bool {
    let [first, .., last] = words else {
        return false;
    };
    is_verb(first) && first != "read" && first != "write" && !OF_DEEDS.contains(&last.as_str())
}

/// Finds the word of a name that stands in the plural if there are several: the last, or the one before `of` or `by`.
pub(super) fn head(words: &[String]) -> Option<&str> {
    let end = words.iter().position(|word| word == "of" || word == "by");
    let words = &words[..end.filter(|end| *end > 0).unwrap_or(words.len())];
    words.last().map(String::as_str)
}

/// Tells whether a word says which of several are meant, as in `/user/starred` or `/images/custom`.
pub(super) fn is_quality(word: &str) -> bool {
    let is_participle = word.len() > 5 && (word.ends_with("ed") || word.ends_with("ing"));
    is_participle
        || matches!(
            word,
            "custom" | "private" | "public" | "internal" | "default"
        )
}

/// Tells whether a word says what is done in the right place.
pub(super) fn is_deed(word: &str) -> bool {
    DEEDS.contains(&word) || is_verb(word)
}

/// Tells whether a word stands for several, or has no plural.
pub(crate) fn is_plural(word: &str) -> bool {
    if PLURALS.contains(&word) || UNCOUNTABLE.contains(&word) {
        return true;
    }
    // An abbreviation such as `sms` or `ipv6` has no plural either.
    let is_abbreviation = !word.contains(['a', 'e', 'i', 'o', 'u', 'y'])
        || word.ends_with(|last: char| last.is_ascii_digit());
    let is_several = word.ends_with('s') && !word.ends_with("ss") && !SINGULARS.contains(&word);
    is_abbreviation || is_several
}

/// Writes the plural of a word.
pub(crate) fn plural(word: &str) -> String {
    match word {
        "person" => return "people".to_owned(),
        "child" => return "children".to_owned(),
        "man" | "woman" => return format!("{}en", &word[..word.len() - 2]),
        _ => {}
    }
    let stem = word.strip_suffix('y');
    if let Some(stem) = stem.filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u'])) {
        return format!("{stem}ies");
    }
    if let Some(stem) = word
        .strip_suffix("is")
        .filter(|_| SINGULARS.contains(&word))
    {
        return format!("{stem}es");
    }
    let is_hissing = ["s", "x", "z", "ch", "sh"]
        .iter()
        .any(|end| word.ends_with(end));
    format!("{word}{}", if is_hissing { "es" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fall_into_words_at_signs_and_at_capitals() {
        for (name, expected) in [
            ("createTask", "create task"),
            ("due_at", "due at"),
            ("pull-requests", "pull requests"),
            ("userID", "user id"),
            ("sha256Sum", "sha256 sum"),
            ("", ""),
        ] {
            assert_eq!(words(name).join(" "), expected);
        }
    }

    #[test]
    fn plurals_are_known_and_made_irregular_ones_too() {
        for word in [
            "tasks", "people", "children", "statuses", "metadata", "apis", "news", "menus",
        ] {
            assert!(is_plural(word), "{word}");
        }
        for (word, plural_word) in [
            ("task", "tasks"),
            ("status", "statuses"),
            ("address", "addresses"),
            ("category", "categories"),
            ("key", "keys"),
            ("person", "people"),
            ("woman", "women"),
            ("analysis", "analyses"),
            ("branch", "branches"),
        ] {
            assert!(!is_plural(word), "{word}");
            assert_eq!(plural(word), plural_word);
            assert!(is_plural(plural_word), "{plural_word}");
        }
    }
}
