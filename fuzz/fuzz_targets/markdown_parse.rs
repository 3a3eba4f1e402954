//! Reads text as Markdown; whatever is found in it lies in it, and on whole characters.
#![no_main]

use guild_check::{Markdown, Source};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let source = Source::new("page.md", text);
    let markdown = Markdown::parse(&source);
    for section in markdown.sections() {
        let spans = [section.heading.span, section.heading.text_span, section.body];
        for span in spans {
            assert!(text.get(span.range()).is_some(), "{span:?} is no text");
        }
    }
    for block in &markdown.blocks {
        assert!(text.get(block.span().range()).is_some(), "{block:?}");
    }
});
