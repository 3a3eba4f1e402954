//! What a pack is called.

use std::str::FromStr;

use crate::PackName;
use crate::files;
use crate::name::NameError;

/// The longest label, in characters.
const LENGTH: usize = 64;

/// What a pack is called, and the name that follows from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackLabel {
    name: PackName,
    label: String,
}

/// The text is no label of a pack.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PackLabelError {
    /// It is too long.
    #[error("a label may have {LENGTH} characters")]
    TooLong,
    /// It holds a character that is not seen.
    #[error("a label is one line, without control or invisible characters")]
    Hidden,
    /// No name follows from it.
    #[error("no name can be made of it: {0}")]
    Name(NameError),
}

impl PackLabel {
    /// Reads a label.
    ///
    /// # Errors
    /// When no name can be made of it, or a list could not show it.
    pub fn parse(text: &str) -> Result<Self, PackLabelError> {
        if text.chars().count() > LENGTH {
            return Err(PackLabelError::TooLong);
        }
        let label = text.trim();
        if label.chars().any(is_hidden) {
            return Err(PackLabelError::Hidden);
        }
        Ok(Self {
            name: PackName::of_label(label).map_err(PackLabelError::Name)?,
            label: label.to_owned(),
        })
    }

    /// Gives the name.
    pub const fn name(&self) -> &PackName {
        &self.name
    }

    /// Gives the text, as people read it.
    pub fn label(&self) -> &str {
        &self.label
    }
}

impl FromStr for PackLabel {
    type Err = PackLabelError;

    fn from_str(text: &str) -> Result<Self, PackLabelError> {
        Self::parse(text)
    }
}

/// Whether a character is not seen; one that only chooses how the one before it looks may stand.
fn is_hidden(character: char) -> bool {
    let is_look = matches!(character, '\u{fe00}'..='\u{fe0f}');
    character.is_control() || (files::is_hidden(character) && !is_look)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_one_line_of_what_is_seen_and_gives_a_name() {
        let label = PackLabel::parse(" Developer pack ").unwrap();
        assert_eq!(
            (label.label(), label.name().as_str()),
            ("Developer pack", "developer-pack")
        );
        for hidden in [
            "A\nB",
            "Bell\u{7}",
            "Rtl\u{202e}pack",
            "zero\u{200b}width",
            "tag\u{e0069}",
        ] {
            assert_eq!(
                PackLabel::parse(hidden),
                Err(PackLabelError::Hidden),
                "{hidden:?}"
            );
        }
        assert_eq!(
            PackLabel::parse(&"a".repeat(65)),
            Err(PackLabelError::TooLong)
        );
        assert!(matches!(
            PackLabel::parse("日本"),
            Err(PackLabelError::Name(_))
        ));
    }
}
