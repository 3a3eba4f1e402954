//! Contracts and documents of any kind: nothing stops the reader, and what is made to fit does fit.

use std::fmt::Write;
use std::sync::Arc;

use guild_check::contract::{Contract, Date};
use guild_check::{Finding, Markdown, Source};
use proptest::prelude::*;

/// What a section of a made-up contract holds, and a text that satisfies it.
#[derive(Clone, Debug)]
enum Holding {
    Sentences(usize),
    Bullets(usize),
    Table { columns: usize, rows: usize },
    Code(usize),
    Fields(usize),
    Subsections(usize),
    Options(usize),
}

impl Holding {
    /// States the holding in TOML, below a table's head.
    fn contract(&self) -> String {
        match self {
            Self::Sentences(count) => format!("sentences = {{ from = {count}, to = {count} }}\n"),
            Self::Bullets(count) => format!("bullets = {{ from = 1, to = {count} }}\n"),
            Self::Table { columns, rows } => {
                let names: Vec<String> =
                    (0..*columns).map(|at| format!("\"Column {at}\"")).collect();
                let cells = "cells = { \"Column 0\" = [\"yes\", \"<number 1..9>\"] }";
                let rows = format!("rows = {{ from = {rows} }}");
                format!(
                    "table = {{ columns = [{}], {rows}, {cells} }}\n",
                    names.join(", ")
                )
            }
            Self::Code(lines) => {
                format!("code = {{ languages = [\"sh\"], lines = {{ from = {lines} }} }}\n")
            }
            Self::Fields(count) => {
                let field = |at| format!("{{ name = \"Field {at}\", values = [\"<date iso>\"] }}");
                let fields: Vec<String> = (0..*count).map(field).collect();
                format!("field = [{}]\n", fields.join(", "))
            }
            Self::Subsections(count) => {
                let part = |at| format!("{{ name = \"Part {at}\", bullets = {{ from = 1 }} }}");
                let parts: Vec<String> = (0..*count).map(part).collect();
                format!("subsection = [{}]\n", parts.join(", "))
            }
            Self::Options(count) => {
                format!("each = {{ count = {{ from = {count} }}, sentences = {{ from = 1 }} }}\n")
            }
        }
    }

    fn text(&self) -> String {
        match self {
            Self::Sentences(count) => "It works, e.g. in v1.2 of `a. B`. ".repeat(*count),
            Self::Bullets(count) => "- One.\n".repeat(*count),
            Self::Table { columns, rows } => {
                let head: String = (0..*columns).map(|at| format!("| Column {at} ")).collect();
                let cells = format!("| 7 {}|\n", "| x ".repeat(columns - 1));
                format!(
                    "{head}|\n{}|\n{}",
                    "|---".repeat(*columns),
                    cells.repeat(*rows)
                )
            }
            Self::Code(lines) => format!("~~~sh\n{}~~~\n", "ls\n".repeat(*lines)),
            Self::Fields(count) => {
                let field = |at| format!("- **Field {at}**: 2026-11-20\n");
                (0..*count).map(field).collect()
            }
            Self::Subsections(count) => {
                let part = |at| format!("### `part` {at}:\n\n- One.\n\n");
                (0..*count).map(part).collect()
            }
            Self::Options(count) => {
                let option = |at| format!("### Any {at}\n\nIt is one.\n\n");
                (0..*count).map(option).collect()
            }
        }
    }
}

fn holding() -> impl Strategy<Value = Holding> {
    prop_oneof![
        (1..5_usize).prop_map(Holding::Sentences),
        (1..5_usize).prop_map(Holding::Bullets),
        (1..5_usize, 0..4_usize).prop_map(|(columns, rows)| Holding::Table {
            columns,
            rows: rows + 1
        }),
        (1..6_usize).prop_map(Holding::Code),
        (1..4_usize).prop_map(Holding::Fields),
        (1..4_usize).prop_map(Holding::Subsections),
        (1..4_usize).prop_map(Holding::Options),
    ]
}

fn contract(holdings: &[Holding]) -> Arc<Contract> {
    let mut text = String::from(
        "version = 1\nname = \"made\"\ntitle = [\"Made <number>\"]\nlast_line = \"Last updated: <date>\"\nfences_need_language = true\n",
    );
    for (at, holding) in holdings.iter().enumerate() {
        write!(
            text,
            "[[section]]\nname = \"Section {at}\"\n{}",
            holding.contract()
        )
        .unwrap();
    }
    let (contract, findings) = Contract::parse(&Source::new("contract.toml", text.as_str()));
    assert!(findings.is_empty(), "{findings:?}\n{text}");
    Arc::new(contract)
}

/// Writes the document, without the section of a number.
fn document(holdings: &[Holding], without: Option<usize>) -> String {
    let mut text = String::from("# Made 7\n\n");
    for (at, holding) in holdings.iter().enumerate() {
        if Some(at) != without {
            write!(text, "## section {at}\n\n{}\n\n", holding.text()).unwrap();
        }
    }
    text + "*Last updated: Nov 20, 2026*\n"
}

fn check(contract: &Arc<Contract>, text: &str) -> Vec<Finding> {
    let document = Arc::new(Markdown::parse(&Source::new("work.md", text)));
    contract.check(&document, Date::new(2026, 11, 21).unwrap())
}

proptest! {
    #[test]
    fn a_document_made_for_a_contract_satisfies_it(
        holdings in prop::collection::vec(holding(), 1..7)
    ) {
        let text = document(&holdings, None);
        let findings = check(&contract(&holdings), &text);
        prop_assert!(findings.is_empty(), "{findings:?}\n{text}");
        let windows = text.replace('\n', "\r\n");
        let findings = check(&contract(&holdings), &format!("\u{feff}{windows}"));
        prop_assert!(findings.is_empty(), "{findings:?}\n{text}");
    }

    #[test]
    fn a_section_taken_out_is_missing_and_nothing_else(
        holdings in prop::collection::vec(holding(), 1..7),
        index in any::<prop::sample::Index>(),
    ) {
        let gone = index.index(holdings.len());
        let findings = check(&contract(&holdings), &document(&holdings, Some(gone)));
        let rules: Vec<&str> = findings.iter().map(|finding| finding.rule.as_str()).collect();
        prop_assert_eq!(rules, ["made/section-missing"]);
        let message = format!("`Section {gone}` is missing");
        prop_assert_eq!(&findings[0].message, &message);
    }

    #[test]
    fn sections_in_any_order_are_out_of_order_and_nothing_else(
        order in Just((0..6_usize).collect::<Vec<_>>()).prop_shuffle()
    ) {
        let holdings = vec![Holding::Bullets(1); order.len()];
        let sections: String = order.iter().map(|at| format!("## Section {at}\n\n- One.\n\n")).collect();
        let text = format!("# Made 7\n\n{sections}Last updated: 2026-11-20\n");
        let findings = check(&contract(&holdings), &text);
        let is_sorted = order.is_sorted();
        prop_assert_eq!(findings.is_empty(), is_sorted);
        prop_assert!(findings.iter().all(|finding| finding.rule == "made/section-order"));
        prop_assert!(findings.len() < order.len());
    }

    #[test]
    fn any_document_can_be_judged(text in markdown()) {
        let holdings = [
            Holding::Sentences(2), Holding::Table { columns: 2, rows: 1 }, Holding::Fields(2),
            Holding::Subsections(2), Holding::Options(2), Holding::Code(2),
        ];
        for finding in check(&contract(&holdings), &text) {
            prop_assert!(text.get(finding.place.span.range()).is_some(), "{finding:?} of {text:?}");
            prop_assert!(finding.help.is_some(), "{finding:?}");
        }
    }

    #[test]
    fn any_contract_can_be_read(text in toml()) {
        let (contract, findings) = Contract::parse(&Source::new("contract.toml", text.as_str()));
        for finding in findings {
            prop_assert!(text.get(finding.place.span.range()).is_some(), "{finding:?} of {text:?}");
        }
        check(&Arc::new(contract), "# Made 7\n\n## A\n\n- One.\n");
    }

    #[test]
    fn any_text_can_be_a_contract(text in "(\\PC|\\s){0,200}") {
        let _ = Contract::parse(&Source::new("contract.toml", text.as_str()));
    }
}

/// Documents of the pieces that mean something under the contracts above.
fn markdown() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "\u{feff}",
        "# Made 7\n",
        "## Section 0\n",
        "## Section 1\n",
        "## section 2:\n",
        "## Section 3\n",
        "## Section 4\n",
        "## Section 5\n",
        "### Part 0\n",
        "### Part 1\n",
        "### Any\n",
        "\n",
        "\r\n",
        "- ",
        "1. ",
        "> ",
        "One. Two! e.g. ",
        "`a. B` ",
        "Field 0: ",
        "**Field 1**: 2026-02-30\n",
        "2026-11-20",
        "| Column 0 | Column 1 |\n|---|---|\n| yes | |\n",
        "```sh\n",
        "```\n",
        "<!--",
        "-->",
        "<the id>",
        "Last updated: ",
        "ä😀",
        "\0",
        "    ",
        "===\n",
        "\\",
        "|",
    ]);
    prop::collection::vec(piece, 0..50).prop_map(|pieces| pieces.concat())
}

/// Files of the pieces that mean something in a contract.
fn toml() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "version = 1\n",
        "version = \"1\"\n",
        "name = \"made\"\n",
        "name = \"\"\n",
        "name = 7\n",
        "title = [\"<words>\"]\n",
        "title = \"<\"\n",
        "[head]\n",
        "[[section]]\n",
        "name = \"A\"\n",
        "sentences = { from = 1, to = 0 }\n",
        "sentences = { from = -1 }\n",
        "bullets = { from = 1 }\n",
        "bullets = []\n",
        "[section.table]\n",
        "columns = [\"A\", \"A\"]\n",
        "cells = { A = [\"<date>\"] }\n",
        "[[section.subsection]]\n",
        "[section.each]\n",
        "count = {}\n",
        "[[forbidden]]\n",
        "words = [\"a\", \"\", \"-\"]\n",
        "why = \"ä\"\n",
        "sections = [\"A\", 1]\n",
        "last_line = \"<date\"\n",
        "template = \"../x\"\n",
        "examples = [[]]\n",
        "field = [{ name = \"B\" }]\n",
        "mentions = [{}]\n",
        "x = 1\n",
        "begins_with = [\"We\"]\n",
        "code = {}\n",
        "optional = 1\n",
        "empty_words = [\"\", \"-\"]\n",
        "\u{feff}",
        "\"",
    ]);
    prop::collection::vec(piece, 0..20).prop_map(|pieces| pieces.concat())
}
