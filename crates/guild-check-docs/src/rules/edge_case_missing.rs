//! The edge cases speak of repeated calls, of calls at the same time, of limits and of time zones.

use guild_check::Findings;

use crate::document::{Document, Role, words};

/// A question that every caller has, and the starts of words that answer it.
const QUESTIONS: [(&str, &[&str]); 4] = [
    (
        "idempotency",
        &[
            "idempoten",
            "repeat",
            "twice",
            "retry",
            "retries",
            "retried",
            "duplicat",
            "again",
        ],
    ),
    (
        "concurrency",
        &[
            "concurren",
            "parallel",
            "simultan",
            "thread",
            "race",
            "races",
            "lock",
            "atomic",
            "same time",
            "reentran",
        ],
    ),
    (
        "rate limit",
        &[
            "rate", "rates", "limit", "throttl", "quota", "429", "cost", "ceiling",
        ],
    ),
    (
        "time zones",
        &[
            "time zone",
            "timezone",
            "time",
            "times",
            "utc",
            "offset",
            "date",
            "dates",
            "clock",
            "dst",
        ],
    ),
];

pub(super) fn check(document: &Document, findings: &mut Findings) {
    let Some(section) = document.section(Role::EdgeCases) else {
        return;
    };
    let passages = document.passages(Role::EdgeCases);
    if passages.is_empty() {
        return;
    }
    let mut text = String::from(" ");
    for passage in &passages {
        text.push_str(&words(passage.text).join(" "));
        text.push(' ');
    }
    let open: Vec<&str> = QUESTIONS
        .iter()
        .filter(|(_, starts)| !starts.iter().any(|start| has(&text, start)))
        .map(|(question, _)| *question)
        .collect();
    if open.is_empty() {
        return;
    }
    findings
        .note(
            document.at(section.heading.text_span),
            format!("nothing is said of {}", open.join(", ")),
        )
        .help("answer each in a bullet, also where the answer is `none`");
}

/// Short words are to be whole, long ones may have endings.
fn has(text: &str, start: &str) -> bool {
    let is_whole = start.len() <= 5;
    let ending = if is_whole { " " } else { "" };
    text.contains(&format!(" {start}{ending}"))
}
