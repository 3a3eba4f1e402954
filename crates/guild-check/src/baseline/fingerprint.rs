//! What a finding is about, in few letters.

use crate::Finding;

/// Gives 16 hex digits for what a finding is about: the text that it points at, and what its message names in backticks.
///
/// Neither the line nor the words of the message count: a file may grow above the finding, and a later version of the
/// rule may put it differently. What is missing has no text, but a name.
pub fn fingerprint(finding: &Finding) -> String {
    let text = finding.place.source.slice(finding.place.span);
    let named = finding.message.split('`').skip(1).step_by(2);
    let mut hash = Fnv::new();
    for word in text.split_whitespace() {
        hash.update(word.as_bytes());
        hash.update(b" ");
    }
    for name in named {
        hash.update(b"`");
        hash.update(name.as_bytes());
    }
    format!("{:016x}", hash.0)
}

/// FNV-1a with 64 bits. Entries are compared within one rule and one file, where a hash has no enemy.
struct Fnv(u64);

impl Fnv {
    fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn update(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Findings, Source, Span};

    fn of(text: &str, at: &str, message: &str) -> String {
        let source = Source::new("a.md", text);
        let start = text.find(at).unwrap();
        let mut findings = Findings::new();
        findings.error(source.at(Span::new(start..start + at.len())), message);
        fingerprint(&findings.into_sorted()[0])
    }

    #[test]
    fn it_is_the_same_on_every_machine_and_in_every_version() {
        assert_eq!(
            of("## Notes\n", "## Notes", "`Notes` is unknown"),
            "b6a7a39a51c6b533"
        );
    }

    #[test]
    fn neither_the_place_nor_the_words_of_the_message_count() {
        let before = of("a b\n", "a b", "`x` is wrong");
        assert_eq!(of("new\n\na  b\n", "a  b", "`x` is wrong"), before);
        assert_eq!(of("a b\n", "a b", "there is something about `x`"), before);
        assert_ne!(of("a b\n", "a b", "`y` is wrong"), before);
        assert_ne!(of("a c\n", "a c", "`x` is wrong"), before);
    }
}
