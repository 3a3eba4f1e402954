//! The reader is not sent to the source for what the document is to say.

use std::cell::LazyCell;
use std::sync::LazyLock;

use guild_check::contract::phrase::Phrases;
use guild_check::{Findings, Span};

use crate::document::{Document, Role, sentences, words};
use crate::wording::phrases;

/// Words that send somewhere.
static SENDING: LazyLock<Phrases> = LazyLock::new(|| {
    phrases(&[
        "see",
        "refer to",
        "check",
        "consult",
        "look at",
        "look into",
        "read",
        "found in",
        "defined in",
        "documented in",
        "described in",
        "listed in",
        "look in",
        "is in",
        "are in",
        "lives in",
        "live in",
        "implemented in",
        "details",
    ])
});

/// What is to be found there.
static WANTED: LazyLock<Phrases> = LazyLock::new(|| {
    phrases(&[
        "exact rules",
        "exact format",
        "the rules",
        "for details",
        "details",
        "further details",
        "more details",
        "full list",
        "complete list",
        "all fields",
        "other fields",
        "further error codes",
        "all error codes",
        "valid values",
        "the values",
        "the logic",
        "the behavior",
        "the behaviour",
    ])
});

/// Where the source lies.
static PLACES: LazyLock<Phrases> = LazyLock::new(|| {
    phrases(&[
        "in the code",
        "in the source",
        "in the repository",
        "in the repo",
        "in the codebase",
        "in the code base",
        "the code for details",
        "the code for the",
        "the handler code",
        "the server code",
        "the controller code",
    ])
});

/// Endings of files that a reader of the document does not have.
const SOURCES: [&str; 22] = [
    "rs", "ts", "tsx", "js", "mjs", "py", "go", "java", "kt", "rb", "php", "cs", "c", "h", "cpp",
    "swift", "scala", "ex", "exs", "sql", "proto", "vue",
];

/// Where a name of another function is an answer and no evasion.
const ELSEWHERE: [Role; 3] = [Role::WhenNotToUse, Role::Related, Role::Examples];

pub(super) fn check(document: &Document, findings: &mut Findings) {
    for role in Role::ALL {
        if ELSEWHERE.contains(&role) {
            continue;
        }
        for passage in document.passages(role) {
            let is_sent = SENDING.is_in(passage.text);
            let raw = document.source.slice(passage.span);
            if links_to_source(document, passage.span, is_sent)
                || (is_sent && sentences(raw).into_iter().any(defers))
            {
                findings
                    .warning(
                        document.at(passage.span),
                        "this sends the reader to the source",
                    )
                    .help("state the detail here; the reader has no source")
                    .guess();
            }
        }
    }
}

/// Tells whether a passage links to a file of the source: it sends there, or the link says nothing else than that.
fn links_to_source(document: &Document, passage: Span, is_sent: bool) -> bool {
    const POINTERS: [&str; 12] = [
        "here",
        "this",
        "code",
        "source",
        "implementation",
        "handler",
        "repository",
        "repo",
        "github",
        "gitlab",
        "definition",
        "file",
    ];
    let mut links = document.links_in(passage);
    links.any(|link| {
        let says_source = is_source(&link.text)
            || words(&link.text)
                .iter()
                .any(|word| POINTERS.contains(&word.as_str()));
        is_hosted_source(&link.destination) && (is_sent || says_source)
    })
}

/// Tells whether a sentence, as written, names a file of the source or a function that holds what is wanted.
fn defers(sentence: &str) -> bool {
    if !SENDING.is_in(sentence) {
        return false;
    }
    let mut code = sentence.split('`').skip(1).step_by(2);
    let is_wanted = LazyCell::new(|| WANTED.is_in(sentence));
    let mut plain = sentence
        .split('`')
        .step_by(2)
        .flat_map(str::split_whitespace);
    let is_file = |word: &str| {
        let word = word.trim_matches(|edge: char| !edge.is_alphanumeric());
        is_source(word) && (word.contains(['_', '/']) || *is_wanted)
    };
    let names_source = plain.any(is_file)
        || code.any(|name| is_source(name) || (is_identifier(name) && *is_wanted))
        || PLACES.is_in(sentence);
    // What the contract forbids by name is found there; few sentences come this far.
    let contract = crate::contract();
    let mut forbidden = contract.forbidden.iter();
    names_source && !forbidden.any(|entry| entry.words.is_in(sentence))
}

/// Tells whether an address is that of a file of the source, as the hosts of repositories show them.
fn is_hosted_source(address: &str) -> bool {
    const SHOWN: [&str; 5] = [
        "/blob/",
        "/tree/",
        "/raw/",
        "/src/",
        "raw.githubusercontent.com/",
    ];
    let path = address.split(['#', '?']).next().unwrap_or(address);
    has_ending(path) && SHOWN.iter().any(|part| path.contains(part))
}

fn is_source(name: &str) -> bool {
    if !name.contains('.') {
        return false;
    }
    if let Some((_, address)) = name.split_once("://") {
        return is_hosted_source(address);
    }
    let name = name.split([':', '#']).next().unwrap_or(name);
    has_ending(name) && !name.contains(char::is_whitespace)
}

fn has_ending(name: &str) -> bool {
    name.rsplit_once('.')
        .is_some_and(|(_, ending)| SOURCES.contains(&ending))
}

/// Tells whether a piece of code is a name with a hump or an underscore, as functions have.
fn is_identifier(name: &str) -> bool {
    let bare = name.trim_end_matches("()");
    let is_word = |character: char| character.is_alphanumeric() || "_.:".contains(character);
    let has_hump = bare.chars().skip(1).any(char::is_uppercase) || bare.contains('_');
    has_hump && bare.chars().any(char::is_lowercase) && bare.chars().all(is_word)
}
