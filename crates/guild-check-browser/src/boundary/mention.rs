//! Whether an instruction is meant or talked about: documentation quotes what it warns of.

use std::ops::Range;

use guild_check::orders::is_quoted;

/// How far around it a text is looked at.
const REACH: usize = 400;

/// What a text is about that speaks of such instructions.
const TOPICS: &[&str] = &[
    "prompt injection",
    "injection attack",
    "injected",
    "prompt-injection",
    "jailbreak",
    "attacker",
    "attack",
    "adversar",
    "malicious",
    "exfiltrat",
    "vulnerab",
    "mitigat",
    "threat",
    "owasp",
    "red team",
    "guardrail",
    "untrusted",
    "security research",
    "hidden instruction",
    "poison",
    "phishing",
    "social engineering",
    "exploit",
    "hostile",
    "payload",
    "sanitiz",
    "defend",
    "defense",
    "detect",
    "harmful prompt",
];

/// What introduces an example or a quotation.
const INTRODUCTIONS: &[&str] = &[
    "for example",
    "e.g.",
    "such as",
    "example",
    "like ",
    "called",
    "phrase",
    "says",
    "said",
    "saying",
    "text ",
    "words",
    "reads",
    "string",
    "prompt",
    "instruct",
    "writes",
    "wrote",
    "asks",
    "quote",
    "instead of",
    "avoid",
    "never",
    "don't",
    "do not",
    "warn",
    "might",
    "could",
];

/// Whether what stands at a place is talked about.
pub(super) fn is_mentioned(plain: &str, at: &Range<usize>, is_code: bool) -> bool {
    let start = plain.floor_char_boundary(at.start.saturating_sub(REACH));
    let end = plain.ceil_char_boundary((at.end + REACH).min(plain.len()));
    let before = &plain[start..at.start];
    let around = &plain[start..end];
    // What the instruction itself says is no word about it.
    let outside = format!("{before} {}", &plain[at.end..end]);
    let holds =
        |words: &[&str], text: &str| words.iter().filter(|word| text.contains(**word)).count();
    let is_quoted = is_quoted(around, before) || is_in_single_quotes(before, &plain[at.end..end]);
    let near = &before[before.ceil_char_boundary(before.len().saturating_sub(120))..];
    let topics = holds(TOPICS, &outside).min(2);
    let introductions = holds(INTRODUCTIONS, near).min(1);
    let score = 2 * usize::from(is_quoted || is_code) + topics + introductions;
    score >= 3
}

/// `'ignore …'`: an apostrophe opens where a blank stands before it.
fn is_in_single_quotes(before: &str, after: &str) -> bool {
    let opens = |mark: &str| {
        before
            .match_indices(mark)
            .filter(|(at, _)| *at == 0 || before[..*at].ends_with([' ', '(']))
            .count()
    };
    opens("'") > before.matches("' ").count() && after.contains('\'')
}
