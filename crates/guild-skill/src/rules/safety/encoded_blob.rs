//! Long encoded text, which nobody can review.

use guild_check::{Findings, Source, Span};

use super::context::warns;
use super::lines::lines_with;
use crate::rules::limit::{MOST_FINDINGS, is_full};
use crate::skill::{File, Signal, Skill};

/// The shortest text that counts: longer than any digest or key identifier.
const SHORTEST: usize = 200;

/// Files that hold digests and pictures by nature.
const EXEMPT: &[&str] = &[
    "lock", "svg", "sum", "map", "pem", "crt", "cer", "asc", "sig", "ipynb",
];

/// Commands that decode and run in one line.
const RUNS: &[(&str, &str)] = &[
    ("base64 -d", "| sh"),
    ("base64 -d", "| bash"),
    ("base64 --decode", "| sh"),
    ("base64 --decode", "| bash"),
    ("base64 -d", "eval"),
    ("b64decode(", "exec("),
    ("b64decode(", "eval("),
    ("atob(", "eval("),
    ("frombase64string", "iex"),
    ("xxd -r", "| sh"),
    ("xxd -r", "| bash"),
];

pub(super) fn check(skill: &Skill, findings: &mut Findings) {
    for (file, source) in skill.texts() {
        decoded_and_run(file, source, findings);
        if file.has_extension(EXEMPT) || is_lock(&file.path) {
            continue;
        }
        for span in blobs(source.text()).into_iter().take(MOST_FINDINGS) {
            let length = span.range().len();
            findings
                .warning(source.at(span), format!("{length} characters of encoded text stand here"))
                .help("put the content into the folder as a file of its own kind, so that it can be reviewed")
                .guess();
        }
    }
}

fn decoded_and_run(file: &File, source: &Source, findings: &mut Findings) {
    for line in lines_with(file, Signal::Decoder) {
        let runs =
            |(decode, run): &&(&str, &str)| line.lower.contains(decode) && line.lower.contains(run);
        if RUNS.iter().find(runs).is_none() || is_full(source, findings) {
            continue;
        }
        let place = source.at(line.span);
        let help = "write the commands out, so that they can be reviewed";
        if warns(line.lower) || super::context::surroundings_warn(file, line) {
            findings
                .warning(
                    place,
                    "the text speaks of encoded text that is decoded and run",
                )
                .help(help)
                .guess();
        } else {
            findings
                .error(place, "encoded text is decoded and run")
                .help(help);
        }
    }
}

/// Finds long runs of base64 or hex. A run is found by looking at every so many bytes: none can lie between.
fn blobs(text: &str) -> Vec<Span> {
    let bytes = text.as_bytes();
    let mut blobs = Vec::new();
    let mut at = SHORTEST - 1;
    while at < bytes.len() {
        if !is_encoded(bytes[at]) {
            at += SHORTEST;
            continue;
        }
        let start = bytes[..at]
            .iter()
            .rposition(|&byte| !is_encoded(byte))
            .map_or(0, |index| index + 1);
        let length = bytes[at..].iter().position(|&byte| !is_encoded(byte));
        let end = length.map_or(bytes.len(), |length| at + length);
        if end - start >= SHORTEST && is_blob(&text[..start], &text[start..end]) {
            blobs.push(Span::new(start..end));
        }
        at = end + SHORTEST;
    }
    blobs
}

fn is_encoded(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=')
}

fn is_blob(before: &str, run: &str) -> bool {
    // Pictures and fonts may be written into a page.
    let head = before.get(before.len().saturating_sub(80)..).unwrap_or("");
    let is_picture = head.ends_with("base64,")
        && ["image/", "font/", "audio/", "video/"]
            .iter()
            .any(|kind| head.contains(kind));
    let holds = |is_it: fn(&u8) -> bool| {
        run.as_bytes().iter().filter(|byte| is_it(byte)).count() * 50 > run.len()
    };
    let is_hex = run.bytes().all(|byte| byte.is_ascii_hexdigit()) && holds(u8::is_ascii_digit);
    let is_mixed =
        holds(u8::is_ascii_digit) && holds(u8::is_ascii_uppercase) && holds(u8::is_ascii_lowercase);
    !is_picture && (is_hex || is_mixed)
}

fn is_lock(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or("");
    name.contains("-lock.") || name == "npm-shrinkwrap.json"
}
