//! Rule pages for a terminal, and the index.

use guild_check::allow;
use guild_check::contract;
use guild_check::explain::{explain, find, rules_md, suggestions, summary};
use guild_check::render::Colour;
use guild_check::rule::{Rule, RulePage};

fn pages() -> Vec<RulePage> {
    allow::RULES.iter().map(Rule::page).collect()
}

#[test]
fn a_page_reads_well_on_a_terminal() {
    let page = RulePage {
        name: "docs/odd",
        page: "# docs/odd\n\n## What it finds\n\nA paragraph that is long enough to be wrapped at the width of a usual terminal window, `code` kept.\n\n- one\n  - inner\n- two\n\n```markdown bad page.md\n# Odd\u{1b}[31m\n\n- x\n```\n",
    };
    insta::assert_snapshot!(explain(&page, Colour::Plain), @r#"
    docs/odd

    What it finds

    A paragraph that is long enough to be wrapped at the width of a usual terminal
    window, `code` kept.

    - one
      - inner
    - two

    [markdown bad page.md]
        # Odd\u{1b}[31m

        - x
    "#);
    assert!(explain(&page, Colour::Styled).starts_with("\u{1b}[1mdocs/odd\u{1b}[0m\n"));
}

#[test]
fn a_rule_is_found_by_its_whole_name_or_its_last_part() {
    let pages = pages();
    assert_eq!(
        find("kit/unused-allow", &pages).unwrap().name,
        "kit/unused-allow"
    );
    assert_eq!(
        find("unused-allow", &pages).unwrap().name,
        "kit/unused-allow"
    );
    assert!(find("unused", &pages).is_none());
    assert_eq!(suggestions("kit/unusd-allow", &pages), ["kit/unused-allow"]);
    let pages: Vec<RulePage> = contract::pages().into_iter().chain(pages).collect();
    for (typed, meant) in [
        ("docs/tabel-cell", "docs/table-cell"),
        ("adr/tabel-cell", "adr/table-cell"),
        ("tabel-cell", "docs/table-cell"),
        ("kit/tabel-cell", "docs/table-cell"),
    ] {
        assert_eq!(suggestions(typed, &pages)[0], meant);
        assert_eq!(find(meant, &pages).unwrap().name, "work/table-cell");
    }
}

#[test]
fn the_index_names_each_rule_with_its_summary() {
    insta::assert_snapshot!(rules_md(&pages()), @r#"
    # Rules

    Generated from the rules' pages; `guild explain RULE` prints one, `/rules` shows them all.

    ## kit

    | Rule | What it finds |
    |---|---|
    | [`kit/allow-without-reason`](/rules/kit/allow-without-reason) | A comment `<!-- guild: allow RULE -->` that does not say why. |
    | [`kit/unused-allow`](/rules/kit/unused-allow) | A comment `<!-- guild: allow RULE: reason -->` that silences nothing: the file has no such finding, the rule's name is mistyped, or the comment does not stand on a line of its own. |
    "#);
    assert!(summary(allow::RULES[0].page).starts_with("A comment <!-- guild"));
    assert_eq!(summary("# no page"), "");
}
