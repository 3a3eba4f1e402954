//! What a resource is called in each place: in the path, in types, in operations, in codes and in sentences.

use super::english::singular;
use super::plan::Refusal;
use crate::rules::naming::words::{begins_with_verb, is_plural, is_verb, plural, words};

/// The name of a resource: `order-items`, in each of its forms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Noun {
    /// Its words in the plural.
    several: Vec<String>,
    /// Its words in the singular.
    one: Vec<String>,
}

/// What is made by what is done.
const MADE: [(&str, &str); 12] = [
    ("approve", "approvals"),
    ("assign", "assignments"),
    ("cancel", "cancellations"),
    ("complete", "completions"),
    ("invite", "invitations"),
    ("login", "sessions"),
    ("logout", "sessions"),
    ("notify", "notifications"),
    ("publish", "publications"),
    ("send", "messages"),
    ("submit", "submissions"),
    ("subscribe", "subscriptions"),
];

/// The longest name of a resource.
const LONGEST: usize = 60;

impl Noun {
    /// Reads the name of a resource as it stands in a path.
    ///
    /// # Errors
    ///
    /// If it is no plural noun in small letters; the refusal gives the name that fits.
    pub(super) fn parse(typed: &str) -> Result<Self, Refusal> {
        let several = words(typed);
        let name = several.join("-");
        let is_begun = name.starts_with(|first: char| first.is_ascii_lowercase());
        if !is_begun || name.len() > LONGEST || !name.is_ascii() {
            return Err(Refusal::new(
                format!("`{typed}` is no name of a resource"),
                "write a plural noun in small letters, such as `tasks` or `order-items`",
            ));
        }
        without_verb(typed, &several)?;
        let last = several.last().map_or("", String::as_str);
        if !is_plural(last) {
            let fitting = with_last(&several, plural(last));
            return Err(Refusal::new(
                format!("`{typed}` is not in the plural, and a collection holds several"),
                format!("call it `{}`", fitting.join("-")),
            ));
        }
        if name != typed {
            return Err(Refusal::new(
                format!(
                    "`{typed}` is not written as paths are: small letters, words joined by hyphens"
                ),
                format!("call it `{name}`"),
            ));
        }
        let one = with_last(&several, singular(last));
        Ok(Self { several, one })
    }

    /// Gives the segment of the path: `order-items`.
    pub(super) fn path(&self) -> String {
        self.several.join("-")
    }

    /// Gives the word in the singular for a path or a prefix: `order_item`.
    pub(super) fn snake(&self) -> String {
        self.one.join("_")
    }

    /// Gives the beginning of codes: `ORDER_ITEM`.
    pub(super) fn upper(&self) -> String {
        self.snake().to_ascii_uppercase()
    }

    /// Gives the name of the type: `OrderItem`.
    pub(super) fn pascal(&self) -> String {
        pascal(&self.one)
    }

    /// Gives the name of several: `OrderItems`.
    pub(super) fn pascal_several(&self) -> String {
        pascal(&self.several)
    }

    /// Gives the beginning of a field: `orderItem`.
    pub(super) fn camel(&self) -> String {
        let pascal = self.pascal();
        pascal[..1].to_ascii_lowercase() + &pascal[1..]
    }

    /// Says it in a sentence: `order item`.
    pub(super) fn said(&self) -> String {
        self.one.join(" ")
    }

    /// Says it in a sentence, with its article: `an order item`.
    pub(super) fn a(&self) -> String {
        let said = self.said();
        let is_vowel = said.starts_with(['a', 'e', 'i', 'o', 'u']) && !said.starts_with("us");
        format!("{} {said}", if is_vowel { "an" } else { "a" })
    }

    /// Says several in a sentence: `order items`.
    pub(super) fn said_several(&self) -> String {
        self.several.join(" ")
    }
}

/// Refuses what says what is done, and tells what it makes.
fn without_verb(typed: &str, words: &[String]) -> Result<(), Refusal> {
    let message = format!("`{typed}` says what is done, and a resource is a thing");
    if begins_with_verb(words) {
        let rest = &words[1..];
        let last = rest.last().map_or("", String::as_str);
        let fitting = match is_plural(last) {
            true => rest.to_vec(),
            false => with_last(rest, plural(last)),
        };
        let fitting = fitting.join("-");
        return Err(Refusal::new(
            message,
            format!("call it `{fitting}`; the method says what is done with it"),
        ));
    }
    if let [word] = words
        && is_verb(word)
    {
        let made = MADE.iter().find(|(verb, _)| verb == word);
        let hint = match made {
            Some((_, made)) => format!("call it `{made}`, after what it makes"),
            None => "name what it makes in the plural, as `approvals` for `approve`".to_owned(),
        };
        return Err(Refusal::new(message, hint));
    }
    Ok(())
}

fn with_last(words: &[String], last: String) -> Vec<String> {
    let before = words.split_last().map_or(&[][..], |(_, before)| before);
    before.iter().cloned().chain([last]).collect()
}

fn pascal(words: &[String]) -> String {
    words.iter().map(|word| capital(word)).collect()
}

/// Writes a word with a capital.
pub(super) fn capital(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}
