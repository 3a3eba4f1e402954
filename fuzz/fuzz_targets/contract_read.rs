//! Reads text as `contract.toml`; whatever is understood of it judges a document, and each finding points into a file.
#![no_main]

use std::sync::Arc;

use guild_check::contract::{Contract, Date};
use guild_check::{Finding, Markdown, Source};
use libfuzzer_sys::fuzz_target;

const DOCUMENT: &str = "# ADR 1: Keep it\n\nTBD\n\n## Status\n\n- Date: 2026-11-20\n\n\
    ## Table\n\n| Name | Type |\n|---|---|\n| `a` | foo |\n\n### Part\n\n```sh\nls\n```\n\nLast updated: 2026-11-20\n";

fuzz_target!(|text: &str| {
    let (contract, findings) = Contract::parse(&Source::new("contract.toml", text));
    findings.iter().for_each(points_into_its_file);
    let document = Markdown::parse(&Source::new("work.md", DOCUMENT));
    let found = Arc::new(contract).check(&Arc::new(document), Date::LAST);
    found.iter().for_each(points_into_its_file);
});

fn points_into_its_file(finding: &Finding) {
    let text = finding.place.source.text();
    assert!(text.get(finding.place.span.range()).is_some(), "{finding:?}");
}
