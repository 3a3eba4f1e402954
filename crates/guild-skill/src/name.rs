//! Names: lower-case words joined by hyphens (SPEC.md 2.2).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The longest name, in characters (agentskills.io specification).
pub const NAME_LENGTH: usize = 64;

/// Why a text is not a name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// There is nothing.
    #[error("the name is empty")]
    Empty,
    /// More than [`NAME_LENGTH`] characters.
    #[error("the name has {length} characters, more than {NAME_LENGTH}")]
    TooLong {
        /// How many it has.
        length: usize,
    },
    /// A character other than `a` to `z`, `0` to `9` and hyphen.
    #[error("the name holds `{}`, which is not a lower-case letter, a digit or a hyphen", character.escape_default())]
    Character {
        /// The first such character.
        character: char,
    },
    /// A hyphen at an edge, or two in a row.
    #[error("the name has a hyphen at its edge or two in a row")]
    Hyphen,
}

fn check(text: &str) -> Result<(), NameError> {
    if text.is_empty() {
        return Err(NameError::Empty);
    }
    let length = text.chars().count();
    if length > NAME_LENGTH {
        return Err(NameError::TooLong { length });
    }
    let is_fit = |character: char| matches!(character, 'a'..='z' | '0'..='9' | '-');
    if let Some(character) = text.chars().find(|&character| !is_fit(character)) {
        return Err(NameError::Character { character });
    }
    if text.starts_with('-') || text.ends_with('-') || text.contains("--") {
        return Err(NameError::Hyphen);
    }
    Ok(())
}

macro_rules! name {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(String);

        impl $name {
            /// Reads a name.
            ///
            /// # Errors
            /// Says which character or length is not allowed.
            pub fn parse(text: &str) -> Result<Self, NameError> {
                check(text).map(|()| Self(text.to_owned()))
            }

            /// Gives the text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str(&self.0)
            }
        }

        impl FromStr for $name {
            type Err = NameError;

            fn from_str(text: &str) -> Result<Self, NameError> {
                Self::parse(text)
            }
        }

        impl TryFrom<String> for $name {
            type Error = NameError;

            fn try_from(text: String) -> Result<Self, NameError> {
                Self::parse(&text)
            }
        }

        impl From<$name> for String {
            fn from(name: $name) -> Self {
                name.0
            }
        }
    };
}

name! {
    /// The name of a skill, which is also the name of its folder: `api-documentation-writer`.
    SkillName
}

name! {
    /// The name of a pack, made from its label: `developer-pack`.
    PackName
}

name! {
    /// The name of an account, which stands beside what it published: `anna`.
    AccountName
}

impl PackName {
    /// Makes the name of a pack from its label: `Developer pack` gives `developer-pack`.
    ///
    /// # Errors
    /// When nothing of the label can stand in a name.
    pub fn of_label(label: &str) -> Result<Self, NameError> {
        let lower = label.to_lowercase();
        let words = lower.split(|character: char| !character.is_ascii_alphanumeric());
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        Self::parse(&words.join("-"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_lower_case_words_joined_by_hyphens() {
        for name in ["a", "adr-writer", "12345", "x1-y2"] {
            assert!(SkillName::parse(name).is_ok(), "{name}");
        }
        for name in [
            "",
            "-a",
            "a-",
            "a--b",
            "A",
            "a_b",
            "a b",
            "naïve",
            "a/b",
            "..",
            &"x".repeat(65),
        ] {
            assert!(SkillName::parse(name).is_err(), "{name}");
        }
    }

    #[test]
    fn a_label_gives_the_name_of_its_pack() {
        assert_eq!(
            PackName::of_label("Developer pack").unwrap().as_str(),
            "developer-pack"
        );
    }
}
