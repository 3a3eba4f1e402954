//! Holds the rules' pages against their own examples.
//!
//! An example on a rule's page shows only what matters; the rest comes from the smallest sound document. The place in
//! its info string says which part it is: `title`, `head`, `last line`, the name of a section, or `headings` for a list
//! of headings below which the sound text is to be put. Without a place it is the whole document.

use std::sync::Arc;

use super::{Contract, ContractFile, Date, Work, template};
use crate::markdown::heading_key;
use crate::rule::Rule;
use crate::spec::{self, Example};
use crate::{Finding, Findings, Markdown, Source};

const TEMPLATE: &str = "The id is <the id of the task>.\n";

const TITLE: &str = "# POST /api/tasks";
const HEAD: &str = "- Status: Final";
const LAST_LINE: &str = "Last updated: 2026-11-20";

/// The sound sections and subsections, each with its text.
const SECTIONS: &[(u8, &str, &str)] = &[
    (2, "What it does", "Adds a task."),
    (2, "When to use", "- A person adds a task."),
    (2, "Access", "A token with the scope `tasks:write`."),
    (
        2,
        "Errors",
        "| Status | When | What to do |\n|---|---|---|\n| 404 | The task is gone. | Read the list again. |",
    ),
    (2, "Examples", ""),
    (3, "Basic", "```sh\ncd tasks\nls\n```"),
    (3, "With options", "Add `--long`."),
    (2, "Choices", ""),
    (3, "A table", "It is there."),
    (3, "A queue", "It is new."),
    (2, "Decision", "We keep times in UTC."),
];

/// Proves a rule on documents.
pub(super) fn work(rule: &Rule<Work>) {
    spec::prove(rule.name, rule.page, |example| judge(&document(example)));
}

/// Proves a rule on contracts.
pub(super) fn file(rule: &Rule<ContractFile>) {
    spec::prove(rule.name, rule.page, |example| {
        let file = ContractFile::read(&Source::new("contract.toml", &example.content));
        let text = |name: &str| match name {
            "references/template.md" => Some("# Title\n\n## Context\n\n<What there is.>\n"),
            "references/empty.md" => Some("# Title\n"),
            "references/example.md" => Some("# Title\n\n## Context\n\nOne. Two. Three.\n"),
            _ => None,
        };
        let file = file.with_files(|name| Some(Source::new(name, text(name)?)));
        file.findings()
    });
}

fn judge(text: &str) -> Vec<Finding> {
    let source = Source::new("contract.toml", include_str!("proof.toml"));
    let (mut contract, problems) = Contract::parse(&source);
    assert!(problems.is_empty(), "{problems:?}");
    contract.gaps = template::gaps_of(&Source::new("template.md", TEMPLATE));
    let document = Arc::new(Markdown::parse(&Source::new("work.md", text)));
    let today = Date::new(2026, 11, 21).unwrap();
    let mut findings = Findings::new();
    Work::new(&Arc::new(contract), &document, today).judge(&mut findings);
    findings.into_sorted()
}

fn document(example: &Example) -> String {
    let content = example.content.trim_end();
    let (mut title, mut head, mut last_line) = (TITLE, HEAD, LAST_LINE);
    let mut sections = String::new();
    match example.place.as_str() {
        "" => return example.content.clone(),
        "title" => title = content,
        "head" => head = content,
        "last line" => last_line = content,
        "headings" => {
            for line in content.lines() {
                let name = heading_key(line.trim_start_matches('#').trim());
                let known = SECTIONS
                    .iter()
                    .find(|(_, known, _)| heading_key(known) == name);
                let text = known.map_or("More.", |(_, _, text)| text);
                sections.push_str(&format!("{line}\n\n{text}\n\n"));
            }
        }
        place => {
            let known = |(_, name, _): &&(u8, &str, &str)| *name == place;
            assert!(
                SECTIONS.iter().any(|section| known(&section)),
                "no part `{place}`"
            );
            sections = with_section(place, content);
        }
    }
    if sections.is_empty() {
        sections = with_section("", "");
    }
    format!("{title}\n\n{head}\n\n{sections}{last_line}\n")
}

/// Writes the sound sections with one of them changed, its subsections included.
fn with_section(changed: &str, content: &str) -> String {
    let mut text = String::new();
    let mut skip_below = u8::MAX;
    for &(level, name, sound) in SECTIONS {
        if level > skip_below {
            continue;
        }
        skip_below = u8::MAX;
        let marks = "#".repeat(usize::from(level));
        let body = if name == changed {
            skip_below = level;
            content
        } else {
            sound
        };
        text.push_str(&format!("{marks} {name}\n\n{body}\n\n"));
    }
    text
}

#[test]
fn the_smallest_sound_document_is_sound() {
    let text = format!("{TITLE}\n\n{HEAD}\n\n{}{LAST_LINE}\n", with_section("", ""));
    let found = judge(&text);
    assert!(found.is_empty(), "{found:?}\n{text}");
}
