//! A check of two rules, as another crate would write one.

use guild_check::rule::{self, Rule};
use guild_check::{Findings, Markdown, Source, spec};

guild_check::rules! {
    "shouting" for Markdown, in ".", proved by prove;
    heading_in_capitals,
    many_marks,
}

fn prove(rule: &Rule<Markdown>) {
    spec::prove(rule.name, rule.page, |example| {
        let mut findings = Findings::new();
        let source = Source::new(&example.place, &example.content);
        rule::run(RULES, &Markdown::parse(&source), &mut findings);
        findings.into_sorted()
    });
}

#[test]
fn a_rule_has_the_name_of_its_file() {
    let names: Vec<_> = RULES.iter().map(|rule| rule.name).collect();
    assert_eq!(
        names,
        ["shouting/heading-in-capitals", "shouting/many-marks"]
    );
}

#[test]
fn a_page_says_what_it_lacks() {
    let problems = spec::page_problems("# A\n\n## Why\n\n## Examples\n\n```markdown bad\nx\n```\n");
    assert_eq!(problems.len(), 2, "{problems:?}");
    assert!(problems[0].contains("What it finds, Why, Instead, Examples"));
    assert!(problems[1].contains("marked `good`"));
}

#[test]
fn an_example_names_its_place_and_its_line() {
    let page = "## Examples\n\n~~~markdown good PAGE.md#When to use\n```sh\nls\n```\n~~~\n";
    let examples = spec::examples(page);
    assert_eq!(examples.len(), 1);
    assert_eq!(examples[0].place, "PAGE.md#When to use");
    assert_eq!(examples[0].language, "markdown");
    assert_eq!(examples[0].content, "```sh\nls\n```\n");
    assert_eq!(examples[0].line, 3);
}

#[test]
fn a_rule_that_finds_nothing_in_a_bad_block_is_not_proved() {
    let rule = &RULES[0];
    let proof = std::panic::catch_unwind(|| spec::prove(rule.name, rule.page, |_| Vec::new()));
    let message = proof.unwrap_err().downcast::<String>().unwrap();
    assert!(message.contains("gives no finding"), "{message}");
}

#[test]
fn a_rule_is_not_proved_by_the_finding_of_another() {
    let page = RULES[0].page;
    let proof = std::panic::catch_unwind(|| {
        spec::prove("shouting/other", page, |example| {
            let mut findings = Findings::new();
            let source = Source::new("a.md", &example.content);
            rule::run(RULES, &Markdown::parse(&source), &mut findings);
            findings.into_sorted()
        });
    });
    let message = proof.unwrap_err().downcast::<String>().unwrap();
    assert!(message.contains("findings of other rules"), "{message}");
}
