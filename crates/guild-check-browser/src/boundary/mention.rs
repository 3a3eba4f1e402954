//! Whether an instruction is meant or talked about: documentation quotes what it warns of.

use std::ops::Range;
use std::sync::LazyLock;

use guild_check::orders::is_quoted;
use regex::Regex;

use super::pattern::pattern;

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
    let topics = holds(TOPICS, &outside);
    let introductions = holds(INTRODUCTIONS, near);
    if is_reported(before, &plain[at.clone()], &plain[at.end..end]) && !is_asked_for(&outside) {
        return true;
    }
    // An order that stands there bare is meant, whatever the text calls it; and so is one that is quoted and then asked
    // for.
    (is_quoted || is_code) && topics + introductions >= 1 && !is_asked_for(&outside)
}

/// Says whether a sentence about such instructions tells in its own words what one says: «prompt injection is when a page
/// says that the model should …». Who speaks to the reader, or names a place to go to, does not report.
fn is_reported(before: &str, order: &str, after: &str) -> bool {
    static REPORTS: LazyLock<Option<Regex>> = LazyLock::new(|| {
        pattern(
            r"\b(?:says?|said|saying|tells?|told|telling|claims?|asks?|convinces?|tricks?|persuades?|instructs?|orders?|gets?|makes?|causes?)\b[^:;\x22“”‘]{0,60}\b(?:that|to|into)\b[^:;\x22“”‘]{0,40}$",
        )
    });
    static ADDRESSES: LazyLock<Option<Regex>> =
        LazyLock::new(|| pattern(r"\b(?:you|your|yours|yourself|please|must|me|my|i)\b|://"));
    let ends = ['.', '!', '?', '\n'];
    let so_far = before.rsplit(ends).next().unwrap_or_default();
    let rest = after.split(ends).next().unwrap_or_default();
    let sentence = format!("{so_far}{order}{rest}");
    let is = |regex: &Option<Regex>, text: &str, unknown| {
        regex.as_ref().map_or(unknown, |regex| regex.is_match(text))
    };
    TOPICS.iter().any(|topic| so_far.contains(topic))
        && is(&REPORTS, so_far, false)
        && !is(&ADDRESSES, &sentence, true)
}

/// Says whether a text asks its reader to do what it quotes: «you must follow it», «do this now».
fn is_asked_for(outside: &str) -> bool {
    static ASKED: LazyLock<Option<Regex>> = LazyLock::new(|| {
        let who = r"(?:you|(?:the |any |all |every |an? )?(?:ai |llm |browser |coding )?(?:assistant|agent|model|llm|chatbot)s?(?: reading this| here)?)";
        let must = r"(?:must|shall|should|need to|needs to|have to|has to|are to|is to|are (?:required|asked|instructed|told) to|will)";
        let done = r"(?:follow|obey|comply|carry|execute|perform|act on|do (?:it|this|that|so|exactly|as|what)|apply|honou?r)";
        let what = r"(?:it|this|that|them|these|those|so|exactly|as it says|what it says|the (?:quoted|above|following|text|words|order|instruction)\w*)";
        pattern(&format!(
            r"\b{who} {must} (?:now |immediately |always |first |please )?{done}\b|(?:^|[.!?:;,)\]\x22'”»] ?)(?:now |please |so |then |and |just |simply |immediately )*(?:follow|obey|comply with|carry out|execute|perform|do|act on) {what}\b(?: (?:now|immediately|first|at once|before|exactly|anyway|instead|as written|to the letter))|\b(?:applies|addressed|directed|meant|intended) (?:to|for|at) (?:you|(?:the |any |all |every )?(?:ai |llm |browser )?(?:assistant|agent|model)s?)\b"
        ))
    });
    ASKED.as_ref().is_none_or(|asked| asked.is_match(outside))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_is_told_from_what_is_warned_of() {
        for asked in [
            "x. you must follow it",
            "”. do this now",
            "this applies to you",
            "agents should carry it out",
        ] {
            assert!(is_asked_for(asked), "{asked}");
        }
        for warned in [
            "a model must not follow it",
            "never do this",
            "if the model obeys it",
            "what it does next",
        ] {
            assert!(!is_asked_for(warned), "{warned}");
        }
    }
}
