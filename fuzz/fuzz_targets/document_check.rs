//! Reads text as an API document and holds it against every rule; each finding points into the document.
#![no_main]

use guild_check::Source;
use guild_check::contract::Date;
use guild_check_docs::{DocsOptions, check};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let options = DocsOptions {
        today: Date::LAST,
        contracts: None,
    };
    for finding in check(&Source::new("endpoint.md", text), &options) {
        assert!(text.get(finding.place.span.range()).is_some(), "{finding:?}");
    }
});
