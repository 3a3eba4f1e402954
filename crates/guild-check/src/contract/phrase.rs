//! Words and phrases looked for in a text, as words and not as letters: `bar` is not in `toolbar`.

use std::collections::HashMap;
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
#[derive(Clone, Debug, Default)]
pub struct Phrases {
    phrases: Vec<Phrase>,
    /// The phrases that start with a word.
    by_first: HashMap<String, Vec<usize>>,
    /// Those words, once each.
    first_words: Vec<String>,
    /// Whether a word that starts with a byte may be the first of a phrase.
    first_bytes: Vec<bool>,
    /// How many words the longest phrase has.
    longest: usize,
}

#[derive(Clone, Debug)]
struct Phrase {
    text: String,
    words: Vec<String>,
}

/// A word of the text: letters and digits alone.
#[derive(Clone, Copy)]
struct Word {
    start: usize,
    end: usize,
    /// How a word is joined to the one before it.
    joint: Joint,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Joint {
    /// By `_` or `-`, as in an identifier.
    Tight,
    /// By blanks.
    Blank,
    /// By anything else.
    Other,
}

impl Phrases {
    /// Takes the phrases; one without a letter or digit is never found.
    pub fn new(texts: &[String]) -> Self {
        let mut phrases = Self {
            first_bytes: vec![false; 256],
            ..Self::default()
        };
        for text in texts {
            let lower = text.to_lowercase();
            let words: Vec<String> = Words::of(&lower)
                .map(|word| lower[word.start..word.end].to_owned())
                .collect();
            let Some(first) = words.first() else {
                continue;
            };
            phrases.note_first_byte(first);
            phrases.longest = phrases.longest.max(words.len());
            let index = phrases.phrases.len();
            phrases
                .by_first
                .entry(first.clone())
                .or_default()
                .push(index);
            phrases.phrases.push(Phrase {
                text: text.clone(),
                words,
            });
        }
        phrases.first_words = phrases.by_first.keys().cloned().collect();
        phrases
    }

    /// Finds every phrase in a text, without regard to case; `found` gets the range and the phrase as it was given.
    ///
    /// A phrase of one word is found as a word of its own, or in an identifier made of such words only (`foo_bar`).
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
        if self.phrases.is_empty() || !self.may_be_in(text) {
            return ControlFlow::Continue(());
        }
        // As many words are read as it takes to find what is looked for, and few more.
        let mut rest = Words::of(text);
        let mut words: Vec<Word> = Vec::new();
        let mut index = 0;
        loop {
            let wanted = (index + self.longest + 1).saturating_sub(words.len());
            words.extend(rest.by_ref().take(wanted));
            if index >= words.len() {
                break;
            }
            let Some((phrase, length)) = self.longest_at(text, &words[index..]) else {
                index += 1;
                continue;
            };
            let range = words[index].start..words[index + length - 1].end;
            if self.phrases[phrase].words.len() > 1 || self.is_free(text, &words, index) {
                found(range, &self.phrases[phrase].text)?;
            }
            index += length;
        }
        ControlFlow::Continue(())
    }

    /// Says whether a text may have a phrase; most have none, and this looks at bytes alone.
    fn may_be_in(&self, text: &str) -> bool {
        let bytes = text.as_bytes();
        let mut is_inside = false;
        for (at, &byte) in bytes.iter().enumerate() {
            let is_letter = IS_LETTER[usize::from(byte)];
            let starts = !is_inside && self.first_bytes[usize::from(byte)];
            is_inside = is_letter;
            if !starts {
                continue;
            }
            let length = bytes[at..]
                .iter()
                .position(|&byte| !IS_LETTER[usize::from(byte)]);
            let (word, after) = bytes[at..].split_at(length.unwrap_or(bytes.len() - at));
            // Of a letter beyond ASCII nothing is known here but that a word may go on after it, or start.
            let goes_on = after.first().is_some_and(|byte| !byte.is_ascii());
            if !is_letter || goes_on || self.may_be_first(word) {
                return true;
            }
        }
        false
    }

    /// Says whether a word in ASCII may be the first of a phrase, be it with digits behind it.
    fn may_be_first(&self, word: &[u8]) -> bool {
        self.first_words.iter().any(|first| {
            word.split_at_checked(first.len())
                .is_some_and(|(start, rest)| {
                    start.eq_ignore_ascii_case(first.as_bytes())
                        && rest.iter().all(u8::is_ascii_digit)
                })
        })
    }

    fn note_first_byte(&mut self, word: &str) {
        let starts = word.chars().take(1).flat_map(|first| {
            let upper: Vec<char> = first.to_uppercase().collect();
            upper.into_iter().take(1).chain([first])
        });
        let mut buffer = [0; 4];
        for start in starts {
            let byte = start.encode_utf8(&mut buffer).as_bytes()[0];
            self.first_bytes[usize::from(byte)] = true;
        }
    }

    /// Gives the phrase with the most words that starts with the first word.
    fn longest_at(&self, text: &str, words: &[Word]) -> Option<(usize, usize)> {
        let first = self.stem(text, words[0])?;
        let candidates = self.by_first.get(&first)?;
        let fitting = candidates.iter().filter(|&&candidate| {
            let wanted = &self.phrases[candidate].words;
            wanted.len() <= words.len()
                && wanted.iter().zip(words).skip(1).all(|(wanted, &word)| {
                    word.joint != Joint::Other
                        && text[word.start..word.end].to_lowercase() == *wanted
                })
        });
        fitting
            .map(|&candidate| (candidate, self.phrases[candidate].words.len()))
            .max_by_key(|&(_, length)| length)
    }

    /// Gives the word as phrases know it: in lower case, and `foo2` as `foo`.
    fn stem(&self, text: &str, word: Word) -> Option<String> {
        let written = &text[word.start..word.end];
        let first = written.as_bytes().first()?;
        if !self.first_bytes[usize::from(*first)] {
            return None;
        }
        let lower = written.to_lowercase();
        if self.by_first.contains_key(&lower) {
            return Some(lower);
        }
        let stem = lower.trim_end_matches(|last: char| last.is_ascii_digit());
        self.by_first.contains_key(stem).then(|| stem.to_owned())
    }

    /// Says whether all words of the identifier around a word are phrases themselves.
    fn is_free(&self, text: &str, words: &[Word], at: usize) -> bool {
        let is_phrase = |&word: &Word| {
            self.stem(text, word).is_some_and(|stem| {
                let phrases = &self.by_first[&stem];
                phrases
                    .iter()
                    .any(|&index| self.phrases[index].words.len() == 1)
            })
        };
        let after = words[at + 1..]
            .iter()
            .take_while(|word| word.joint == Joint::Tight);
        let is_joined = words[at].joint == Joint::Tight;
        let before = words[..at].iter().rev().take(usize::from(is_joined));
        after.take(1).chain(before).all(is_phrase)
    }
}

/// Goes over the words of a text.
struct Words<'a> {
    text: &'a str,
    /// How far the text was read.
    at: usize,
    /// Where the word before ends.
    last: usize,
}

impl<'a> Words<'a> {
    fn of(text: &'a str) -> Self {
        Self {
            text,
            at: 0,
            last: 0,
        }
    }

    /// Gives how many bytes from here on are of words, or are not.
    fn run(&self, of_words: bool) -> usize {
        let rest = &self.text[self.at..];
        let ends = |byte: u8| !byte.is_ascii() || IS_LETTER[usize::from(byte)] != of_words;
        let plain = rest.bytes().position(ends).unwrap_or(rest.len());
        if rest.as_bytes().get(plain).is_none_or(u8::is_ascii) {
            return plain;
        }
        let other = |character: char| character.is_alphanumeric() != of_words;
        let beyond = rest[plain..].find(other);
        beyond.map_or(rest.len(), |beyond| plain + beyond)
    }
}

impl Iterator for Words<'_> {
    type Item = Word;

    fn next(&mut self) -> Option<Word> {
        self.at += self.run(false);
        let start = self.at;
        self.at += self.run(true);
        if start == self.at {
            return None;
        }
        let joint = match &self.text[self.last..start] {
            " " => Joint::Blank,
            "_" | "-" => Joint::Tight,
            between if between.chars().all(char::is_whitespace) => Joint::Blank,
            _ => Joint::Other,
        };
        self.last = self.at;
        Some(Word {
            start,
            end: self.at,
            joint,
        })
    }
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
            ["foo", "bar", "foo1"]
        );
        assert_eq!(found(&["bar"], "progress-bar bar_chart"), [""; 0]);
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
