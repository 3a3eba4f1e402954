//! The name of a rule, which a contract may have given half of.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

/// A rule's whole name, such as `docs/section-order`: check, slash, the defect in kebab-case.
///
/// The first half may come from a contract that was read a moment ago, so the name holds its letters itself: it is
/// copied like a number, and nothing has to live as long as the program.
#[derive(Clone, Copy)]
pub struct RuleName {
    bytes: [u8; Self::LONGEST],
    length: u8,
}

impl RuleName {
    /// The most bytes that a name has; [`rules!`](crate::rules) holds its own names to it.
    pub const LONGEST: usize = 79;

    /// Joins the name of a check and that of a defect; a name that is too long for one gives nothing.
    pub fn of(check: &str, defect: &str) -> Option<Self> {
        let mut name = Self::default();
        for piece in [check, "/", defect] {
            name.push(piece)?;
        }
        Some(name)
    }

    /// Gives the name as text.
    pub fn as_str(&self) -> &str {
        let bytes = &self.bytes[..usize::from(self.length)];
        // Only whole texts are pushed, so this is one.
        std::str::from_utf8(bytes).unwrap_or_default()
    }

    fn push(&mut self, piece: &str) -> Option<()> {
        let start = usize::from(self.length);
        let end = start + piece.len();
        self.bytes
            .get_mut(start..end)?
            .copy_from_slice(piece.as_bytes());
        self.length = u8::try_from(end).ok()?;
        Some(())
    }
}

impl Default for RuleName {
    fn default() -> Self {
        Self {
            bytes: [0; Self::LONGEST],
            length: 0,
        }
    }
}

/// What is too long for a name is cut.
impl From<&str> for RuleName {
    fn from(text: &str) -> Self {
        let mut name = Self::default();
        let end = text.floor_char_boundary(Self::LONGEST);
        // A piece of this length always fits.
        let _ = name.push(&text[..end]);
        name
    }
}

impl Deref for RuleName {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl fmt::Display for RuleName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self)
    }
}

impl fmt::Debug for RuleName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), formatter)
    }
}

impl PartialEq for RuleName {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for RuleName {}

impl PartialEq<str> for RuleName {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for RuleName {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl PartialEq<RuleName> for &str {
    fn eq(&self, other: &RuleName) -> bool {
        *self == other.as_str()
    }
}

impl PartialEq<RuleName> for String {
    fn eq(&self, other: &RuleName) -> bool {
        self == other.as_str()
    }
}

impl PartialOrd for RuleName {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for RuleName {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_str().cmp(other.as_str())
    }
}

impl Hash for RuleName {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_reads_as_it_was_joined() {
        let name = RuleName::of("docs", "section-order").unwrap();
        assert_eq!(name, "docs/section-order");
        assert_eq!(name, RuleName::from("docs/section-order"));
        assert!(name < RuleName::from("docs/section-twice"));
    }

    #[test]
    fn what_is_too_long_is_no_name_or_is_cut() {
        let long = "ä".repeat(60);
        assert_eq!(RuleName::of("docs", &long), None);
        assert_eq!(RuleName::from(long.as_str()).as_str(), "ä".repeat(39));
    }
}
