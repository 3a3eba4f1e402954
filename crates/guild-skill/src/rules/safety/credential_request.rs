//! Requests to read what holds a person's secrets.

use guild_check::{Findings, Span};

use super::context::{is_talked_about, warns};
use super::credentials::{Named, StoreKind, stores_in};
use super::lines::{Line, lines_with};
use crate::rules::limit::is_full;
use crate::skill::{File, Signal, Skill};

/// What reads.
const VERBS: &[&str] = &[
    "read",
    "cat",
    "open",
    "print",
    "show",
    "dump",
    "copy",
    "extract",
    "collect",
    "grep",
    "include",
    "paste",
    "output",
    "display",
    "echo",
    "list",
    "load",
    "head",
    "tail",
    "less",
    "tar",
    "zip",
    "cp",
    "scp",
    "base64",
    "readfile",
    "security",
    "readfilesync",
    "readfile",
    "retrieve",
    "access",
    "get",
    "view",
    "fetch",
    "send",
    "upload",
    "find",
    "search",
    "gather",
    "harvest",
    "steal",
];

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    for (file, source) in skill.texts() {
        for line in lines_with(file, Signal::Store) {
            if is_full(source, findings) {
                break;
            }
            let asked = stores_in(line.lower)
                .into_iter()
                .find(|named| asks(file, line.lower, named));
            let Some(named) = asked else {
                continue;
            };
            let start = line.span.start as usize + named.at;
            let span = Span::new(start..start + named.store.name.len());
            let shown = source.slice(span);
            // Backticks set off the name of a file or a command: that alone is no quotation of a request.
            let plain = line.lower.replace('`', " ");
            let read = match named.store.kind {
                StoreKind::Personal => line,
                StoreKind::Project => Line {
                    lower: &plain,
                    ..line
                },
            };
            let is_talk = warns(line.lower) || is_talked_about(file, read, start);
            let message = format!("the text asks to read `{shown}`, which holds secrets");
            let help = "have the person run what needs the secret, or name the one variable that is needed";
            match named.store.kind {
                StoreKind::Personal if is_talk => findings
                    .warning(source.at(span), message)
                    .help(help)
                    .guess(),
                StoreKind::Personal => findings.error(source.at(span), message).help(help).guess(),
                // Setting up a project takes its settings; a warning against them is no request.
                StoreKind::Project if is_talk => continue,
                StoreKind::Project => findings
                    .warning(source.at(span), message)
                    .help(help)
                    .guess(),
            };
        }
    }
}

/// Tells whether a verb of reading leads to the store; in a script it may follow as well.
fn asks(file: &File, lower: &str, named: &Named) -> bool {
    let before = &lower[..named.at];
    let start = before.rfind(". ").unwrap_or(0);
    let is_option = OPTIONS
        .iter()
        .any(|option| before[start..].contains(option));
    let verbs = words(&before[start..]);
    match named.store.kind {
        // A key that a program signs in with is used, not read.
        StoreKind::Personal if is_option => false,
        StoreKind::Personal if file.is_markdown() => {
            verbs.iter().any(|word| VERBS.contains(word)) || before.contains("open(")
        }
        StoreKind::Personal => words(lower).iter().any(|word| VERBS.contains(word)),
        // The verb is close: `cat .env`, `read the .env file`; settings are loaded by any program.
        StoreKind::Project => {
            let near = verbs.iter().rev().take(4);
            near.copied()
                .any(|word| VERBS.contains(&word) && !SETTING_UP.contains(&word))
        }
    }
}

/// What names a key that a program signs in with.
const OPTIONS: &[&str] = &[
    " -i ",
    "--key ",
    "--private-key",
    "identityfile",
    "ssh-keygen",
    "ssh-add",
];

/// What reads the settings of a project in order to work with it.
const SETTING_UP: &[&str] = &[
    "load", "include", "find", "list", "copy", "cp", "open", "search", "echo", "get", "access",
    "fetch", "retrieve",
];

fn words(text: &str) -> Vec<&str> {
    let words = text.split(|character: char| !character.is_alphanumeric());
    words.filter(|word| !word.is_empty()).collect()
}
