//! Numbers and lists as a message says them.

use std::fmt;

/// A number with its noun, in the plural unless it is one.
#[derive(Clone, Copy, Debug)]
pub struct Counted<'a>(pub usize, pub &'a str);

impl fmt::Display for Counted<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(count, noun) = *self;
        match (count, noun.strip_suffix('y')) {
            (1, _) => write!(formatter, "1 {noun}"),
            (_, Some(stem)) if !stem.ends_with(['a', 'e', 'o', 'u']) => {
                write!(formatter, "{count} {stem}ies")
            }
            _ => write!(formatter, "{count} {noun}s"),
        }
    }
}

impl Counted<'_> {
    /// Joins words for a sentence: `a`, `b` and 3 more.
    pub fn list<T: AsRef<str>>(words: &[T], shown: usize) -> String {
        let shown = if words.len() == shown + 1 {
            words.len()
        } else {
            shown.min(words.len())
        };
        let mut text: Vec<String> = words[..shown]
            .iter()
            .map(|word| format!("`{}`", word.as_ref()))
            .collect();
        let more = words.len() - shown;
        if more > 0 {
            text.push(format!("{more} more"));
        }
        match text.split_last() {
            None => String::new(),
            Some((last, [])) => last.clone(),
            Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        }
    }
}
