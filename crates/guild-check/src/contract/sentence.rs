//! Where sentences end: a full stop in a version, an address, a date or an abbreviation ends none.

/// Stands for inline code in the text to count: it may start a sentence, and ends none.
pub const CODE: char = '\u{fffc}';

/// Never end a sentence.
const INSIDE: &[&str] = &[
    "e.g", "i.e", "vs", "cf", "viz", "approx", "dr", "mr", "mrs", "ms", "prof", "st", "incl",
    "excl", "resp", "ca", "eds", "ed", "esp", "min", "max",
];

/// End none when a number follows: `No. 5`, `Sept. 2`.
const BEFORE_NUMBER: &[&str] = &[
    "no", "nos", "fig", "figs", "sec", "ch", "p", "pp", "vol", "eq", "art", "ver", "v", "jan",
    "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec",
];

/// Counts the sentences of a paragraph's text; words after the last full stop are one more.
pub fn count(text: &str) -> usize {
    let mut count = 0;
    let mut has_words = false;
    let mut chars = text.char_indices().peekable();
    while let Some((at, character)) = chars.next() {
        if character.is_alphanumeric() || character == CODE {
            has_words = true;
        }
        if !is_mark(character) || !has_words {
            continue;
        }
        while let Some(&(_, next)) = chars.peek() {
            if !is_mark(next) && !is_closer(next) {
                break;
            }
            chars.next();
        }
        let end = chars.peek().map_or(text.len(), |&(next, _)| next);
        if is_end(&text[..at], character, &text[end..]) {
            count += 1;
            has_words = false;
        }
    }
    count + usize::from(has_words)
}

fn is_mark(character: char) -> bool {
    matches!(character, '.' | '!' | '?' | '…' | '。' | '！' | '？')
}

fn is_closer(character: char) -> bool {
    matches!(
        character,
        '"' | '\'' | '”' | '’' | '»' | ')' | ']' | '*' | '_'
    )
}

fn is_end(before: &str, mark: char, after: &str) -> bool {
    if matches!(mark, '。' | '！' | '？') || after.trim_start().is_empty() {
        return true;
    }
    let Some(next) = next_letter(after) else {
        return false;
    };
    if mark != '.' {
        return !next.is_lowercase();
    }
    let word = last_word(before);
    let is_initial = word.chars().count() == 1 && word.chars().all(char::is_uppercase);
    if is_initial && word != "I" && !next.is_lowercase() {
        return false;
    }
    let word = word.to_lowercase();
    if INSIDE.contains(&word.as_str()) {
        return false;
    }
    if BEFORE_NUMBER.contains(&word.as_str()) && next.is_numeric() {
        return false;
    }
    !next.is_lowercase()
}

/// Gives what the next word starts with, if a blank stands before it.
fn next_letter(after: &str) -> Option<char> {
    let rest = after.trim_start();
    if rest.len() == after.len() {
        return None;
    }
    rest.chars()
        .find(|character| character.is_alphanumeric() || *character == CODE)
}

/// Gives the word before a full stop with the full stops inside it, as in `e.g`.
fn last_word(before: &str) -> &str {
    let start = before
        .char_indices()
        .rev()
        .take(24)
        .take_while(|(_, character)| character.is_alphanumeric() || *character == '.')
        .last()
        .map_or(before.len(), |(at, _)| at);
    &before[start..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_sentences_count_one_each() {
        assert_eq!(count(""), 0);
        assert_eq!(count(" … "), 0);
        assert_eq!(count("Adds a task"), 1);
        assert_eq!(count("Adds a task. Shows it."), 2);
        assert_eq!(count("Does it work? Yes! It does..."), 3);
        assert_eq!(count("He said \"Stop.\" Then he left."), 2);
        assert_eq!(count("(Or so it seems.) It ends."), 2);
        assert_eq!(count("追加します。見えます。"), 2);
    }

    #[test]
    fn abbreviations_end_nothing() {
        assert_eq!(count("Some stores, e.g. Redis, lose it."), 1);
        assert_eq!(
            count("That is, i.e. The rest, approx. 5 items vs. Three."),
            1
        );
        assert_eq!(count("See Fig. 3 and No. 5, by Dr. Who and J. Doe."), 1);
        assert_eq!(count("Filters, sorting, etc. are kept."), 1);
        assert_eq!(count("Filters, sorting, etc. Nothing else."), 2);
        assert_eq!(count("Is it there? No. The answer is empty."), 3);
    }

    #[test]
    fn versions_dates_and_addresses_end_nothing() {
        assert_eq!(count("Since v1.2.3 and Node.js 20.1 it works."), 1);
        assert_eq!(count("On Sept. 2, 2026. Then again on 20.11.2026."), 2);
        assert_eq!(count("See https://a.example/b.html?c=d. Or not."), 2);
        assert_eq!(count("At 3.5 seconds it ends."), 1);
    }

    #[test]
    fn code_starts_a_sentence_and_ends_none() {
        assert_eq!(count("Returns it. \u{fffc} is its id."), 2);
        assert_eq!(count("Returns \u{fffc} and more."), 1);
    }

    #[test]
    fn a_long_text_without_blanks_takes_no_long_time() {
        assert_eq!(count(&"a.".repeat(500_000)), 1);
        assert_eq!(count(&"! ".repeat(500_000)), 0);
    }
}
