//! Requests to read what holds a person's secrets.

use guild_check::{Findings, Span};

use super::context::{is_talked_about, warns};
use super::credentials::{StoreKind, stores_in};
use super::lines::{is_full, lines_with};
use crate::skill::{Signal, Skill};

/// What reads.
const VERBS: &[&str] = &[
    "read", "cat", "open", "print", "show", "dump", "copy", "extract", "collect", "grep", "include", "paste", "output",
    "display", "echo", "list", "load", "head", "tail", "less", "tar", "zip", "cp", "scp", "base64", "readfile", "security",
    "send", "upload", "find", "search", "gather", "harvest", "steal",
];

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    for (file, source) in skill.texts() {
        for line in lines_with(file, Signal::Store) {
            if is_full(source, findings) {
                break;
            }
            let asked = stores_in(line.lower)
                .into_iter()
                .find(|named| asks(line.lower, named.at, named.store.kind));
            let Some(named) = asked else {
                continue;
            };
            let start = line.span.start as usize + named.at;
            let span = Span::new(start..start + named.store.name.len());
            let shown = source.slice(span);
            let is_talk = warns(line.lower) || is_talked_about(file, line, start);
            let message = format!("the text asks to read `{shown}`, which holds secrets");
            let help = "have the person run what needs the secret, or name the one variable that is needed";
            match named.store.kind {
                StoreKind::Personal if is_talk => findings.warning(source.at(span), message).help(help).guess(),
                StoreKind::Personal => findings.error(source.at(span), message).help(help).guess(),
                // Setting up a project takes its settings; a warning against them is no request.
                StoreKind::Project if is_talk => continue,
                StoreKind::Project => findings.warning(source.at(span), message).help(help).guess(),
            };
        }
    }
}

/// Tells whether a verb of reading leads to the store.
fn asks(lower: &str, at: usize, kind: StoreKind) -> bool {
    let start = lower[..at].rfind(['.', ';']).filter(|&index| lower[index..].starts_with(". ")).unwrap_or(0);
    let before = &lower[start..at];
    let is_verb = |word: &str| VERBS.contains(&word);
    let mut words = before.split(|character: char| !character.is_alphanumeric()).filter(|word| !word.is_empty());
    match kind {
        StoreKind::Personal => words.any(is_verb) || before.contains("open("),
        // The verb is close: `cat .env`, `read the .env file`; settings are loaded by any program.
        StoreKind::Project => {
            let last: Vec<&str> = words.collect();
            let near = last.iter().rev().take(4);
            near.copied().any(|word| is_verb(word) && !matches!(word, "load" | "include" | "find" | "list" | "copy" | "cp" | "open" | "search" | "echo"))
        }
    }
}
