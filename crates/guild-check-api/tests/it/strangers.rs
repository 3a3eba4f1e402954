//! Contracts as strangers write them: sound ones in another style, and ones with a defect for each thing that SPEC.md
//! 2.5, 4 and 7 ask for. What is told is what their authors would act on, and nothing else.

use std::collections::BTreeSet;
use std::sync::Arc;

use guild_check::{Severity, Source};
use guild_check_api::rules::judge_design;
use guild_check_api::{Conventions, Loading, Survey, parse};

/// Lists the rules that a contract breaks, notes aside, after the settings that it comes with.
fn broken(name: &str, text: &str, settings: &str) -> BTreeSet<String> {
    let contract = parse(&Source::new(name, text), &Loading::alone());
    let settings = Conventions::parse(&Source::new("guild.toml", settings)).unwrap();
    let findings = judge_design(&Survey::of(Arc::new(contract), settings));
    let findings = findings.into_iter();
    let weighty = findings.filter(|found| found.severity > Severity::Note);
    weighty
        .map(|found| found.rule.trim_start_matches("api/").to_owned())
        .collect()
}

fn listed(words: &str) -> BTreeSet<String> {
    words.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn a_sound_contract_in_another_style_has_nothing_to_find() {
    let depots = include_str!("strangers/depots.json");
    assert_eq!(broken("depots.json", depots, ""), listed(""));
    let invoices = include_str!("strangers/invoices.ts");
    assert_eq!(broken("invoices.ts", invoices, ""), listed(""));
}

#[test]
fn a_contract_that_agreed_on_other_names_says_so_and_keeps_only_what_names_cannot_mend() {
    let library = include_str!("strangers/library.yaml");
    let told = listed("name-case enum-case pagination-incomplete");
    assert_eq!(broken("library.yaml", library, ""), told);
    let agreed = "[api]\nfields = \"snake_case\"\nvalues = \"snake_case\"\n";
    // It hands out its lists by a cursor, and tells no totals.
    let told = listed("pagination-incomplete");
    assert_eq!(broken("library.yaml", library, agreed), told);
}

#[test]
fn each_planted_defect_is_found() {
    let warehouse = include_str!("strangers/warehouse.yaml");
    let planted = "answer-untyped body-not-taken boolean-prefix collection-not-plural create-status \
        delete-status enum-case error-body-differs error-code-case error-code-missing \
        error-message-missing error-under-success example-mismatch filter-form list-without-pagination \
        name-case names-differ operation-id-missing optional-field-soup pagination-incomplete \
        pagination-type patch-requires-field server-field-in-input several-live-versions \
        status-against-meaning status-in-place-of status-undeclared union-without-discriminator \
        value-untyped verb-in-path";
    assert_eq!(broken("warehouse.yaml", warehouse, ""), listed(planted));
}

#[test]
fn each_planted_defect_is_found_in_typescript() {
    let users = include_str!("strangers/users.ts");
    let planted = "body-not-taken boolean-prefix collection-not-plural create-status enum-case \
        error-body-differs error-code-missing error-message-missing id-unbranded list-without-pagination \
        name-case patch-requires-field server-field-in-input status-undeclared \
        union-without-discriminator verb-in-path";
    assert_eq!(broken("users.ts", users, ""), listed(planted));
    let requests = include_str!("strangers/requests.ts");
    let planted = "boolean-prefix enum-case id-unbranded input-type-with-server-field name-case \
        names-differ optional-field-soup value-untyped";
    assert_eq!(broken("requests.ts", requests, ""), listed(planted));
}
