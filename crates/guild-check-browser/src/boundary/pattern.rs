//! Patterns that stay small in memory.

use regex::Regex;

/// Makes a pattern whose `\w`, `\d` and `\b` cost little.
///
/// By Unicode's tables a `\w` is hundreds of states, and one repeated forty times takes megabytes and milliseconds. Here
/// it is a letter, a digit or `_` of ASCII, or anything beyond ASCII; `\d` is an ASCII digit; and a `\b` may also stand
/// between a letter of ASCII and one that is none, so that blanks which a script does not write hide no order. All that
/// the tables' forms find in a text of words is found. `\W`, `\D` and `\B` are left as they are. Absent for a pattern
/// that is none, which the tests rule out.
pub(super) fn pattern(written: &str) -> Option<Regex> {
    let small = written
        .replace(r"\w", r"[0-9A-Za-z_\x{80}-\x{10FFFF}]")
        .replace(r"\d", "[0-9]")
        .replace(r"\b", r"(?-u:\b)");
    Regex::new(&small).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_any_script_are_words_and_a_border_needs_no_blank() {
        let words = pattern(r"\bnote [\w ]{1,12}: go\b").unwrap();
        assert!(words.is_match("note für alle: go"));
        assert!(words.is_match("请note 所有人: go"));
        assert!(!words.is_match("note a.b: go"));
        assert!(!words.is_match("keynote all: go"));
        assert!(!words.is_match("note all: gone"));
        assert!(pattern(r"^\d$").is_some_and(|digit| digit.is_match("7")));
    }
}
