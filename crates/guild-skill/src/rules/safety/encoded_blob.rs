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
        let text = source.text();
        let blobs = blobs(text).into_iter().chain(broken(text));
        for span in blobs.take(MOST_FINDINGS) {
            let length = text[span.range()]
                .bytes()
                .filter(|byte| is_encoded(*byte))
                .count();
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
        let mut from = start;
        for piece in pieces(&text[start..end]) {
            if piece.len() >= SHORTEST && is_blob(&text[..from], piece) {
                blobs.push(Span::new(from..from + piece.len()));
            }
            from += piece.len() + 1;
        }
        at = end + SHORTEST;
    }
    blobs
}

/// Finds encoded text that is broken into lines of one width, as most tools write it.
fn broken(text: &str) -> Vec<Span> {
    let mut blobs = Vec::new();
    let mut block = Block::default();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let bare = line.trim_matches(AROUND);
        let start = at + (line.len() - line.trim_start_matches(AROUND).len());
        at += line.len();
        if block.takes(bare) {
            block.joined.push_str(bare);
            block.end = start + bare.len();
            block.last = bare.len();
            continue;
        }
        blobs.extend(block.blob(text));
        block = match WIDTHS.contains(&bare.len()) && bare.bytes().all(is_encoded) {
            true => Block {
                joined: bare.to_owned(),
                start,
                end: start + bare.len(),
                width: bare.len(),
                last: bare.len(),
            },
            false => Block::default(),
        };
    }
    blobs.extend(block.blob(text));
    blobs
}

/// What may stand around a line of encoded text: the marks of a quotation, of a string, of a line that goes on.
const AROUND: &[char] = &[
    ' ', '\t', '\r', '\n', '>', '#', '*', '"', '\'', '\\', ',', ';', ')',
];

/// How wide the lines are into which encoded text is broken.
const WIDTHS: std::ops::Range<usize> = 48..SHORTEST;

/// How wide the digests in hex are that a list of them has line by line.
const DIGESTS: [usize; 5] = [56, 64, 96, 112, 128];

/// Lines of encoded text, one below the other.
#[derive(Default)]
struct Block {
    /// All of them as one.
    joined: String,
    start: usize,
    end: usize,
    /// How long each is but the last; 0 if there is none.
    width: usize,
    last: usize,
}

impl Block {
    /// Tells whether a line goes on with the block.
    fn takes(&self, line: &str) -> bool {
        self.last == self.width
            && (1..=self.width).contains(&line.len())
            && line.bytes().all(is_encoded)
    }

    fn blob(&self, text: &str) -> Option<Span> {
        // A list of digests ends each line with it.
        let is_list = self.joined.trim_end_matches('=').contains('=');
        let is_hex = self.joined.bytes().all(|byte| byte.is_ascii_hexdigit());
        let is_digests = is_hex && DIGESTS.contains(&self.width);
        let is_spelled = pieces(&self.joined).count() == 1;
        let before = &text[..self.start];
        let is_pem = before.trim_end().ends_with("-----");
        let is_it = self.joined.len() >= SHORTEST
            && !(is_list || is_digests || is_pem)
            && is_spelled
            && is_blob(before, &self.joined);
        is_it.then(|| Span::new(self.start..self.end))
    }
}

/// Gives the parts of a run that are of one alphabet: `-` and `_` stand for `+` and `/`, and never beside them.
fn pieces(run: &str) -> impl Iterator<Item = &str> {
    let is_both = run.contains(['+', '/']) && run.contains(['-', '_']);
    run.split(move |mark| is_both && matches!(mark, '-' | '_'))
}

fn is_encoded(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=' | b'-' | b'_')
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
