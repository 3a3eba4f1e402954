//! Downloads that are run before anyone has seen them.

use guild_check::Findings;

use super::context::{is_talked_about, warns};
use super::lines::lines_with;
use crate::rules::limit::is_full;
use crate::skill::{FETCHERS, RUNNING_CALLS, Signal, Skill};

const SHELLS: &[&str] = &[
    "sh",
    "bash",
    "zsh",
    "dash",
    "ash",
    "ksh",
    "fish",
    "python",
    "python3",
    "perl",
    "ruby",
    "node",
    "php",
    "iex",
    "invoke-expression",
    "pwsh",
    "powershell",
];

/// How far before a substitution its command is looked for.
const LONGEST_COMMAND: usize = 40;

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    for (file, source) in skill.texts() {
        for line in lines_with(file, Signal::Fetcher) {
            if is_full(source, findings) {
                break;
            }
            let lower = line.lower;
            if !is_piped(lower)
                && !is_substituted(lower)
                && !RUNNING_CALLS.iter().any(|call| lower.contains(call))
            {
                continue;
            }
            let has_address = lower.contains("://") || lower.contains('$') || lower.contains(".sh");
            let is_quote = lower.contains("`curl | ") || !has_address;
            let place = source.at(line.span);
            let help = "download to a file, compare its digest with a published one, read it, then run it; or name the package manager's command";
            let start = line.span.start as usize;
            if is_quote
                || warns(lower)
                || (!is_code(lower) && is_talked_about(file, line, start))
                || super::context::surroundings_warn(file, line)
            {
                findings
                    .warning(
                        place,
                        "the text speaks of a download that is piped into a shell",
                    )
                    .help(help)
                    .guess();
            } else {
                findings
                    .error(place, "a download is run before anyone has seen it")
                    .help(help);
            }
        }
    }
}

/// A line that begins with the command is one to be run.
fn is_code(line: &str) -> bool {
    let first = line
        .split_whitespace()
        .find(|word| !matches!(*word, "$" | "sudo" | ">" | "-"));
    first.is_some_and(|first| FETCHERS.contains(&first) || SHELLS.contains(&first))
}

/// Tells whether `curl … | sh` stands in a line.
fn is_piped(line: &str) -> bool {
    let Some(fetch) = FETCHERS
        .iter()
        .filter_map(|word| find_word(line, word))
        .min()
    else {
        return false;
    };
    let pipeline = line[fetch..].replace("||", ";; ");
    let pipeline = pipeline.split("; ").next().unwrap_or("");
    let pipeline = pipeline.split(" && ").next().unwrap_or("");
    let mut commands = pipeline.split('|').skip(1);
    commands.any(|command| runs_its_input(command.trim_start_matches('&')))
}

/// Tells whether a command takes a program from its input: `sudo -E bash -`, but not `python -m json.tool`.
fn runs_its_input(segment: &str) -> bool {
    let mut words = segment
        .split_whitespace()
        .map(|word| word.trim_matches(['`', '"', '\'', ')', ';', ',', '.', '*']))
        .skip_while(|word| {
            matches!(*word, "sudo" | "env" | "exec" | "nohup" | "command")
                || word.contains('=')
                || word.starts_with('-')
        });
    let Some(command) = words.next() else {
        return false;
    };
    let command = command.rsplit('/').next().unwrap_or("");
    let takes_its_own = |word: &str| {
        matches!(
            word,
            "-c" | "-m" | "-e" | "-ne" | "-pe" | "-r" | "-n" | "-p" | "-command"
        )
    };
    SHELLS.contains(&command) && !words.next().is_some_and(takes_its_own)
}

/// Tells whether `bash -c "$(curl …)"`, `bash <(curl …)`, `eval "$(curl …)"` or `iex (irm …)` stands in a line.
fn is_substituted(line: &str) -> bool {
    ["$(", "<(", "`", "("].iter().any(|open| {
        line.match_indices(open).any(|(at, _)| {
            let inner = line[at + open.len()..].trim_start();
            if !FETCHERS.iter().any(|word| starts_with_word(inner, word)) {
                return false;
            }
            let near = &line[line.floor_char_boundary(at.saturating_sub(LONGEST_COMMAND))..at];
            let before = near.trim_end_matches(['"', '\'', ' ', '(', '&']);
            let mut words = before.rsplit(char::is_whitespace);
            let last = words.next().unwrap_or("").trim_start_matches('`');
            match *open {
                "$(" | "`" => matches!(last, "-c" | "-e" | "eval" | "-s" | "<<<"),
                "<(" => SHELLS.contains(&last) || matches!(last, "source" | "."),
                _ => matches!(last, "iex" | "invoke-expression"),
            }
        })
    })
}

fn find_word(line: &str, word: &str) -> Option<usize> {
    let mut found = line.match_indices(word).map(|(at, _)| at);
    found.find(|&at| !line[..at].ends_with(is_part) && starts_with_word(&line[at..], word))
}

fn starts_with_word(text: &str, word: &str) -> bool {
    let after = text.strip_prefix(word);
    after.is_some_and(|after| !after.trim_start_matches(".exe").starts_with(is_part))
}

fn is_part(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '-' | '.')
}
