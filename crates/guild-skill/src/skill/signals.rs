//! Words that make a line worth a second look, found in one pass over a file.
//!
//! Each safety rule looks for a few words. Searching a file for each of them would read it some eighty times; one pass
//! with a filter on three bytes finds them all.

use std::sync::LazyLock;

/// A group of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// Sets instructions aside, or keeps something from the user.
    Override,
    /// Names a place that holds secrets.
    Store,
    /// Sends.
    Sender,
    /// Is an address to send to.
    Address,
    /// Downloads.
    Fetcher,
    /// Decodes.
    Decoder,
    /// Hides text on a page.
    Hider,
}

/// The words of each group, in lower case and of at least three bytes.
const WORDS: &[(Signal, &[&str])] = &[
    (Signal::Override, OVERRIDES),
    (Signal::Store, STORES),
    (Signal::Sender, SENDERS),
    (Signal::Address, &["http://", "https://", "webhook"]),
    (Signal::Fetcher, FETCHERS),
    (Signal::Fetcher, RUNNING_CALLS),
    (
        Signal::Decoder,
        &["base64", "b64decode(", "atob(", "xxd -r"],
    ),
    (Signal::Hider, HIDERS),
];

const OVERRIDES: &[&str] = &[
    "ignore",
    "disregard",
    "forget",
    "override",
    "bypass",
    "tell the user",
    "telling the user",
    "inform the user",
    "let the user know",
    "informing the user",
    "the user's knowledge",
    "the user knowing",
    "from the user",
    "to the user",
    "do not reveal",
    "you are now in",
    "no longer bound",
    "disable your safety",
    "your system prompt",
];

const STORES: &[&str] = &[
    ".aws/credentials",
    ".config/gcloud",
    ".docker/config.json",
    ".git-credentials",
    ".gnupg",
    ".kube/config",
    ".netrc",
    ".pypirc",
    ".ssh",
    "/etc/shadow",
    "find-generic-password",
    "find-internet-password",
    "id_ed25519",
    "id_rsa",
    "keychain",
    "cookies.sqlite",
    "wallet.dat",
    ".env",
    ".npmrc",
];

/// Programs and calls that send.
pub(crate) const SENDERS: &[&str] = &[
    "curl",
    "wget",
    "nc ",
    "ncat",
    "netcat",
    "requests.post",
    "requests.put",
    "urlopen",
    "fetch(",
    "axios.post",
    "invoke-webrequest",
    "invoke-restmethod",
    "scp ",
];

/// Programs that download.
pub(crate) const FETCHERS: &[&str] = &[
    "curl",
    "wget",
    "iwr",
    "irm",
    "invoke-webrequest",
    "invoke-restmethod",
];

/// Calls that download and run in one.
pub(crate) const RUNNING_CALLS: &[&str] = &[
    "downloadstring(",
    "exec(requests.get",
    "exec(urllib",
    "exec(urlopen",
    "eval(urlopen",
    "eval(requests.get",
];

const HIDERS: &[&str] = &[
    "<!--",
    "]: #",
    "display:none",
    "display: none",
    "font-size:0",
    "font-size: 0",
    "visibility:hidden",
    "visibility: hidden",
    " hidden>",
];

/// A word that was found, and where.
#[derive(Clone, Copy, Debug)]
pub struct Hit {
    /// Its group.
    pub signal: Signal,
    /// Its first byte.
    pub at: usize,
}

/// Finds all words in a text, whatever the case of their letters, in the order of their places.
pub(super) fn hits(text: &str) -> Vec<Hit> {
    let mut hits = Vec::new();
    let [first, second, rest @ ..] = text.as_bytes() else {
        return hits;
    };
    let table = &*TABLE;
    let mut slot = next_slot(next_slot(0, *first), *second);
    for (at, &byte) in rest.iter().enumerate() {
        slot = next_slot(slot, byte);
        if table.filter[usize::from(slot / 64)] >> (slot % 64) & 1 != 0 {
            table.hits_at(at, &text.as_bytes()[at..], &mut hits);
        }
    }
    hits
}

struct Table {
    /// One bit for each value of the filter that some word starts with.
    filter: [u64; SLOTS / 64],
    /// The words by their first byte.
    words: Vec<Vec<(Signal, &'static str)>>,
}

impl Table {
    /// Adds the words that a text begins with. Out of line: the way past the filter is to stay short.
    #[inline(never)]
    fn hits_at(&self, at: usize, text: &[u8], hits: &mut Vec<Hit>) {
        for &(signal, word) in &self.words[usize::from(text[0].to_ascii_lowercase())] {
            let start = text.get(..word.len());
            if start.is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes())) {
                hits.push(Hit { signal, at });
            }
        }
    }
}

const SLOTS: usize = 1 << 16;

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut table = Table {
        filter: [0; SLOTS / 64],
        words: vec![Vec::new(); 256],
    };
    for (signal, words) in WORDS {
        for &word in *words {
            let bytes = word.as_bytes();
            let slot = bytes[..3]
                .iter()
                .fold(0, |slot, &byte| next_slot(slot, byte));
            table.filter[usize::from(slot / 64)] |= 0b11 << (slot % 64);
            table.words[usize::from(bytes[0])].push((*signal, word));
        }
    }
    table
});

/// Gives the slot of the last three bytes: words are ASCII, and the low five bits of a byte tell nearly all letters
/// apart, whatever their case. The lowest bit of a slot is left over from a fourth byte and says nothing.
fn next_slot(slot: u16, byte: u8) -> u16 {
    slot >> 5 | u16::from(byte) << 11
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_found_wherever_it_stands() {
        for (signal, words) in WORDS {
            for word in *words {
                assert!(word.len() >= 3 && *word == word.to_lowercase(), "{word}");
                let text = format!("é {word}{}", word.to_uppercase());
                let found = hits(&text);
                let lower = text.to_ascii_lowercase();
                let same = found
                    .iter()
                    .filter(|hit| hit.signal == *signal && lower[hit.at..].starts_with(word));
                assert_eq!(same.count(), 2, "{word}");
            }
        }
        assert!(hits("").is_empty() && hits("cu").is_empty());
    }
}
