//! Compares two versions of a contract, the second made of the first by cutting and swapping; each finding points into
//! the new one, and a contract has no change against itself.
#![no_main]

use guild_check::Source;
use guild_check::contract::Date;
use guild_check_api::evolution::{FailOn, compare, judge};
use guild_check_api::{Contract, Loading, parse};
use libfuzzer_sys::fuzz_target;

/// Where to cut, how much, and where to what was cut goes.
type Edits = Vec<(u16, u8, u16)>;

fuzz_target!(|input: (bool, Edits, &str)| {
    let (is_typescript, edits, text) = input;
    let name = if is_typescript { "contract.ts" } else { "contract.yaml" };
    let old = read(name, text);
    let same = compare(&old, &read(name, text), Date::LAST);
    assert_eq!(same.changes.len(), 0, "{:?}", same.changes);
    let edited = edited(text, &edits);
    let new = read(name, &edited);
    for finding in judge(&compare(&old, &new, Date::LAST), &new, FailOn::Risky) {
        let place = &finding.place;
        assert!(edited.get(place.span.range()).is_some(), "{finding:?}");
    }
});

fn read(name: &str, text: &str) -> Contract {
    parse(&Source::new(name, text), &Loading::alone())
}

fn edited(text: &str, edits: &Edits) -> String {
    let mut text = text.to_owned();
    for (from, length, to) in edits.iter().take(8) {
        let from = text.floor_char_boundary(usize::from(*from) % (text.len() + 1));
        let end = text.floor_char_boundary(text.len().min(from + usize::from(*length)));
        let piece: String = text.drain(from..end).collect();
        let to = text.floor_char_boundary(usize::from(*to) % (text.len() + 1));
        text.insert_str(to, &piece);
    }
    text
}
