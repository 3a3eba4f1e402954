//! What must not leave a page: credentials, tokens, personal data, each by its form.

use std::ops::Range;
use std::sync::LazyLock;

use regex::{Captures, Match, Regex};

use super::card::{is_card, is_iban};
use super::pattern::pattern;

/// A secret in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Secret {
    /// The bytes of it.
    pub(super) range: Range<usize>,
    /// What it is, in words.
    pub(super) kind: &'static str,
}

/// A form that secrets have.
struct Form {
    kind: &'static str,
    regex: Regex,
    /// The group that is the secret; 0 for all of it.
    group: usize,
    /// Whether what was found is one.
    holds: fn(&str, &Captures<'_>) -> bool,
}

const KEYS: &str = concat!(
    r"\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b",
    r"|\bgh[pousr]_[A-Za-z0-9]{20,}|\bgithub_pat_[A-Za-z0-9_]{20,}",
    r"|\bglpat-[A-Za-z0-9_-]{20,}|\bgl(?:d|ptt|dt|rt)[_-][A-Za-z0-9_-]{16,}",
    r"|\bxox[abeoprs]-[A-Za-z0-9-]{10,}|\bxapp-[A-Za-z0-9-]{10,}",
    r"|\bsk-[A-Za-z0-9_-]{16,}|\b[srp]k_(?:live|test)_[A-Za-z0-9]{10,}",
    r"|\bAIza[0-9A-Za-z_-]{30,}|\bya29\.[A-Za-z0-9_-]{20,}|\bGOCSPX-[A-Za-z0-9_-]{20,}",
    r"|\bnpm_[A-Za-z0-9]{30,}|\bpypi-[A-Za-z0-9_-]{40,}|\bcio[A-Za-z0-9]{32}\b",
    r"|\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}|\bhf_[A-Za-z0-9]{20,}|\bdo[po]_v1_[a-f0-9]{40,}",
    r"|\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}|\bwhsec_[A-Za-z0-9+/=]{16,}|\bEAA[A-Za-z0-9]{40,}",
    r"|\bsq0(?:atp|csp)-[A-Za-z0-9_-]{20,}|\bdckr_pat_[A-Za-z0-9_-]{20,}|\bATATT[A-Za-z0-9_=-]{40,}|\b(?:AC|SK)[0-9a-f]{32}\b",
    r"|https://hooks\.slack\.com/services/[A-Za-z0-9_/-]{20,}|https://discord(?:app)?\.com/api/webhooks/[A-Za-z0-9_/-]{20,}",
);

/// Words that the name of a field with a secret holds.
const NAMES: &str = r"pass(?:word|wd|phrase|code)?|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|signing[_-]?key|encryption[_-]?key|credentials?|session(?:[_-]?id|[_-]?key)?|sid|jwt|otp|cvv|cvc|ssn|authorization|csrf|xsrf|bearer|client[_-]?secret|refresh|set-cookie|cookie";

static FORMS: LazyLock<Vec<Form>> = LazyLock::new(|| {
    let form = |kind, written: &str, group, holds| {
        Some(Form {
            kind,
            regex: pattern(written)?,
            group,
            holds,
        })
    };
    let named = format!(
        r#"(?i)(?:^|[^A-Za-z0-9])["']?((?:[a-z0-9]+[_-])*(?:{NAMES})(?:[_-][a-z0-9]+)*|[a-z0-9]+(?:password|passwd|token|secret|apikey|credentials?|cookie))\\?["']?\s*[:=]\s*(\\?"(?:[^"\\]|\\[^"])*|'[^']*|[^\s,;&"'<>{{}}()\[\]]+)"#
    );
    let all = [
        form(
            "private key",
            r"-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)",
            0,
            always,
        ),
        form(
            "JSON web token",
            r"\beyJ[A-Za-z0-9_-]{6,}\.[A-Za-z0-9_-]{6,}(?:\.[A-Za-z0-9_-]*)?",
            0,
            always,
        ),
        form("key", KEYS, 0, always),
        form(
            "credential",
            r"(?i)\b(?:bearer|basic|digest|negotiate)\s+([A-Za-z0-9._~+/=-]{8,})",
            1,
            is_credential,
        ),
        form(
            "credential",
            r"(?i)\b[a-z][a-z0-9+.-]*://([^\s/@:'\x22<>]*:[^\s/@'\x22<>]+)@",
            1,
            always,
        ),
        form("credential", &named, 2, is_value),
        form(
            "e-mail address",
            r"(?i)[a-z0-9][a-z0-9._%+'-]*(?:@|%40)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9-]+)*\.[a-z]{2,24}\b",
            0,
            always,
        ),
        form("card number", r"\b\d(?:[ -]?\d){12,18}\b", 0, |text, _| {
            is_card(text)
        }),
        form(
            "account number",
            r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{2,4}){3,8}\b",
            0,
            |text, _| is_iban(text),
        ),
        form(
            "social security number",
            r"\b\d{3}-\d{2}-\d{4}\b",
            0,
            always,
        ),
        form(
            "telephone number",
            r"(?:^|[\s(:>\x22])(\+\d{1,3}[ .(-]{0,2}\d[\d .()-]{6,16}\d)\b",
            1,
            always,
        ),
    ];
    all.into_iter().flatten().collect()
});

fn always(_: &str, _: &Captures<'_>) -> bool {
    true
}

/// `Bearer authentication` is no credential: one holds a digit, or is longer than a word.
fn is_credential(text: &str, _: &Captures<'_>) -> bool {
    text.len() >= 24 || text.contains(|c: char| c.is_ascii_digit())
}

/// A value is a secret where it is written as data (`token="…"`, `token=…`), or looks like none of the words of a text.
fn is_value(text: &str, captures: &Captures<'_>) -> bool {
    let bare = text
        .trim_start_matches('\\')
        .trim_start_matches(['"', '\'']);
    let whole = captures.get(0).map_or("", |found| found.as_str());
    let before = &whole[..whole.len() - text.len()];
    let is_quoted = text.len() != bare.len() || before.contains('"');
    let is_assigned = before.trim_end().ends_with('=');
    let is_plain = matches!(
        bare.to_lowercase().as_str(),
        "" | "true"
            | "false"
            | "null"
            | "none"
            | "undefined"
            | "required"
            | "optional"
            | "string"
            | "number"
            | "basic"
            | "bearer"
    );
    let is_mixed = bare.len() >= 5
        && bare.contains(|c: char| c.is_ascii_digit())
        && bare.contains(char::is_alphabetic);
    let is_odd = bare.len() >= 8 && bare.contains(['!', '$', '#', '%', '^', '*', '_', '~']);
    let is_type = is_quoted && bare.starts_with('=');
    !bare.starts_with("[redacted")
        && !is_plain
        && !is_type
        && (is_quoted || is_assigned || is_mixed || is_odd)
}

/// Finds the secrets of a text, none within another, in their order.
pub(super) fn secrets(text: &str) -> Vec<Secret> {
    let mut found: Vec<Secret> = Vec::new();
    for form in FORMS.iter() {
        for captures in form.regex.captures_iter(text) {
            let Some(hit) = captures.get(form.group) else {
                continue;
            };
            if (form.holds)(hit.as_str(), &captures) {
                let quotes = hit.as_str().len()
                    - hit
                        .as_str()
                        .trim_start_matches('\\')
                        .trim_start_matches(['"', '\''])
                        .len();
                found.push(Secret {
                    range: hit.start() + quotes..end_of(text, &hit),
                    kind: form.kind,
                });
            }
        }
    }
    found.sort_by_key(|secret| (secret.range.start, usize::MAX - secret.range.end));
    let mut end = 0;
    found.retain(|secret| {
        let is_free = secret.range.start >= end && !secret.range.is_empty();
        if is_free {
            end = secret.range.end;
        }
        is_free
    });
    found
}

/// Gives the end of a secret: one that stands as code in Markdown goes no further than the code.
fn end_of(text: &str, hit: &Match<'_>) -> usize {
    /// A line of Markdown is not longer, as far as this is concerned.
    const LINE: usize = 2_000;
    let Some(tick) = hit.as_str().find('`') else {
        return hit.end();
    };
    let start = text.ceil_char_boundary(hit.start().saturating_sub(LINE));
    let line = text[start..hit.start()].rsplit('\n').next();
    let ticks = line.unwrap_or_default().matches('`').count();
    match ticks % 2 {
        0 => hit.end(),
        _ => hit.start() + tick,
    }
}

/// Finds a credential in a text that a person wrote: personal data is none. Gives its place and what it is.
pub(crate) fn credential(text: &str) -> Option<(Range<usize>, &'static str)> {
    let is_credential = |secret: &Secret| {
        matches!(
            secret.kind,
            "private key" | "JSON web token" | "key" | "credential"
        )
    };
    let found = secrets(text).into_iter().find(is_credential);
    found.map(|secret| (secret.range, secret.kind))
}

/// Whether a field or header of this name holds a secret, whatever stands in it.
pub(super) fn is_secret_name(name: &str) -> bool {
    static NAME: LazyLock<Option<Regex>> =
        LazyLock::new(|| pattern(&format!("^(?:.*[_.-])?(?:{NAMES})s?$")));
    const NOT: [&str; 6] = [
        "page_token",
        "next_page_token",
        "token_type",
        "set-session",
        "refresh",
        "session",
    ];
    let snake = snake_case(name);
    let is_named = NAME.as_ref().is_some_and(|regex| regex.is_match(&snake));
    is_named && !NOT.contains(&snake.as_str())
}

/// Writes `accessToken` as `access_token`.
fn snake_case(name: &str) -> String {
    let mut snake = String::with_capacity(name.len() + 4);
    let mut was_lower = false;
    for character in name.chars().take(100) {
        if character.is_uppercase() && was_lower {
            snake.push('_');
        }
        was_lower = character.is_lowercase() || character.is_ascii_digit();
        snake.extend(character.to_lowercase());
    }
    snake
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_one() {
        assert_eq!(FORMS.len(), 11);
    }
}
