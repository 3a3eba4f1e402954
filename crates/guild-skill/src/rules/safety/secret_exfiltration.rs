//! Secrets that are sent away.

use guild_check::{Findings, Source};

use super::context::is_talked_about;
use super::credentials::stores_in;
use super::lines::{Line, lines_with};
use crate::rules::limit::is_full;
use crate::skill::{File, SENDERS, Signal, Skill};

/// Verbs that send, in prose.
const VERBS: &[&str] = &[
    "send ",
    "upload ",
    "post ",
    "email ",
    "forward ",
    "transmit ",
    "exfiltrate ",
    "submit ",
];

/// Secrets, in prose.
const SECRETS: &[&str] = &[
    "api key",
    "api_key",
    "apikey",
    "password",
    "credential",
    "access token",
    "auth token",
    "private key",
    "ssh key",
    "secrets",
    "environment variables",
    "session cookie",
];

/// Where a secret belongs: it proves who is calling.
const SIGN_IN: &[&str] = &[
    "header",
    "authorization",
    "bearer",
    "sign in",
    "log in",
    "login",
    "authenticate",
    "oauth",
];

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    for (file, source) in skill.texts() {
        for line in lines_with(file, Signal::Sender) {
            if let Some(secret) = sent_by_program(line.lower) {
                report(file, source, line, &secret, findings);
            }
        }
        if file.is_markdown() {
            for line in lines_with(file, Signal::Address) {
                // What a program sends is judged above, by its data.
                let is_code = file.outline().code_around(line.span).is_some();
                if is_code || SENDERS.iter().any(|sender| line.lower.contains(sender)) {
                    continue;
                }
                if let Some(secret) = sent_in_prose(line.lower) {
                    report(file, source, line, &secret, findings);
                }
            }
        }
    }
}

fn report(file: &File, source: &Source, line: Line<'_>, secret: &str, findings: &mut Findings) {
    if is_full(source, findings) {
        return;
    }
    let place = source.at(line.span);
    let help = "a skill never sends secrets away: remove it";
    let end = line.span.end as usize;
    if is_talked_about(file, line, end) {
        let message = format!("the text speaks of sending {secret} away");
        findings.warning(place, message).help(help).guess();
    } else {
        let message = format!("the text has {secret} sent away");
        findings.error(place, message).help(help).guess();
    }
}

/// Finds a secret in the data of a command that sends; what proves who is calling is none.
fn sent_by_program(line: &str) -> Option<String> {
    let is_word = |at: usize| {
        !line[..at]
            .ends_with(|before: char| before.is_alphanumeric() || matches!(before, '-' | '.' | '/'))
    };
    let mut senders = SENDERS.iter().flat_map(|sender| line.match_indices(sender));
    senders.find(|(at, _)| is_word(*at))?;
    let is_call = ["requests.p", "axios.post", "urlopen"]
        .iter()
        .any(|call| line.contains(call));
    let is_remote = is_call
        || line.contains("://")
        || line.contains('$')
        || line.contains("nc ")
        || line.contains('@');
    if !is_remote {
        return None;
    }
    if let Some(named) = stores_in(line).first() {
        let before = &line[..named.at];
        let is_option = [
            "--cacert",
            "--key ",
            "--cert",
            "-i ",
            "--netrc",
            "--env-file",
            "source ",
            ". ~/",
            "-o ",
            "> ",
        ]
        .iter()
        .any(|option| {
            before
                .trim_end_matches(['"', '\'', '~', '/', '$', '{'])
                .ends_with(option.trim_end())
        });
        return (!is_option).then(|| format!("`{}`", named.store.name));
    }
    let dumps = [
        "env | ",
        "printenv",
        "$(env)",
        "`env`",
        "dict(os.environ)",
        "json.dumps(os.environ",
        "stringify(process.env)",
    ];
    let is_dump = dumps.iter().any(|dump| line.contains(dump)) && !line.contains("grep");
    is_dump.then(|| "the environment".to_owned())
}

/// Finds a sentence that has a secret sent to an address.
fn sent_in_prose(line: &str) -> Option<String> {
    let verb = VERBS.iter().filter_map(|verb| line.find(verb)).min()?;
    if SIGN_IN.iter().any(|word| line.contains(word)) {
        return None;
    }
    let address = ["http://", "https://", "webhook"]
        .iter()
        .filter_map(|mark| line.rfind(mark))
        .max()?;
    let between = line.get(verb..address)?;
    if let Some(named) = stores_in(between).first() {
        return Some(format!("`{}`", named.store.name));
    }
    let secret = SECRETS.iter().find(|secret| between.contains(*secret))?;
    Some(format!("`{secret}`"))
}
