//! Words that make a line worth a second look, found in one pass over a file.
//!
//! Each safety rule looks for a few words, and so do rules that would else read the Markdown of every file. Searching a file for each of them would read it some eighty times; one pass
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
    /// May be the heading over what a skill needs.
    Prerequisite,
}

/// The words of each group, in lower case and of at least three bytes. The letters that are not of ASCII are looked for as
/// they stand here.
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
    (Signal::Prerequisite, &["prerequisite", "requirements"]),
];

const OVERRIDES: &[&str] = &[
    "ignor",
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
    // In the other languages of `guild_check::orders::FOREIGN`.
    "vergiss",
    "oublie",
    "olvid",
    "negeer",
    "гнорируй",
    "忽略",
    "無視",
    "忘れ",
    "무시",
    "تجاهل",
    "yok say",
    "rmezden gel",
    "talimatlar",
    "komutlar",
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
///
/// Every other byte is looked at: a word begins there, or one byte before.
pub(super) fn hits(text: &str) -> Vec<Hit> {
    let mut hits = Vec::new();
    let bytes = text.as_bytes();
    let table = &*TABLE;
    let [first, pairs @ ..] = bytes else {
        return hits;
    };
    let mut slot = next_slot(0, *first);
    let (pairs, _) = pairs.as_chunks::<2>();
    for (pair, &[second, third]) in pairs.iter().enumerate() {
        slot = next_slot(next_slot(slot, second), third);
        if table.has(slot) {
            table.hits_around(pair * 2, bytes, &mut hits);
        }
    }
    // The last word may begin where no third byte is left: two more that no word holds bring it in.
    if bytes.len().is_multiple_of(2) {
        slot = next_slot(next_slot(slot, bytes[bytes.len() - 1]), 0);
        if table.has(slot) {
            table.hits_around(bytes.len() - 2, bytes, &mut hits);
        }
    }
    hits
}

struct Table {
    /// One bit for each value of the filter that is in the first bytes of some word.
    filter: [u64; SLOTS / 64],
    /// The words by their first two bytes.
    words: Vec<Vec<(Signal, &'static str)>>,
}

impl Table {
    fn has(&self, slot: u16) -> bool {
        self.filter[usize::from(slot / 64)] >> (slot % 64) & 1 != 0
    }

    /// Adds the words that begin at a byte or at the one before. Out of line: the way past the filter is to stay short.
    #[inline(never)]
    fn hits_around(&self, at: usize, text: &[u8], hits: &mut Vec<Hit>) {
        for at in at.saturating_sub(1)..=at {
            let text = &text[at..];
            let [first, second, ..] = *text else {
                return;
            };
            for &(signal, word) in &self.words[pair(first, second)] {
                let start = text.get(..word.len());
                if start.is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes())) {
                    hits.push(Hit { signal, at });
                }
            }
        }
    }

    /// Lets three bytes pass the filter.
    fn admit(&mut self, bytes: [u8; 3]) {
        let slot = bytes.into_iter().fold(0, next_slot);
        self.filter[usize::from(slot / 64)] |= 0b11 << (slot % 64);
    }
}

const SLOTS: usize = 1 << 16;

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut table = Table {
        filter: [0; SLOTS / 64],
        words: vec![Vec::new(); 1 << 10],
    };
    for (signal, words) in WORDS {
        for &word in *words {
            match *word.as_bytes() {
                [first, second, third, fourth, ..] => {
                    table.admit([first, second, third]);
                    table.admit([second, third, fourth]);
                }
                [first, second, third] => {
                    table.admit([first, second, third]);
                    (0..32).for_each(|any| table.admit([second, third, any]));
                }
                [..] => {}
            }
            let [first, second, ..] = *word.as_bytes() else {
                continue;
            };
            table.words[pair(first, second)].push((*signal, word));
        }
    }
    table
});

/// Gives the slot of the last three bytes: the low five bits of a byte tell nearly all letters of
/// ASCII apart, whatever their case. The lowest bit of a slot is left over from a fourth byte and says nothing.
fn next_slot(slot: u16, byte: u8) -> u16 {
    slot >> 5 | u16::from(byte) << 11
}

/// Gives the place of two first bytes, whatever their case.
fn pair(first: u8, second: u8) -> usize {
    usize::from(next_slot(next_slot(0, first), second) >> 6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_found_wherever_it_stands() {
        for (signal, words) in WORDS {
            for word in *words {
                assert!(word.len() >= 3 && *word == word.to_lowercase(), "{word}");
                // At odd places and at even ones, at the start and at the end.
                for before in ["", "e", "é ", "é  "] {
                    let text = format!("{word}{before}{}", word.to_ascii_uppercase());
                    let lower = text.to_ascii_lowercase();
                    let mut found = hits(&text);
                    assert!(found.is_sorted_by_key(|hit| hit.at), "{text}");
                    found.retain(|hit| hit.signal == *signal && lower[hit.at..].starts_with(word));
                    let places: Vec<_> = found.iter().map(|hit| hit.at).collect();
                    assert_eq!(places, [0, word.len() + before.len()], "{text}");
                }
            }
        }
        assert!(hits("").is_empty() && hits("cu").is_empty());
    }
}
