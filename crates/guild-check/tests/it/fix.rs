//! Fixes: what is mechanical is mended, everything else stays byte for byte.

use std::sync::Arc;

use guild_check::contract::{Contract, Date};
use guild_check::fix::{Fixed, settle};
use guild_check::{Finding, Markdown, Source};
use proptest::prelude::*;

const CONTRACT: &str = r#"
version = 1
name = "memo"
fences_need_language = true
last_line = "Last updated: <date>"

[[section]]
name = "Why"
[[section]]
name = "Table"
[section.table]
columns = ["Name", "Type", "Note"]
[[section]]
name = "Options"
subsection = [{ name = "First" }, { name = "Second" }]
[[section]]
name = "End"
"#;

const SOUND: &str = "# Memo\n\n## Why\n\nBecause.\n\n## Table\n\n| Name | Type | Note |\n|:-----|------|-----:|\n| a | b\\|c | `d` |\n| e |\n\n## Options\n\n### First\n\nOne.\n\n### Second\n\n```json\n{\"id\": 1}\n```\n\n## End\n\nDone.\n\nLast updated: 2024-11-20\n";

fn contract() -> Arc<Contract> {
    let (contract, findings) = Contract::parse(&Source::new("contract.toml", CONTRACT));
    assert!(findings.is_empty(), "{findings:?}");
    Arc::new(contract)
}

fn check(source: &Source) -> Vec<Finding> {
    contract().check(&Arc::new(Markdown::parse(source)), Date::LAST)
}

fn fixed(text: &str) -> Fixed {
    settle(&Source::new("memo.md", text), check)
}

#[track_caller]
fn mends(broken: &str, whole: &str) {
    let fixed = fixed(broken);
    assert_eq!(fixed.source.text(), whole);
    assert!(!fixed.rules.is_empty());
}

#[track_caller]
fn leaves(text: &str) {
    let fixed = fixed(text);
    assert_eq!(fixed.source.text(), text);
    assert!(fixed.rules.is_empty(), "{:?}", fixed.rules);
}

#[test]
fn a_sound_document_is_left() {
    leaves(SOUND);
    leaves("");
    leaves("no document at all");
}

#[test]
fn sections_are_put_in_order_with_all_that_stands_below_them() {
    let (start, rest) = SOUND.split_once("## Why\n\nBecause.\n\n").unwrap();
    let broken = format!(
        "{start}{}",
        rest.replace("## End", "## Why\n\nBecause.\n\n## End")
    );
    mends(&broken, SOUND);
}

#[test]
fn subsections_are_put_in_order() {
    let broken = SOUND.replace(
        "### First\n\nOne.\n\n### Second\n\n```json\n{\"id\": 1}\n```\n",
        "### Second\n\n```json\n{\"id\": 1}\n```\n\n### First\n\nOne.\n",
    );
    mends(&broken, SOUND);
}

#[test]
fn a_section_that_the_contract_does_not_know_goes_with_the_one_before_it() {
    let whole = SOUND.replace("Because.\n", "Because.\n\n## More\n\nAnd so on.\n");
    let (start, rest) = whole
        .split_once("## Why\n\nBecause.\n\n## More\n\nAnd so on.\n\n")
        .unwrap();
    let moved = "## Why\n\nBecause.\n\n## More\n\nAnd so on.\n\n## End";
    mends(&format!("{start}{}", rest.replace("## End", moved)), &whole);
}

#[test]
fn byte_order_mark_and_line_ends_are_kept() {
    let whole = format!("\u{feff}{}", SOUND.replace('\n', "\r\n"));
    let broken = whole
        .replace("## Table", "## X")
        .replace("## End", "## Table")
        .replace("## X", "## End");
    let fixed = fixed(&broken);
    let text = fixed.source.text();
    assert!(text.starts_with("\u{feff}# Memo\r\n"));
    assert_eq!(text.matches('\n').count(), text.matches("\r\n").count());
    assert_eq!(text.len(), broken.len());
}

#[test]
fn sections_without_a_blank_line_between_them_keep_apart() {
    let broken = "# Memo\n\n## Why\n\n```sh\nls\n```\n## Options\n### First\nOne.\n### Second\nTwo.\n## Table\n\n| Name | Type | Note |\n|-|-|-|\n| a | b | c |\n\nEnd\n---\nDone.\n\n***\n\nLast updated: 2024-11-20\n";
    let fixed = fixed(broken);
    assert!(check(&fixed.source).is_empty(), "{}", fixed.source.text());
    assert!(
        fixed
            .source
            .text()
            .ends_with("Done.\n\n***\n\nLast updated: 2024-11-20\n")
    );
}

#[test]
fn columns_are_put_in_order_and_aligned_ones_stay_aligned() {
    let broken = SOUND.replace(
        "| Name | Type | Note |\n|:-----|------|-----:|\n| a | b\\|c | `d` |\n| e |\n",
        "| Note | Name | Type |\n|-----:|:-----|------|\n| `d` | a | b\\|c |\n|  | e |  |\n",
    );
    mends(&broken, &SOUND.replace("| e |\n", "| e |  |  |\n"));
}

#[test]
fn a_table_without_outer_bars_gets_them() {
    let broken = SOUND.replace(
        "| Name | Type | Note |\n|:-----|------|-----:|\n| a | b\\|c | `d` |\n| e |\n",
        "Note | Name | Type\n-----:|-----|------\n`d` | a | b\\|c\n`f` | e\n",
    );
    let table = "| Name | Type | Note |\n| ----- | ------ | -----: |\n| a | b\\|c | `d` |\n| e |  | `f` |\n";
    let whole = SOUND.replace(
        "| Name | Type | Note |\n|:-----|------|-----:|\n| a | b\\|c | `d` |\n| e |\n",
        table,
    );
    mends(&broken, &whole);
}

#[test]
fn a_table_in_a_list_is_left() {
    leaves(&SOUND.replace(
        "| Name | Type | Note |\n|:-----|------|-----:|\n| a | b\\|c | `d` |\n| e |\n",
        "- | Note | Name | Type |\n  |---|---|---|\n  | a | b | c |\n",
    ));
}

#[test]
fn the_language_of_code_is_named_where_it_is_certain() {
    mends(&SOUND.replace("```json", "```"), SOUND);
    mends(
        &SOUND.replace(
            "```json\n{\"id\": 1}\n```",
            "- ~~~~  \n  {\"id\": 1}\n  ~~~~",
        ),
        &SOUND.replace(
            "```json\n{\"id\": 1}\n```",
            "- ~~~~json  \n  {\"id\": 1}\n  ~~~~",
        ),
    );
    leaves(&SOUND.replace("```json\n{\"id\": 1}", "```\nlet id = 1"));
}

#[test]
fn the_last_line_gets_its_form() {
    for line in ["_Updated on 2024-11-20._", "Last updated 2024-11-20"] {
        mends(&SOUND.replace("Last updated: 2024-11-20", line), SOUND);
    }
    leaves(&SOUND.replace("Last updated: 2024-11-20", "**Last reviewed:** 2024-11-20"));
}

#[test]
fn a_date_line_that_stands_elsewhere_is_moved_to_the_end() {
    let broken = SOUND
        .replace("\nLast updated: 2024-11-20\n", "")
        .replace("# Memo\n\n", "# Memo\n\nLast updated: 2024-11-20\n\n");
    mends(&broken, SOUND);
}

#[test]
fn what_would_swallow_the_rest_of_the_file_is_left() {
    leaves("# Memo\n\n## End\n\nDone.\n\n## Why\n\n```sh\nls\n");
    leaves("# Memo\n\n## End\n\nDone.\n\n## Why\n\n<!-- and so on\n");
    leaves("# Memo\n\n## End\n\nDone.\n\n# Other\n\n## Why\n\nBecause.\n");
}

#[test]
fn thousands_of_fences_are_marked_in_one_go() {
    let fences = |mark: &str| format!("{mark}\n[1]\n```\n\n").repeat(5_000);
    let broken = SOUND.replace("Because.\n", &format!("Because.\n\n{}", fences("```")));
    let whole = SOUND.replace("Because.\n", &format!("Because.\n\n{}", fences("```json")));
    mends(&broken, &whole);
}

fn sections() -> impl Strategy<Value = Vec<&'static str>> {
    Just(vec![
        "## Why\n\nBecause [a].\n\n[a]: https://example.com/a\n",
        "Table\n-----\nNote|Name|Type\n-|-|-\na|b|c\n",
        "## Options\n### Second\n- One\n### First\n~~~\n[1]\n~~~\n",
        "## End\nDone.\n",
        "## Other\n> quoted\n",
    ])
    .prop_shuffle()
}

fn gap() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "",
        "\n",
        "\n\n\n",
        "\n---\n\n",
        "\n* * *\n",
        "<!-- note -->\n",
    ])
}

proptest! {
    #[test]
    fn whatever_the_order_nothing_is_lost_and_a_second_time_changes_nothing(
        sections in sections(),
        gaps in prop::collection::vec(gap(), 5),
        ending in prop::sample::select(vec!["", "\nLast updated: 2024-11-20\n", "\nupdated 2024-11-20"]),
        is_crlf in any::<bool>(),
    ) {
        let mut text = "# Memo\n\n".to_owned();
        for (section, gap) in sections.iter().zip(&gaps) {
            text.push_str(section);
            text.push_str(gap);
        }
        text.push_str(ending);
        if is_crlf {
            text = text.replace('\n', "\r\n");
        }
        let once = fixed(&text);
        for word in ["Because", "[a]:", "Done.", "quoted", "note", "One", "https", "[1]"] {
            let count = |text: &str| text.matches(word).count();
            prop_assert_eq!(count(&text), count(once.source.text()), "{}", word);
        }
        prop_assert!(check(&once.source).len() <= check(&Source::new("memo.md", text.as_str())).len());
        let twice = settle(&once.source, check);
        prop_assert_eq!(twice.source.text(), once.source.text());
        prop_assert!(twice.rules.is_empty());
    }

    #[test]
    fn any_text_at_all_is_survived(text in "[#|`~\\-\\[\\]{}a \n\r>*<!_:]{0,200}", head in prop::sample::select(vec!["", "# Memo\n\n## End\n", "## End\n\n## Why\n"])) {
        let once = fixed(&format!("{head}{text}"));
        let twice = settle(&once.source, check);
        prop_assert_eq!(twice.source.text(), once.source.text());
    }
}
