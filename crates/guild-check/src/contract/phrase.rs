//! Words and phrases looked for in a text, as words and not as letters: `bar` is not in `toolbar`.

use std::ops::{ControlFlow, Range};

/// Which bytes are letters or digits; a look here is cheaper than the comparisons, and every byte is looked at.
static IS_LETTER: [bool; 256] = {
    let mut is_letter = [false; 256];
    let mut byte = 0_u8;
    while byte < 0x80 {
        is_letter[byte as usize] = byte.is_ascii_alphanumeric();
        byte += 1;
    }
    is_letter
};

/// Phrases to look for, all in one pass.
#[derive(Clone, Debug)]
pub struct Phrases {
    /// The words that phrases start with, by the [`key`] of their first byte.
    firsts: Vec<Vec<First>>,
    /// How those words start: by the keys of the first and the second byte, the keys of the third as bits. Most words of
    /// a text are none of them by that alone.
    starts: Vec<u32>,
}

/// A word, and the phrases that start with it.
#[derive(Clone, Debug)]
struct First {
    /// In lower case.
    word: String,
    /// The longest first.
    phrases: Vec<Phrase>,
}

#[derive(Clone, Debug)]
struct Phrase {
    /// As it was given.
    text: String,
    /// The words after the first, in lower case.
    rest: Vec<String>,
}

/// How many keys there are.
const KEYS: usize = 32;

/// Gives what the two cases of a letter have in common; other bytes may share it.
fn key(byte: u8) -> usize {
    usize::from(byte) % KEYS
}

impl Phrases {
    /// Takes the phrases; one without a letter or digit is never found.
    pub fn new(texts: &[String]) -> Self {
        let mut phrases = Self {
            firsts: vec![Vec::new(); KEYS],
            starts: vec![0; KEYS * KEYS],
        };
        for text in texts {
            let lower = text.to_lowercase();
            let mut words = lower
                .split(|character: char| !character.is_alphanumeric())
                .filter(|word| !word.is_empty())
                .map(str::to_owned);
            if let Some(first) = words.next() {
                let phrase = Phrase {
                    text: text.clone(),
                    rest: words.collect(),
                };
                phrases.add(&first, &phrase);
            }
        }
        phrases
    }

    fn add(&mut self, word: &str, phrase: &Phrase) {
        for byte in first_bytes(word) {
            // Behind a word comes anything, and beyond ASCII the cases of a letter have nothing in common.
            let known = |index: usize| word.as_bytes().get(index).filter(|_| word.is_ascii());
            let thirds = known(2).map_or(u32::MAX, |&third| 1 << key(third));
            let from = key(byte) * KEYS;
            match known(1) {
                Some(&second) => self.starts[from + key(second)] |= thirds,
                None => self.starts[from..from + KEYS].fill(u32::MAX),
            }
            let bucket = &mut self.firsts[key(byte)];
            let first = match bucket.iter().position(|first| first.word == word) {
                Some(index) => &mut bucket[index],
                None => bucket.push_mut(First {
                    word: word.to_owned(),
                    phrases: Vec::new(),
                }),
            };
            let shorter = |known: &Phrase| known.rest.len() <= phrase.rest.len();
            let at = first.phrases.iter().position(shorter);
            let at = at.unwrap_or(first.phrases.len());
            first.phrases.insert(at, phrase.clone());
        }
    }

    /// Finds every phrase in a text, without regard to case; `found` gets the range and the phrase as it was given.
    ///
    /// A phrase of one word is found as a word of its own, or in an identifier made of such words only (`foo_bar`), of
    /// numbers and of `my` (`my-foo_2`).
    pub fn find(&self, text: &str, mut found: impl FnMut(Range<usize>, &str)) {
        let _ = self.find_until(text, |range, phrase| -> ControlFlow<()> {
            found(range, phrase);
            ControlFlow::Continue(())
        });
    }

    /// Says whether a text has any of the phrases.
    pub fn is_in(&self, text: &str) -> bool {
        self.find_until(text, |_, _| ControlFlow::Break(()))
            .is_break()
    }

    /// Finds phrases until there are enough of them.
    fn find_until(
        &self,
        text: &str,
        mut found: impl FnMut(Range<usize>, &str) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let bytes = text.as_bytes();
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            let start = at;
            at += 1;
            if IS_LETTER[usize::from(byte)] {
                at += letters(&bytes[at..]);
            } else if byte.is_ascii() {
                continue;
            }
            if !self.may_start(&bytes[start..]) {
                continue;
            }
            let Some((first, word)) = self.first_at(text, start) else {
                continue;
            };
            at = word.end;
            let Some((phrase, end)) = longest(first, text, word.end) else {
                continue;
            };
            at = end;
            if !phrase.rest.is_empty() || self.is_free(text, word) {
                found(start..end, &phrase.text)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn may_start(&self, word: &[u8]) -> bool {
        word.first_chunk().is_none_or(|&[first, second, third]| {
            self.starts[key(first) * KEYS + key(second)] >> key(third) & 1 == 1
        })
    }

    /// Gives the word at a place if phrases start with it, be it with digits behind it: `foo2` is `foo`.
    fn first_at(&self, text: &str, at: usize) -> Option<(&First, Range<usize>)> {
        let bucket = self.firsts.get(key(text.as_bytes()[at]))?;
        let is_after_letter = || text[..at].ends_with(char::is_alphanumeric);
        if bucket.is_empty() || !text.is_char_boundary(at) || is_after_letter() {
            return None;
        }
        let word = at..word_end(text, at);
        let written = &text[word.clone()];
        let stem = written.trim_end_matches(|last: char| last.is_ascii_digit());
        let named = |written: &str| {
            let mut bucket = bucket.iter();
            bucket.find(|first| is_same(written, &first.word))
        };
        let first = match named(written) {
            None if stem.len() < written.len() => named(stem),
            first => first,
        };
        Some((first?, word))
    }

    /// Says whether the words of the identifier beside a word are phrases themselves, or say nothing.
    fn is_free(&self, text: &str, word: Range<usize>) -> bool {
        const JOINTS: &[char] = &['_', '-'];
        let is_phrase = |at: usize| {
            let word = &text[at..word_end(text, at)];
            let says_nothing =
                word.eq_ignore_ascii_case("my") || word.bytes().all(|byte| byte.is_ascii_digit());
            let first = self.first_at(text, at);
            says_nothing
                || first.is_some_and(|(first, _)| {
                    first.phrases.iter().any(|phrase| phrase.rest.is_empty())
                })
        };
        let before = text[..word.start]
            .strip_suffix(JOINTS)
            .filter(|before| before.ends_with(char::is_alphanumeric));
        let after = text[word.end..]
            .strip_prefix(JOINTS)
            .filter(|after| after.starts_with(char::is_alphanumeric));
        before.is_none_or(|before| is_phrase(word_start(before)))
            && after.is_none_or(|after| is_phrase(text.len() - after.len()))
    }
}

/// Gives the longest of the phrases that start with a word, and where it ends; `at` is the end of the word.
fn longest<'a>(first: &'a First, text: &str, at: usize) -> Option<(&'a Phrase, usize)> {
    let ends = |phrase: &Phrase| {
        let mut words = phrase.rest.iter();
        words.try_fold(at, |at, word| {
            let start = next_word(text, at)?;
            let end = word_end(text, start);
            is_same(&text[start..end], word).then_some(end)
        })
    };
    let mut phrases = first.phrases.iter();
    phrases.find_map(|phrase| Some((phrase, ends(phrase)?)))
}

/// Gives where the next word starts, if it belongs to the one that ends here: behind blanks, or joined by `_` or `-`.
fn next_word(text: &str, at: usize) -> Option<usize> {
    let rest = &text[at..];
    let after = match rest.as_bytes().first()? {
        b'_' | b'-' => &rest[1..],
        _ => rest.trim_start(),
    };
    after
        .starts_with(char::is_alphanumeric)
        .then(|| text.len() - after.len())
}

fn word_end(text: &str, at: usize) -> usize {
    let rest = &text[at..];
    let plain = letters(rest.as_bytes());
    if rest.as_bytes().get(plain).is_none_or(u8::is_ascii) {
        return at + plain;
    }
    let other = |character: char| !character.is_alphanumeric();
    let beyond = rest[plain..].find(other);
    beyond.map_or(text.len(), |beyond| at + plain + beyond)
}

/// Counts the letters and digits of ASCII that a text starts with.
fn letters(bytes: &[u8]) -> usize {
    let end = bytes.iter().position(|&byte| !IS_LETTER[usize::from(byte)]);
    end.unwrap_or(bytes.len())
}

/// Gives where the word starts that a text ends in.
fn word_start(text: &str) -> usize {
    let before = text.trim_end_matches(char::is_alphanumeric);
    before.len()
}

fn is_same(written: &str, lower: &str) -> bool {
    // Few words are as long as another; the case of a letter beyond ASCII may be of another length.
    (written.len() == lower.len() && written.eq_ignore_ascii_case(lower))
        || (!written.is_ascii() && written.to_lowercase() == lower)
}

/// Gives the first byte of a word in each of its cases, once.
fn first_bytes(word: &str) -> Vec<u8> {
    let cases = word.chars().take(1).flat_map(|first| {
        let upper = first.to_uppercase().take(1);
        upper.chain([first])
    });
    let mut buffer = [0; 4];
    let mut bytes: Vec<u8> = cases
        .map(|case| case.encode_utf8(&mut buffer).as_bytes()[0])
        .collect();
    bytes.dedup_by_key(|byte| key(*byte));
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(phrases: &[&str], text: &str) -> Vec<String> {
        let texts: Vec<String> = phrases.iter().map(|&phrase| phrase.to_owned()).collect();
        let mut list = Vec::new();
        Phrases::new(&texts).find(text, |range, _| list.push(text[range].to_owned()));
        list
    }

    #[test]
    fn words_are_found_whole_and_in_any_case() {
        assert_eq!(found(&["foo", "bar"], "Foo, the bar."), ["Foo", "bar"]);
        assert_eq!(found(&["foo", "bar"], "toolbar food barn"), [""; 0]);
        assert_eq!(
            found(&["foo", "bar"], "foo_bar foo-2 foo1"),
            ["foo", "bar", "foo", "foo1"]
        );
        assert_eq!(found(&["bar"], "progress-bar bar_chart"), [""; 0]);
        assert_eq!(
            found(&["foo", "bar"], "foo_1 foo-2 3-foo my-foo my_Bar MY-FOO_4"),
            ["foo", "foo", "foo", "foo", "Bar", "FOO"]
        );
        assert_eq!(found(&["bar"], "my-bar-chart our-bar bar-2x"), [""; 0]);
        assert_eq!(found(&["foo"], "/foo/x \"foo\": 1"), ["foo", "foo"]);
    }

    #[test]
    fn phrases_are_found_however_they_are_joined() {
        let phrases = ["your-token-here", "see the source"];
        assert_eq!(
            found(
                &phrases,
                "YOUR_TOKEN_HERE, your token\nhere; See the source."
            ),
            ["YOUR_TOKEN_HERE", "your token\nhere", "See the source"]
        );
        assert_eq!(
            found(&phrases, "your token, here; see the sources"),
            [""; 0]
        );
    }

    #[test]
    fn letters_of_any_script_make_words() {
        assert_eq!(found(&["größe"], "die GRÖSSE, Größe – größen"), ["Größe"]);
        assert_eq!(found(&["a b"], "ä a b c"), ["a b"]);
        assert_eq!(found(&["foo"], "fooé éfoo «foo»"), ["foo"]);
    }

    #[test]
    fn no_phrase_is_found_nowhere() {
        assert_eq!(found(&[], "foo"), [""; 0]);
        assert_eq!(found(&["--"], "-- foo"), [""; 0]);
    }
}
