//! Documents and contracts that are large or deep take no long time, and no stack.

use std::fmt::Write;
use std::sync::Arc;

use guild_check::contract::{Contract, Date};
use guild_check::{Finding, Markdown, Source};

const CONTRACT: &str = r#"
version = 1
name = "big"
title = ["<words>"]
empty_words = ["None"]
last_line = "Last updated: <date>"

[head]
bullets = { from = 1 }

[[section]]
name = "Table"
[section.table]
columns = ["A", "B"]
cells = { A = ["<words> x <words> x <words>", "<date>", "<call>"] }

[[section]]
name = "Parts"
sentences = { from = 1 }
[section.each]
sentences = { from = 1 }
field = [{ name = "For" }]

[[forbidden]]
words = ["foo", "foo bar", "foo bar baz"]
why = "no"
"#;

fn contract(text: &str) -> Arc<Contract> {
    Arc::new(Contract::parse(&Source::new("contract.toml", text)).0)
}

fn check(text: &str) -> Vec<Finding> {
    let document = Arc::new(Markdown::parse(&Source::new("big.md", text)));
    contract(CONTRACT).check(&document, Date::LAST)
}

#[test]
fn large_documents_are_judged_in_time_that_grows_with_them() {
    let sections = "## Parts\n\nFor: x.\n\n".repeat(8_000);
    assert!(check(&format!("# T\n\n{sections}")).len() >= 7_999);
    let parts = "### Any\n\nOne.\n\n".repeat(8_000);
    assert!(check(&format!("# T\n\n## Parts\n\n{parts}")).len() >= 8_000);
    let row = format!("|{}\n", "a|".repeat(10_000));
    check(&format!(
        "# T\n\n## Table\n\n{row}|{}\n{row}",
        "---|".repeat(10_000)
    ));
    let rows = format!("| {} | b |\n", "a x ".repeat(50)).repeat(5_000);
    check(&format!("# T\n\n## Table\n\n| A | B |\n|---|---|\n{rows}"));
    check(&format!("# T\n\n## Parts\n\n{}", "foo bar ".repeat(50_000)));
    check(&format!(
        "# T\n\n## Parts\n\n{}",
        "`a. B` c. ".repeat(100_000)
    ));
    check(&"For: x\n".repeat(100_000));
    check(&"<a b".repeat(100_000));
    check(&"# T\n".repeat(50_000));
    check(&format!(
        "{}\n\nLast updated: 2026-11-20",
        "x".repeat(1_000_000)
    ));
}

#[test]
fn deep_documents_are_judged() {
    check(&format!("# T\n\n## Parts\n\n{}foo", "> ".repeat(100_000)));
    check(&format!("# T\n\n## Parts\n\n{}foo", "- ".repeat(100_000)));
    check(&"#".repeat(100_000));
}

#[test]
fn large_and_deep_contracts_are_read() {
    let mut text = String::from("version = 1\nname = \"big\"\n");
    for at in 0..5_000 {
        write!(text, "[[section]]\nname = \"S{at}\"\nunknown{at} = 1\n").unwrap();
    }
    let (contract, findings) = Contract::parse(&Source::new("contract.toml", text));
    assert_eq!(contract.sections.len(), 5_000);
    assert_eq!(findings.len(), 5_000);
    let backwards: String = (0..5_000)
        .rev()
        .map(|at| format!("## S{at}\n\nx\n\n"))
        .collect();
    let document = Arc::new(Markdown::parse(&Source::new("a.md", backwards)));
    assert_eq!(Arc::new(contract).check(&document, Date::LAST).len(), 4_999);
    let deep = format!("section = {}", "[{ subsection = ".repeat(50_000));
    assert_eq!(
        Contract::parse(&Source::new("contract.toml", deep)).1.len(),
        1
    );
}
