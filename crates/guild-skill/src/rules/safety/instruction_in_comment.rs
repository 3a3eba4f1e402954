//! Comments that a page does not show and that tell the assistant what to do.

use guild_check::{Findings, Source, Span};

use super::credentials;
use super::lines::lines_with;
use super::orders::order_in;
use crate::rules::limit::is_full;
use crate::skill::{File, Signal, Skill};

/// What a comment says when it speaks to an assistant.
const ORDERS: &[&str] = &[
    "you must",
    "you should",
    "you are ",
    "you will",
    "always run",
    "always use",
    "always add",
    "always include",
    "silently",
    "without asking",
    "without telling",
    "do not tell",
    "don't tell",
    "never tell",
    "never mention",
    "do not mention",
    "assistant",
    "the agent",
    "ai agent",
    "ai:",
    "system:",
    "claude,",
    "execute ",
    "run this",
    "run the",
    "curl ",
    "wget ",
    "send ",
    "upload ",
    "base64",
];

/// What only a hidden order says.
const SECRETS: &[&str] = &[
    "silently",
    "without asking",
    "without telling",
    "do not tell",
    "don't tell",
    "never tell",
    "curl ",
    "wget ",
];

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    for (file, source) in skill.texts() {
        if !file.is_markdown() {
            continue;
        }
        if file.hits().iter().all(|hit| hit.signal != Signal::Hider) {
            continue;
        }
        for comment in &file.markdown().comments {
            judge(file, source, comment.span, &comment.text, findings);
        }
        unshown_lines(file, source, findings);
    }
}

fn judge(file: &File, source: &Source, span: Span, text: &str, findings: &mut Findings) {
    let lower = text.to_lowercase();
    if file.outline().code_around(span).is_some() || is_full(source, findings) {
        return;
    }
    let holds = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    let is_grave =
        order_in(&lower).is_some() || holds(SECRETS) || !credentials::stores_in(&lower).is_empty();
    let place = source.at(span);
    let help = "say it where a reviewer sees it, or remove it";
    if is_grave {
        findings
            .error(
                place,
                "a comment that no page shows gives the assistant orders",
            )
            .help(help)
            .guess();
    } else if holds(ORDERS) {
        findings
            .warning(
                place,
                "a comment that no page shows may give the assistant orders",
            )
            .help(help)
            .guess();
    }
}

/// `[//]: # (text)` is a comment too: a definition that nothing refers to. And an element can be there and not be shown.
fn unshown_lines(file: &File, source: &Source, findings: &mut Findings) {
    for line in lines_with(file, Signal::Hider) {
        let is_definition = line.lower.starts_with('[') && line.lower.contains("]: #");
        let is_element = line.lower.starts_with('<') && !line.lower.starts_with("<!--");
        if is_definition || is_element {
            judge(file, source, line.span, line.lower, findings);
        }
    }
}
