//! Rule pages: their form, and the examples on them that are the rule's test.
//!
//! A page is Markdown with the headings What it finds, Why, Instead and Examples. Under Examples, a fenced block whose
//! info string is `<language> bad [place]` must give the rule's finding, and one that says `good` none.

use std::fmt::Write;

use crate::markdown::{Block, Markdown, heading_key};
use crate::{Finding, Source};

/// The headings of a rule page, in their order.
pub const HEADINGS: [&str; 4] = ["What it finds", "Why", "Instead", "Examples"];

/// A block under Examples that is marked `bad` or `good`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// Whether the rule must find something here.
    pub is_bad: bool,
    /// The language of the block.
    pub language: String,
    /// Where in a subject the content belongs: the rest of the info string, such as `SKILL.md#body`; empty for none.
    pub place: String,
    /// The block's text.
    pub content: String,
    /// The line of the page on which the block starts.
    pub line: u32,
}

/// Reads the examples of a page.
pub fn examples(page: &str) -> Vec<Example> {
    let source = Source::new("page", page);
    let markdown = Markdown::parse(&source);
    let Some(section) = markdown.section("Examples") else {
        return Vec::new();
    };
    let code = section.blocks.iter().filter_map(Block::as_code);
    code.filter_map(|block| {
        let (language, rest) = split_word(&block.info);
        let (mark, place) = split_word(rest);
        let is_bad = match mark {
            "bad" => true,
            "good" => false,
            _ => return None,
        };
        Some(Example {
            is_bad,
            language: language.to_owned(),
            place: place.to_owned(),
            content: block.content.clone(),
            line: source.position(block.span.start).line,
        })
    })
    .collect()
}

/// Says what a page lacks: headings, their order, or an example of each kind.
pub fn page_problems(page: &str) -> Vec<String> {
    let source = Source::new("page", page);
    let markdown = Markdown::parse(&source);
    let found: Vec<String> = markdown
        .headings()
        .filter(|heading| heading.level == 2)
        .map(|heading| heading.key.clone())
        .collect();
    let wanted: Vec<String> = HEADINGS.iter().map(|name| heading_key(name)).collect();
    let mut problems = Vec::new();
    if found != wanted {
        problems.push(format!(
            "the second-level headings are to be {}",
            HEADINGS.join(", ")
        ));
    }
    let examples = examples(page);
    for (kind, is_bad) in [("bad", true), ("good", false)] {
        if !examples.iter().any(|example| example.is_bad == is_bad) {
            problems.push(format!(
                "no block under Examples is marked `{kind}`: start one with a fence and `markdown {kind} SKILL.md`"
            ));
        }
    }
    problems
}

/// Holds a rule against the examples on its page; for tests.
///
/// # Panics
///
/// If the page lacks something, if a bad block gives no finding or one of another rule, or if a good block gives any.
#[expect(
    clippy::panic,
    reason = "a failed proof fails the test that asked for it"
)]
pub fn prove(rule: &str, page: &str, judge: impl Fn(&Example) -> Vec<Finding>) {
    let mut failures = page_problems(page);
    for example in examples(page) {
        let found = judge(&example);
        failures.extend(verdict(rule, &example, &found));
    }
    if !failures.is_empty() {
        panic!(
            "the page of `{rule}` does not hold:\n- {}",
            failures.join("\n- ")
        );
    }
}

/// Says what is wrong with the findings on one example.
fn verdict(rule: &str, example: &Example, found: &[Finding]) -> Option<String> {
    let line = example.line;
    if example.is_bad {
        if found.is_empty() {
            return Some(format!("the bad block on line {line} gives no finding"));
        }
        let others: Vec<Finding> = found
            .iter()
            .filter(|finding| finding.rule != rule)
            .cloned()
            .collect();
        let wrong = format!("the bad block on line {line} gives findings of other rules");
        return (!others.is_empty()).then(|| listed(&wrong, &others));
    }
    let wrong = format!("the good block on line {line} gives findings");
    (!found.is_empty()).then(|| listed(&wrong, found))
}

fn listed(wrong: &str, found: &[Finding]) -> String {
    let mut text = format!("{wrong}:");
    for finding in found {
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "\n    {:?} {}: {}",
            finding.place, finding.rule, finding.message
        );
    }
    text
}

fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    match text.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim()),
        None => (text, ""),
    }
}
